import type { Db } from '../platform/db/database.ts';
import type { Assertion, HeldPasskey } from '../platform/webauthn/assertion.ts';
import { enterByPasskey } from '../platform/webauthn/enter.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';
import { holdActive, type OperatorRow, viewOfOperator } from './operator.ts';
import { type Origin, openSession, type SignedIn } from './session.ts';
import { recordFailure, type SignInDeps } from './sign-in.ts';

export interface PasskeySignInDeps extends SignInDeps, PasskeyFace {}

const authMethod = 'passkey';

/** Signs in the operator whose passkey signed our challenge. [OPR-36] */
export async function signInByPasskey(
  deps: PasskeySignInDeps,
  origin: Origin,
  assertion: Assertion,
): Promise<SignedIn> {
  const { db } = deps;
  const { holder, ...session } = await enterByPasskey(deps, assertion, {
    table: 'operator_passkeys',
    find: (credentialId) => findPasskey(db, credentialId),
    hold: async (tx, { id }) => (await holdActive(tx, id)) !== undefined,
    open: async (tx, holder) => ({
      holder,
      ...(await openSession({ tx, ...deps }, holder, { authMethod }, origin)),
    }),
    recordFailure: (holder, reason) => recordFailure(db, origin, { holder, authMethod, reason }),
  });
  return { ...session, operator: await viewOfOperator(db, holder.id) };
}

type Holder = Pick<OperatorRow, 'id' | 'name'>;

async function findPasskey(db: Db, credentialId: Buffer): Promise<HeldPasskey<Holder> | undefined> {
  const row = await db
    .selectFrom('operator_passkeys as passkey')
    .innerJoin('operators', 'operators.id', 'passkey.operator_id')
    .where('passkey.credential_id', '=', credentialId)
    .where('operators.status', '=', 'active')
    .select(['passkey.id as passkeyId', 'passkey.public_key as publicKey', 'passkey.locked_at as lockedAt'])
    .select(['operators.id', 'operators.name'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { passkeyId, publicKey, lockedAt, ...holder } = row;
  return { passkeyId, publicKey, lockedAt, holder };
}
