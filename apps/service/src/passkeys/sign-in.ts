import { transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Origin } from '../sessions/session.ts';
import {
  type OpenSession,
  openSession,
  recordFailedSignIn,
  type SignedIn,
  type SignInDeps,
  signedIn,
} from '../sign-in/sign-in.ts';
import {
  type Assertion,
  advanceCounter,
  checkAssertion,
  type PasskeyHolder,
  signInOptions,
} from './assertion.ts';
import type { PasskeyDeps } from './challenge.ts';

const authMethod = 'passkey';

export interface PasskeyLoginDeps extends SignInDeps, PasskeyDeps {}

export function passkeyChallenge(deps: PasskeyLoginDeps) {
  return signInOptions(deps);
}

/** Whatever is wrong answers alike, except a counter that did not go up. [PKY-3] */
export async function passkeyLogin(
  deps: PasskeyLoginDeps,
  origin: Origin,
  assertion: Assertion,
): Promise<SignedIn> {
  const outcome = await checkAssertion(deps, assertion);
  if (outcome.kind === 'locked') return refuseClone(deps, origin, outcome.holder);
  if (outcome.kind !== 'verified') {
    if (outcome.kind === 'refused') await recordFailedSignIn(deps.db, origin, outcome.holder, { authMethod });
    throw refused();
  }
  const { holder, passkeyId, counter } = outcome;
  const session = await transaction(
    deps.db,
    async (tx): Promise<OpenSession | 'went-backwards' | 'removed'> => {
      const step = await advanceCounter(tx, passkeyId, counter);
      return step === 'advanced' ? openSession({ tx, ...deps }, holder.id, { authMethod }, origin) : step;
    },
  );
  if (session === 'removed') throw refused();
  if (session === 'went-backwards') return refuseClone(deps, origin, holder);
  return signedIn(deps, session);
}

async function refuseClone(deps: PasskeyLoginDeps, origin: Origin, holder: PasskeyHolder): Promise<never> {
  await recordFailedSignIn(deps.db, origin, holder, { authMethod, reason: 'PASSKEY_CLONE_DETECTED' });
  throw new AppError('PASSKEY_CLONE_DETECTED');
}

const refused = () =>
  new AppError('UNAUTHORIZED', {
    message: 'The passkey could not be verified. Ask for a new challenge, or sign in another way.',
  });
