import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import type { Assertion, HeldPasskey } from '../platform/webauthn/assertion.ts';
import { enterByPasskey } from '../platform/webauthn/enter.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';
import type { Origin } from '../sessions/session.ts';
import {
  openSession,
  recordFailedSignIn,
  type SignedIn,
  type SignInDeps,
  signedIn,
  type TriedUser,
} from '../sign-in/sign-in.ts';

const authMethod = 'passkey';

export interface PasskeyLoginDeps extends SignInDeps, PasskeyFace {}

/** Signs in the user whose passkey signed our challenge. */
export async function passkeyLogin(
  deps: PasskeyLoginDeps,
  origin: Origin,
  assertion: Assertion,
): Promise<SignedIn> {
  const session = await enterByPasskey(deps, assertion, {
    table: 'passkeys',
    find: (credentialId) => findPasskey(deps.db, credentialId),
    hold: holdUser,
    open: (tx, holder) => openSession({ tx, ...deps }, holder, { authMethod }, origin),
    recordFailure: (holder, reason) => recordFailedSignIn(deps.db, origin, holder, { authMethod, reason }),
  });
  return signedIn(deps, session);
}

async function findPasskey(db: Db, credentialId: Buffer): Promise<HeldPasskey<TriedUser> | undefined> {
  const row = await overAll(db, 'sign-in')
    .selectFrom('passkeys')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'passkeys.user_id').onRef('users.account_id', '=', 'passkeys.account_id'),
    )
    .where('passkeys.credential_id', '=', credentialId)
    .where('users.status', '=', 'active')
    .select([
      'passkeys.id as passkeyId',
      'passkeys.public_key as publicKey',
      'passkeys.locked_at as lockedAt',
      'users.id',
      'users.account_id as accountId',
      'users.name',
      userReach.as('companyIds'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { passkeyId, publicKey, lockedAt, ...holder } = row;
  return { passkeyId, publicKey, lockedAt, holder };
}

async function holdUser(tx: Tx, { id }: TriedUser): Promise<boolean> {
  const user = await overAll(tx, 'sign-in')
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user !== undefined;
}
