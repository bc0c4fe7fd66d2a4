import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import { AppError } from '../platform/errors.ts';
import type { SsoFace } from '../platform/oidc/code-flow.ts';
import { type ProvenIdentity, useIdToken } from '../platform/oidc/id-token.ts';
import type { Origin } from '../sessions/session.ts';
import {
  openSession,
  recordFailedSignIn,
  type SignedIn,
  type SignInDeps,
  signedIn,
} from '../sign-in/sign-in.ts';
import { type IdentityProof, proveIdentity } from './proof.ts';

export interface OidcLoginDeps extends SignInDeps, SsoFace {}

/** Signs in the user to whom the identity is linked. A token that nobody is linked to is not used up: it can be linked. */
export async function oidcLogin(
  deps: OidcLoginDeps,
  origin: Origin,
  proof: IdentityProof,
): Promise<SignedIn> {
  const proven = await proveIdentity(deps, proof);
  const holder = await findHolder(deps.db, proven);
  if (!holder) throw new AppError('SSO_NOT_LINKED');
  if (holder.status !== 'active') {
    await recordFailedSignIn(deps.db, origin, holder, { authMethod: 'sso' });
    throw new AppError('UNAUTHORIZED', { message: 'This user cannot sign in. Ask an owner of the account.' });
  }
  const session = await transaction(deps.db, async (tx) => {
    await useIdToken(tx, proven);
    const { issuer, provider, expiresAt } = proven;
    // Anew, and locked: the link may have been removed meanwhile.
    const used = await overAll(tx, 'sign-in')
      .updateTable('sso_identities')
      .set({ last_used_at: new Date() })
      .where('id', '=', holder.identityId)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new AppError('SSO_NOT_LINKED');
    return openSession(
      { tx, ...deps },
      holder,
      { authMethod: 'sso', issuer, provider, notAfter: expiresAt },
      origin,
    );
  });
  return signedIn(deps, session);
}

function findHolder(db: Db, { issuer, subject }: ProvenIdentity) {
  return overAll(db, 'sign-in')
    .selectFrom('sso_identities')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'sso_identities.user_id')
        .onRef('users.account_id', '=', 'sso_identities.account_id'),
    )
    .where('sso_identities.issuer', '=', issuer)
    .where('sso_identities.subject', '=', subject)
    .select([
      'sso_identities.id as identityId',
      'users.id',
      'users.account_id as accountId',
      'users.name',
      'users.status',
      userReach.as('companyIds'),
    ])
    .executeTakeFirst();
}
