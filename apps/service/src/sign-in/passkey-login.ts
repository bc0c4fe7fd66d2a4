import {
  type Assertion,
  advanceCounter,
  checkAssertion,
  type PasskeyHolder,
  signInOptions,
} from '../passkeys/assertion.ts';
import type { PasskeyDeps } from '../passkeys/challenge.ts';
import { actingUser, recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { NewSession, Origin } from '../sessions/session.ts';
import type { ViewDeps } from '../users/find.ts';
import { limitChallenges, limitSignIn, openSession, type SignedIn, signedIn } from './sign-in.ts';

export interface PasskeyLoginDeps extends ViewDeps, PasskeyDeps {
  rateLimiter: RateLimiter;
}

export function passkeyChallenge(deps: PasskeyLoginDeps, address: string) {
  limitChallenges(deps.rateLimiter, address);
  return signInOptions(deps);
}

/** Whatever is wrong answers alike, except a counter that did not go up. [API Sign-in] */
export async function passkeyLogin(
  deps: PasskeyLoginDeps,
  origin: Origin,
  assertion: Assertion,
): Promise<SignedIn> {
  limitSignIn(deps.rateLimiter, origin.address);
  const outcome = await checkAssertion(deps, assertion);
  if (outcome.kind !== 'verified') {
    if (outcome.kind === 'refused') await recordFailure(deps.db, origin, outcome.holder);
    throw refused();
  }
  const { holder, passkeyId, counter } = outcome;
  const session = await transaction(
    deps.db,
    async (tx): Promise<NewSession | 'went-backwards' | 'removed'> => {
      const step = await advanceCounter(tx, passkeyId, counter);
      return step === 'advanced' ? openSession(tx, holder.id, { authMethod: 'passkey' }, origin) : step;
    },
  );
  if (session === 'removed') throw refused();
  if (session === 'went-backwards') {
    await recordFailure(deps.db, origin, holder, 'PASSKEY_CLONE_DETECTED');
    throw new AppError('PASSKEY_CLONE_DETECTED');
  }
  return signedIn(deps, holder.id, session);
}

const refused = () =>
  new AppError('UNAUTHORIZED', {
    message: 'The passkey could not be verified. Ask for a new challenge, or sign in another way.',
  });

function recordFailure(db: Db, origin: Origin, holder: PasskeyHolder, reason?: string): Promise<void> {
  return transaction(db, (tx) =>
    recordAccountAudit(tx, {
      accountId: holder.accountId,
      actor: actingUser(holder.id, holder.name, origin.address),
      eventType: 'session.failed',
      companyIds: holder.companyIds ?? 'all',
      target: { type: 'user', id: holder.id, name: holder.name },
      metadata: { authMethod: 'passkey', reason },
    }),
  );
}
