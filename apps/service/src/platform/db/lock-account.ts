import type { Tx } from './database.ts';
import type { Asking } from './in-reach.ts';
import { scoped } from './roots.ts';

/** Until the transaction ends nobody else decides for this account what is decided under its lock. */
export async function lockAccount(tx: Tx, asking: Asking): Promise<void> {
  await scoped(tx, asking).selectFrom('accounts').select('id').forNoKeyUpdate().execute();
}
