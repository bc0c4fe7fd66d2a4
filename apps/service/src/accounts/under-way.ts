import { sql } from 'kysely';
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
  const { rows } = await sql<UnderWay>`
    select
      (select count(*)::int from sftp_files where account_id = ${id} and folder = 'OUTBOX'
        and is_complete and due_at is not null) as uploads,
      (select count(*)::int from participants where account_id = ${id} and status <> 'DEACTIVATED') as addresses,
      (select count(*)::int from messages where account_id = ${id} and status = any(${[...ON_THE_WAY]})) as documents,
      (select count(*)::int from messages where account_id = ${id} and status = ${UNCOLLECTED}) as uncollected
    `.execute(overAll(db, 'operator'));
  return rows[0] ?? { uploads: 0, addresses: 0, documents: 0, uncollected: 0 };
}
