import { createHash } from 'node:crypto';
import { actingUser } from '../platform/access/actor.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import { AppError } from '../platform/errors.ts';
import type { UserId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { peekToken, redeemToken } from '../platform/one-time-token.ts';
import { OPEN_ACCOUNTS } from '../platform/statuses.ts';
import { LINKS } from '../users/links.ts';
import { checkNewPassword, hashPassword } from '../users/password.ts';
import { setPassword } from '../users/set-password.ts';

interface ResetDeps {
  db: Db;
}

/** Asks for a reset link. The same one row is written for every address: only the job looks whether it has a user. */
export async function forgotPassword(deps: ResetDeps, input: { email: string }): Promise<void> {
  const email = normaliseEmail(input.email);
  const key = `forgot:${createHash('sha256').update(email).digest('hex')}`;
  await transaction(deps.db, (tx) => enqueue(tx, 'users.forgot', { email }, { key }));
}

/** Redeems a mailed link, invitation or reset: sets the password and signs out everywhere. */
export async function resetPassword(
  deps: ResetDeps,
  address: string,
  input: { token: string; password: string },
): Promise<void> {
  const found = await peekToken(deps.db, LINKS, input.token);
  const user = found?.userId && (await whoMaySignIn(deps.db, found.userId));
  if (!user) throw new AppError('RESET_TOKEN_INVALID');
  // A password that will not do leaves the link as it is.
  checkNewPassword(input.password, user.email);
  const hash = await hashPassword(input.password);
  await transaction(deps.db, async (tx) => {
    const redeemed = await redeemToken(tx, LINKS, input.token);
    const present = redeemed?.userId && (await whoMaySignIn(tx, redeemed.userId));
    if (!present) throw new AppError('RESET_TOKEN_INVALID');
    await setPassword(tx, present, { hash, chosen: true });
    await recordAccountAudit(tx, {
      accountId: present.account_id,
      actor: actingUser(present.id, present.name, address),
      eventType: 'user.password_changed',
      companyIds: present.companyIds,
      target: { type: 'user', id: present.id, name: present.name },
      metadata: { by: redeemed.purpose },
    });
  });
}

function whoMaySignIn(db: Db, userId: UserId) {
  return overAll(db, 'sign-in')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('accounts.status', 'in', OPEN_ACCOUNTS)
    .select(['users.id', 'users.account_id', 'users.name', 'users.email', userReach.as('companyIds')])
    .executeTakeFirst();
}
