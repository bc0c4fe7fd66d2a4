import type { Role } from '../platform/access/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { UserId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { forgetTokens } from '../platform/one-time-token.ts';
import { endSessions } from '../sessions/session.ts';
import { confine } from './create.ts';
import { clearFailures } from './lockout.ts';

/** What erased users are called wherever they are still named. [USR-12] */
export const ERASED_NAME = 'Erased user';

/** Sessions, passkeys and links that are still open. */
export async function endAccess(tx: Tx, { id }: { id: UserId }): Promise<void> {
  await endSessions(tx, id);
  await overAll(tx, 'found').deleteFrom('passkeys').where('user_id', '=', id).execute();
  await forgetTokens(tx, { userId: id });
}

/** Takes everything personal out of the user's row; a job takes the name out of the trail, which stays. */
export async function erase(tx: Tx, row: { id: UserId; email: string; role: Role }): Promise<void> {
  await endAccess(tx, row);
  await clearFailures(tx, row.email);
  await overAll(tx, 'found').deleteFrom('sso_identities').where('user_id', '=', row.id).execute();
  await overAll(tx, 'found').deleteFrom('notice_digests').where('user_id', '=', row.id).execute();
  await overAll(tx, 'found').deleteFrom('user_mails').where('user_id', '=', row.id).execute();
  await overAll(tx, 'found')
    .updateTable('users')
    .set({
      status: 'erased',
      name: ERASED_NAME,
      email: `${row.id}@erased.invalid`,
      password_hash: '',
      last_login_at: null,
      invited_at: null,
      notifications: [],
    })
    .where('id', '=', row.id)
    .execute();
  await confine(tx, row.id, [], row.role);
  await enqueue(tx, 'users.erase-trail', { userId: row.id });
}
