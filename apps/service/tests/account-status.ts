import { sql } from 'kysely';
import { overAll } from '../src/platform/db/roots.ts';
import type { AccountStatus } from '../src/platform/statuses.ts';
import { asId } from './as-id.ts';
import type { Pappel } from './harness.ts';

/** Puts an account into a status that it never came to. */
export async function setAccountStatus(
  { service }: Pick<Pappel, 'service'>,
  { accountId }: { accountId: string },
  status: AccountStatus,
): Promise<void> {
  await overAll(service.base.db, 'job')
    .updateTable('accounts')
    .set({ status: sql<never>`${status}` })
    .where('id', '=', asId<'Account'>(accountId))
    .execute();
}
