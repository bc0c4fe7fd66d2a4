import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { AccountId } from '../platform/ids.ts';

/** Sessions, links, keys and SFTP logins of a closed account end for good: they do not come back when it is opened again. */
export async function endAccess(tx: Tx, accountId: AccountId): Promise<void> {
  const all = overAll(tx, 'job');
  const users = all.selectFrom('users').where('account_id', '=', accountId).select('id');
  await all.deleteFrom('sessions').where('user_id', 'in', users).execute();
  await all
    .deleteFrom('one_time_tokens')
    .where((eb) => eb.or([eb('user_id', 'in', users), eb('account_id', '=', accountId)]))
    .execute();
  await all
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  await all
    .updateTable('sftp_logins')
    .set({ status: 'DISABLED', credentials_changed_at: new Date() })
    .where('account_id', '=', accountId)
    .execute();
}
