import { recordAccountAudit, recordUnclaimedAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import { AppError } from '../platform/errors.ts';
import type { Turns } from '../platform/turns.ts';
import type { Origin } from '../sessions/session.ts';
import { clearFailures, countFailure, requireUnlocked } from '../users/lockout.ts';
import { verifyAgainstNobody, verifyPassword } from '../users/password.ts';
import { openSession, type SignedIn, type SignInDeps, signedIn } from './sign-in.ts';

export interface PasswordLoginDeps extends SignInDeps {
  signInTurns: Turns;
}

/**
 * Checks the password; a wrong one, an unknown address and an inactive user answer alike, after the same work.
 * [AUT-3, AUT-4] One address is checked one attempt at a time, so that a thousand at once meet the lock after five.
 */
export function passwordLogin(
  deps: PasswordLoginDeps,
  origin: Origin,
  input: { email: string; password: string },
): Promise<SignedIn> {
  const email = normaliseEmail(input.email);
  return deps.signInTurns.take(email, () => attempt(deps, origin, email, input.password));
}

async function attempt(
  deps: PasswordLoginDeps,
  origin: Origin,
  email: string,
  password: string,
): Promise<SignedIn> {
  await requireUnlocked(deps.db, email);
  const user = await findHolder(deps.db, email);
  const isActive = user?.status === 'active';
  const isRight = isActive
    ? await verifyPassword(user.password_hash, password)
    : await verifyAgainstNobody(password);
  if (!isActive || !isRight) {
    await recordFailure(deps.db, origin, email, user);
    throw new AppError('UNAUTHORIZED', {
      message: 'The e-mail address or the password is wrong. Check both.',
    });
  }
  const session = await transaction(deps.db, async (tx) => {
    await clearFailures(tx, email);
    return openSession({ tx, ...deps }, user, { authMethod: 'password' }, origin);
  });
  return signedIn(deps, session);
}

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

function findHolder(db: Db, email: string) {
  return overAll(db, 'sign-in')
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.email', '=', email)
    .select([
      'users.id',
      'users.name',
      'users.password_hash',
      'users.status',
      'accounts.id as accountId',
      userReach.as('companyIds'),
    ])
    .executeTakeFirst();
}

/** One count and one row, whether or not somebody has the address. */
function recordFailure(db: Db, origin: Origin, email: string, user: Holder | undefined): Promise<void> {
  return transaction(db, async (tx) => {
    await countFailure(tx, email);
    const failure = {
      // Whoever it was has not shown to be the user: the user is what the row is about.
      actor: { kind: 'NOBODY', name: 'Unknown', address: origin.address },
      eventType: 'session.failed',
      metadata: { authMethod: 'password' },
    } as const;
    if (!user) return recordUnclaimedAudit(tx, failure);
    const { accountId, companyIds, id, name } = user;
    await recordAccountAudit(tx, { ...failure, accountId, companyIds, target: { type: 'user', id, name } });
  });
}
