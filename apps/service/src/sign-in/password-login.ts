import { type Db, transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { addressKey, perHour, perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import { findBySession, issueSession } from '../sessions/session.ts';
import { verifyAgainstNobody, verifyPassword } from '../users/password.ts';
import { normaliseEmail, type UserView, userOf } from '../users/user.ts';
import { clearFailures, countFailure, requireUnlocked } from './lockout.ts';

export interface SignedIn {
  token: string;
  expiresAt: string;
  user: UserView;
}

/** Checks the password; a wrong one, an unknown address and an inactive user answer alike. [contract L216] */
export async function passwordLogin(
  deps: { db: Db; rateLimiter: RateLimiter },
  address: string,
  input: { email: string; password: string },
): Promise<SignedIn> {
  deps.rateLimiter.take('sign-in/minute', addressKey(address), perMinute(10));
  deps.rateLimiter.take('sign-in/hour', addressKey(address), perHour(100));
  const email = normaliseEmail(input.email);
  await requireUnlocked(deps.db, email);
  const user = await deps.db
    .selectFrom('users')
    .where('email', '=', email)
    .where('status', '=', 'active')
    .select(['id', 'password_hash'])
    .executeTakeFirst();
  const right = user
    ? await verifyPassword(user.password_hash, input.password)
    : await verifyAgainstNobody(input.password);
  if (!user || !right) {
    await countFailure(deps.db, email);
    throw new AppError('UNAUTHORIZED', {
      message: 'The e-mail address or the password is wrong. Check both.',
    });
  }
  await clearFailures(deps.db, email);
  const session = await transaction(deps.db, async (tx) => {
    await tx.updateTable('users').set({ last_login_at: new Date() }).where('id', '=', user.id).execute();
    return issueSession(tx, user.id, 'password');
  });
  const principal = await findBySession(deps.db, session.token);
  if (principal?.kind !== 'user') throw new AppError('UNAUTHORIZED');
  return { token: session.token, expiresAt: session.expiresAt.toISOString(), user: userOf(principal) };
}
