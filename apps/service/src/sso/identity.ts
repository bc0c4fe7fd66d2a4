import { actorOf } from '../platform/access/actor.ts';
import {
  isOwner,
  type Principal,
  requireGiving,
  requireNoDesk,
  type UserPrincipal,
} from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { overAll, scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { type Id, newId, parseId, type UserId } from '../platform/ids.ts';
import type { SsoFace } from '../platform/oidc/code-flow.ts';
import { type ProvenIdentity, useIdToken } from '../platform/oidc/id-token.ts';
import { findUser, subjectOf, type UserRow } from '../users/find.ts';
import { lockManageable } from '../users/lock.ts';
import { maySee, requireManageable } from '../users/user.ts';
import { type IdentityProof, proveIdentity } from './proof.ts';

export interface IdentityView {
  id: Id<'SsoIdentity'>;
  userId: UserId;
  email: string;
  provider: string;
  issuer: string;
  subject: string;
  createdAt: string;
  lastUsedAt?: string;
}

export interface IdentityRow {
  id: Id<'SsoIdentity'>;
  user_id: UserId;
  email: string;
  provider: string;
  issuer: string;
  subject: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const toIdentityView = (row: IdentityRow): IdentityView => ({
  id: row.id,
  userId: row.user_id,
  email: row.email,
  provider: row.provider,
  issuer: row.issuer,
  subject: row.subject,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString(),
});

/**
 * Links an identity: a person to themselves, where the token must have their own address; an API key to a user whom it
 * manages. Issuer and subject are the link, the address is only shown. In a suspended account people link, machines change
 * nothing. [SSO-3, SSO-7]
 */
export async function linkIdentity(
  deps: SsoFace,
  principal: Principal,
  input: IdentityProof & { userId?: string },
): Promise<IdentityView> {
  requireNoDesk(principal);
  if (principal.kind === 'api-key' && principal.accountStatus === 'SUSPENDED')
    throw new AppError('ACCOUNT_SUSPENDED');
  const user = await userToLink(deps.db, principal, input.userId);
  const proven = await proveIdentity(deps, input);
  if (principal.kind === 'user') requireOwnEmail(principal, proven);
  const row = await transaction(deps.db, async (tx) => {
    // Anew, and locked: the user may have become an owner, or nobody, meanwhile.
    if (principal.kind === 'api-key') requireLinkable(await lockManageable(tx, principal, user.id));
    await useIdToken(tx, proven);
    return insertIdentity(tx, principal, user, proven);
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'sso_identities_taken' ? new AppError('SSO_IDENTITY_TAKEN') : error;
  });
  return toIdentityView(row);
}

async function userToLink(db: Db, principal: Principal, id: string | undefined): Promise<UserRow> {
  if (principal.kind === 'user' && id !== undefined && id.toLowerCase() !== principal.userId)
    throw invalidField('userId', 'a signed-in person links their own identity; leave it out');
  const userId = principal.kind === 'user' ? principal.userId : id;
  if (userId === undefined) throw invalidField('userId', 'is needed from an API key', 'REQUIRED');
  const user = await findUser(db, principal, userId);
  if (!user) throw new AppError('NOT_FOUND');
  if (principal.kind === 'api-key') requireManageable(principal, subjectOf(user));
  requireGiving(principal);
  requireLinkable(user);
  return user;
}

function requireLinkable(user: UserRow): void {
  if (user.status !== 'active')
    throw new AppError('INVALID_STATE', { message: 'The user is deactivated. Enable the user first.' });
}

/** Whoever may write any address into their profile at the provider has not shown that it is theirs. */
function requireOwnEmail(principal: UserPrincipal, { email }: ProvenIdentity): void {
  if (email === principal.email) return;
  const message =
    email === undefined
      ? 'The provider does not say that the e-mail address is verified. Verify it there, or have an API key link the identity.'
      : undefined;
  throw new AppError('SSO_EMAIL_MISMATCH', { message });
}

/** Linking again what is linked already to the same user changes nothing but the address shown. */
async function insertIdentity(
  tx: Tx,
  principal: Principal,
  user: UserRow,
  proven: ProvenIdentity,
): Promise<IdentityRow> {
  const email = proven.email ?? user.email;
  const row = await tx
    .insertInto('sso_identities')
    .values({
      id: newId(),
      account_id: principal.accountId,
      user_id: user.id,
      email,
      provider: proven.provider,
      issuer: proven.issuer,
      subject: proven.subject,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('sso_identities_taken')
        .doUpdateSet({ email })
        .where('sso_identities.user_id', '=', user.id),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('SSO_IDENTITY_TAKEN');
  await recordAbout(tx, principal, user, row, 'sso_identity.linked');
  return row;
}

/**
 * An owner removes any identity of the account, anybody else one with their own address, an API key any of those whose
 * users it manages. Sessions that rest on it end, except the one that asks.
 */
export async function unlinkIdentity(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  requireNoDesk(principal);
  const identityId = parseId<'SsoIdentity'>(id);
  if (!identityId) throw new AppError('NOT_FOUND');
  await transaction(deps.db, async (tx) => {
    const row = await scoped(tx, principal)
      .deleteFrom('sso_identities')
      .where('id', '=', identityId)
      .returningAll()
      .executeTakeFirst();
    const user = row && (await findUser(tx, principal, row.user_id));
    if (!user) throw new AppError('NOT_FOUND');
    requireUnlinkable(principal, user, row);
    await endSsoSessions(tx, principal, row);
    await recordAbout(tx, principal, user, row, 'sso_identity.unlinked');
  });
}

function requireUnlinkable(principal: Principal, user: UserRow, row: IdentityRow): void {
  if (isOwner(principal)) return;
  if (principal.kind === 'api-key') {
    if (!maySee(principal, subjectOf(user))) throw new AppError('NOT_FOUND');
    return;
  }
  if (row.email !== principal.email)
    throw new AppError('FORBIDDEN', { message: "Only an owner removes another's identity. Ask an owner." });
}

async function endSsoSessions(tx: Tx, principal: Principal, row: IdentityRow): Promise<void> {
  let query = overAll(tx, 'found')
    .deleteFrom('sessions')
    .where('user_id', '=', row.user_id)
    .where('auth_method', '=', 'sso')
    .where('issuer', '=', row.issuer);
  if (principal.kind === 'user') query = query.where('id', '<>', principal.session.id);
  await query.execute();
}

function recordAbout(
  tx: Tx,
  principal: Principal,
  user: UserRow,
  row: IdentityRow,
  eventType: 'sso_identity.linked' | 'sso_identity.unlinked',
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType,
    companyIds: subjectOf(user).reach.companyIds,
    target: { type: 'user', id: user.id, name: user.name, sub: row.id },
    metadata: { issuer: row.issuer, provider: row.provider },
  });
}
