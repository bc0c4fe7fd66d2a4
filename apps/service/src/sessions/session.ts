import type { AuthMethod, DeskActor, Principal } from '../platform/access/principal.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { userReach } from '../platform/db/user-reach.ts';
import { type Environment, isWellFormedCredential, newCredential } from '../platform/environment.ts';
import { type AccountId, newId, type SessionId, type UserId } from '../platform/ids.ts';
import { hashSecret } from '../platform/secret.ts';

const HOUR = 3_600_000;
/** Fixed end: `expiresAt` never slides. [AUT-5] */
const LIFETIME = 12 * HOUR;
const DESK_LIFETIME = HOUR;
const USER_AGENT_LENGTH = 200;

export interface NewSession {
  id: SessionId;
  token: string;
  expiresAt: Date;
}

/** Where a sign-in came from: what a person needs to recognise a session of their own. */
export interface Origin {
  address: string;
  userAgent?: string;
}

export interface SessionKind {
  authMethod: AuthMethod;
  issuer?: string;
  provider?: string;
  /** The end of what the session rests on, when that is sooner. */
  notAfter?: Date;
  /** Only in a desk session. */
  actor?: DeskActor;
}

/** Whose a session is. */
export interface SessionOwner {
  id: UserId;
  accountId: AccountId;
}

/** What a successful sign-in leaves behind. The token is shown once; its hash is kept. */
export async function issueSession(
  { tx, environment }: { tx: Tx; environment: Environment },
  { id: userId, accountId }: SessionOwner,
  kind: SessionKind,
  origin: Origin,
): Promise<NewSession> {
  const [id, token] = [newId<'Session'>(), newCredential('session', environment)];
  const lifetime = kind.authMethod === 'desk' ? DESK_LIFETIME : LIFETIME;
  const ends = Math.min(Date.now() + lifetime, kind.notAfter?.getTime() ?? Number.POSITIVE_INFINITY);
  const expiresAt = new Date(ends);
  await tx
    .insertInto('sessions')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      token_hash: hashSecret(token),
      auth_method: kind.authMethod,
      issuer: kind.issuer ?? null,
      provider: kind.provider ?? null,
      address: origin.address,
      user_agent: origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      actor_id: kind.actor?.id ?? null,
      actor_name: kind.actor?.name ?? null,
      actor_reason: kind.actor?.reason ?? null,
      expires_at: expiresAt,
    })
    .execute();
  return { id, token, expiresAt };
}

/** Ends all of a user's sessions, except the one named. */
export async function endSessions(tx: Tx, userId: UserId, keep?: SessionId): Promise<void> {
  let query = overAll(tx, 'found').deleteFrom('sessions').where('user_id', '=', userId);
  if (keep) query = query.where('id', '<>', keep);
  await query.execute();
}

/** Who holds this token, read anew on every request so that a change takes effect on the next. [USR-7] */
export async function findBySession(db: Db, token: string): Promise<Principal | undefined> {
  if (!isWellFormedCredential(token, 'session')) return undefined;
  return principalOf(await sessionRow(db, 'sessions.token_hash', hashSecret(token)));
}

/** The same by the session itself, for what goes on after the request that began it. */
export async function findSession(db: Db, id: SessionId): Promise<Principal | undefined> {
  return principalOf(await sessionRow(db, 'sessions.id', id));
}

type Row = NonNullable<Awaited<ReturnType<typeof sessionRow>>>;

function principalOf(row: Row | undefined): Principal | undefined {
  if (!row) return undefined;
  const { accountId, accountStatus, userId, email, role } = row;
  const actor = deskActorOf(row);
  return {
    kind: 'user',
    accountId,
    accountStatus,
    userId,
    name: actor ? `${actor.name} (operator)` : row.name,
    email,
    role,
    // The staff member at the desk cannot set the user's password, and need not.
    mustChangePassword: row.mustChangePassword && !actor,
    reach: { accountId, companyIds: row.companyIds },
    session: {
      id: row.sessionId,
      expiresAt: row.expiresAt,
      authMethod: row.authMethod,
      issuer: row.issuer ?? undefined,
      provider: row.provider ?? undefined,
      actor,
    },
  };
}

function deskActorOf({ actorId, actorName, actorReason }: Row): DeskActor | undefined {
  if (actorName === null) return undefined;
  return { id: actorId ?? undefined, name: actorName, reason: actorReason ?? '' };
}

function sessionRow(db: Db, column: 'sessions.id' | 'sessions.token_hash', value: SessionId | Buffer) {
  return overAll(db, 'sign-in')
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'sessions.user_id').onRef('users.account_id', '=', 'sessions.account_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where(column, '=', value)
    .where('sessions.expires_at', '>', new Date())
    .where('users.status', '=', 'active')
    .select([
      'sessions.id as sessionId',
      'sessions.expires_at as expiresAt',
      'sessions.auth_method as authMethod',
      'sessions.issuer',
      'sessions.provider',
      'sessions.actor_id as actorId',
      'sessions.actor_name as actorName',
      'sessions.actor_reason as actorReason',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.must_change_password as mustChangePassword',
      'accounts.id as accountId',
      'accounts.status as accountStatus',
      userReach.as('companyIds'),
    ])
    .executeTakeFirst();
}
