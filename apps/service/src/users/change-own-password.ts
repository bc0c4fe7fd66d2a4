import { actorOf } from '../platform/access/actor.ts';
import { requireNoDesk, type UserPrincipal } from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { Turns } from '../platform/turns.ts';
import { countFailure, requireUnlocked } from './lockout.ts';
import { checkNewPassword, hashPassword, verifyPassword } from './password.ts';
import { setPassword } from './set-password.ts';

/**
 * Needs the present password, guesses at which count as failed sign-ins do. The session goes on, every other one ends,
 * and mustChangePassword is done with. [USR-5, AUT-8]
 */
export async function changeOwnPassword(
  deps: { db: Db; signInTurns: Turns },
  principal: UserPrincipal,
  input: { password: string; currentPassword?: string },
): Promise<void> {
  requireNoDesk(principal);
  if (principal.session.authMethod === 'sso')
    throw new AppError('PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION');
  const { currentPassword } = input;
  if (currentPassword === undefined) throw new AppError('CURRENT_PASSWORD_REQUIRED');
  const user = { id: principal.userId, email: principal.email };
  await deps.signInTurns.take(user.email, () => requireCurrent(deps.db, user, currentPassword));
  checkNewPassword(input.password, user.email);
  if (input.password.normalize('NFC') === currentPassword.normalize('NFC'))
    throw invalidField('password', 'is the present one; choose another one');
  const hash = await hashPassword(input.password);
  await transaction(deps.db, async (tx) => {
    await setPassword(tx, user, { hash, chosen: true, keep: principal.session.id });
    await recordAccountAudit(tx, {
      accountId: principal.accountId,
      actor: actorOf(principal),
      eventType: 'user.password_changed',
      companyIds: principal.reach.companyIds,
      target: { type: 'user', id: user.id, name: principal.name },
    });
  });
}

async function requireCurrent(
  db: Db,
  user: { id: UserPrincipal['userId']; email: string },
  currentPassword: string,
): Promise<void> {
  await requireUnlocked(db, user.email);
  const row = await overAll(db, 'found')
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (await verifyPassword(row.password_hash, currentPassword)) return;
  await countFailure(db, user.email);
  throw new AppError('CURRENT_PASSWORD_INVALID');
}
