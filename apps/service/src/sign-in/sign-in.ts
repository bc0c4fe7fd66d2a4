import { actingUser, actorOf } from '../platform/access/actor.ts';
import { type AuthMethod, requireOpenAccount, type UserPrincipal } from '../platform/access/principal.ts';
import type { Reach } from '../platform/access/reach.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import type { AccountId, UserId } from '../platform/ids.ts';
import {
  findBySession,
  issueSession,
  type NewSession,
  type Origin,
  type SessionKind,
  type SessionOwner,
} from '../sessions/session.ts';
import { type ViewDeps, viewOfUser } from '../users/find.ts';
import type { UserView } from '../users/user.ts';

/** What every way in needs. */
export interface SignInDeps extends ViewDeps {
  environment: Environment;
}

export interface SignedIn {
  token: string;
  expiresAt: string;
  user: UserView;
}

/** A session, and whom it makes of the caller. */
export type OpenSession = NewSession & { principal: UserPrincipal };

/** Opens a session for a user whose proof was accepted, and says so in the account's audit. */
export async function openSession(
  { tx, environment }: { tx: Tx; environment: Environment },
  user: SessionOwner,
  kind: SessionKind,
  origin: Origin,
): Promise<OpenSession> {
  const session = await issueSession({ tx, environment }, user, kind, origin);
  const principal = (await findBySession(tx, session.token)) as UserPrincipal | undefined;
  if (!principal) throw new AppError('UNAUTHORIZED');
  requireOpenAccount(principal.accountStatus);
  const isDesk = kind.authMethod === 'desk';
  if (!isDesk)
    await overAll(tx, 'sign-in')
      .updateTable('users')
      .set({ last_login_at: new Date() })
      .where('id', '=', user.id)
      .execute();
  await recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: isDesk
      ? { ...actorOf(principal), address: origin.address }
      : actingUser(user.id, principal.name, origin.address),
    eventType: isDesk ? 'desk_session.opened' : 'session.created',
    companyIds: principal.reach.companyIds,
    target: { type: 'session', id: session.id },
    metadata: { authMethod: kind.authMethod, reason: kind.actor?.reason },
  });
  return { ...session, principal };
}

export async function signedIn(deps: ViewDeps, session: OpenSession): Promise<SignedIn> {
  const { token, expiresAt, principal } = session;
  const user = await viewOfUser(deps, principal, principal.userId);
  return { token, expiresAt: expiresAt.toISOString(), user };
}

/** The user whose way in was tried. */
export interface TriedUser {
  id: UserId;
  accountId: AccountId;
  name: string;
  companyIds: Reach['companyIds'];
}

/** A failed sign-in stands in the audit of the user's account. Whoever it was has not shown to be the user. */
export function recordFailedSignIn(
  db: Db,
  origin: Origin,
  user: TriedUser,
  metadata: { authMethod: AuthMethod; reason?: string },
): Promise<void> {
  return transaction(db, (tx) =>
    recordAccountAudit(tx, {
      accountId: user.accountId,
      actor: { kind: 'NOBODY', name: 'Unknown', address: origin.address },
      eventType: 'session.failed',
      companyIds: user.companyIds,
      target: { type: 'user', id: user.id, name: user.name },
      metadata,
    }),
  );
}
