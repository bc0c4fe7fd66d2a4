import { sql } from 'kysely';
import { countOfAccount } from '../messages/counts.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId } from '../platform/ids.ts';
import type { MessageStatus } from '../platform/statuses.ts';

const ON_THE_WAY = [
  'QUEUED_VALIDATION',
  'QUEUED',
  'SENDING',
  'SEND_RETRY',
] as const satisfies readonly MessageStatus[];
const UNCOLLECTED = 'CUSTOMER_DELIVERY_QUEUED' satisfies MessageStatus;

/** What of an account is not at its end. */
export interface UnderWay {
  /** Files in an outbox that are still to be sent. */
  uploads: number;
  /** Addresses that are not withdrawn. */
  addresses: number;
  /** Documents on their way to the network. */
  documents: number;
  /** Documents that came in and that nobody collected: they are in the export. */
  uncollected: number;
}

export async function underWay(db: Db, id: AccountId): Promise<UnderWay> {
  const { rows } = await sql<Pick<UnderWay, 'uploads' | 'addresses'>>`
    select
      (select count(*)::int from sftp_files where account_id = ${id} and folder = 'OUTBOX'
        and is_complete and due_at is not null) as uploads,
      (select count(*)::int from participants where account_id = ${id} and status <> 'DEACTIVATED') as addresses
    `.execute(overAll(db, 'operator'));
  const counted = await countOfAccount(db, id);
  const sum = (statuses: readonly MessageStatus[]): number =>
    counted
      .filter(({ status }) => statuses.includes(status))
      .reduce((total, { count }) => total + Number(count), 0);
  const { uploads = 0, addresses = 0 } = rows[0] ?? {};
  return { uploads, addresses, documents: sum(ON_THE_WAY), uncollected: sum([UNCOLLECTED]) };
}
