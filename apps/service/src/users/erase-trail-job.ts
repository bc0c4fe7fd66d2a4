import { type Db, transaction } from '../platform/db/database.ts';
import { foldTexts } from '../platform/db/fold-texts.ts';
import { overAll } from '../platform/db/roots.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import { ERASED_NAME } from './erase.ts';

/** Rows of the trail stay, with the id; the name and the address they came from go. Repeating it is harmless. */
export async function eraseTrail(deps: { db: Db }, job: JobCatalog['users.erase-trail']): Promise<void> {
  const userId = job.userId;
  await transaction(deps.db, async (tx) => {
    await overAll(tx, 'job')
      .updateTable('account_audit')
      .set({ actor_name: ERASED_NAME, address: null, search_text: null })
      .where('actor_id', '=', userId)
      .execute();
    await overAll(tx, 'job')
      .updateTable('account_audit')
      .set({ target_name: ERASED_NAME, search_text: null })
      .where('target_type', '=', 'user')
      .where('target_id', '=', userId)
      .execute();
    // Failed sign-ins are nobody's, and most of them are the user's own.
    await overAll(tx, 'job')
      .updateTable('account_audit')
      .set({ address: null })
      .where('event_type', '=', 'session.failed')
      .where('target_id', '=', userId)
      .execute();
    await overAll(tx, 'job')
      .updateTable('participant_audit')
      .set({ actor_name: ERASED_NAME, search_text: null })
      .where('actor_user_id', '=', userId)
      .execute();
    await overAll(tx, 'job')
      .updateTable('api_keys')
      .set({ created_by: ERASED_NAME })
      .where('created_by_user_id', '=', userId)
      .execute();
    // Nor is the trail found by the name any more.
    await foldTexts(tx);
  });
}
