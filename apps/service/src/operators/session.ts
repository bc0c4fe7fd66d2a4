import { actingOperator } from '../platform/access/actor.ts';
import type { OperatorAuthMethod, OperatorPrincipal } from '../platform/access/operator-access.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { type Environment, newCredential } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { newId, type OperatorId, parseId } from '../platform/ids.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { hashSecret } from '../platform/secret.ts';
import type { OperatorRow, OperatorView } from './operator.ts';

/** A working day; the end never moves. */
const LIFETIME_MS = 12 * 3_600_000;
const USER_AGENT_LENGTH = 200;

/** Where a sign-in came from. */
export interface Origin {
  address: string;
  userAgent?: string;
}

export interface SignedIn {
  /** Shown once; its hash is kept. */
  token: string;
  expiresAt: string;
  operator: OperatorView;
}

export const originOf = ({ address, userAgent }: Origin): Origin => ({ address, userAgent });

/** What is one's own is asked for by the person, in a session of theirs. */
export function requireSession({ operatorId, credential }: OperatorPrincipal): {
  operatorId: OperatorId;
  sessionId: string;
  authMethod: OperatorAuthMethod;
} {
  if (!operatorId || credential.kind !== 'session') throw new AppError('SESSION_REQUIRED');
  const { id: sessionId, authMethod } = credential;
  return { operatorId, sessionId, authMethod };
}

/** With what somebody came in. */
export interface SessionKind {
  authMethod: OperatorAuthMethod;
  /** Of the provider that vouched for them. */
  issuer?: string;
  /** The end of what the session rests on, when that is sooner. */
  notAfter?: Date;
}

/** Opens a session for an operator whose proof was accepted. */
export async function openSession(
  { tx, environment }: { tx: Tx; environment: Environment },
  operator: Pick<OperatorRow, 'id' | 'name'>,
  { authMethod, issuer, notAfter }: SessionKind,
  origin: Origin,
): Promise<{ token: string; expiresAt: string }> {
  const [id, token] = [newId<'OperatorSession'>(), newCredential('operator-session', environment)];
  const ends = Math.min(Date.now() + LIFETIME_MS, notAfter?.getTime() ?? Number.POSITIVE_INFINITY);
  const expiresAt = new Date(ends);
  await tx
    .insertInto('operator_sessions')
    .values({
      id,
      operator_id: operator.id,
      token_hash: hashSecret(token),
      auth_method: authMethod,
      address: origin.address,
      user_agent: origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      expires_at: expiresAt,
    })
    .execute();
  await tx
    .updateTable('operators')
    .set({ last_login_at: new Date() })
    .where('id', '=', operator.id)
    .execute();
  await recordOperatorAudit(tx, {
    actor: { kind: 'OPERATOR', id: operator.id, name: operator.name, address: origin.address },
    eventType: 'operator_session.created',
    target: { type: 'operator_session', id },
    metadata: { authMethod, issuer },
  });
  return { token, expiresAt: expiresAt.toISOString() };
}

/** Ends all of an operator's sessions, except the one named. */
export async function endSessions(tx: Tx, operatorId: OperatorId, keep?: string): Promise<void> {
  const all = tx.deleteFrom('operator_sessions').where('operator_id', '=', operatorId);
  const kept = keep === undefined ? undefined : parseId<'OperatorSession'>(keep);
  await (kept ? all.where('id', '<>', kept) : all).execute();
}

export interface SessionView {
  id: string;
  address: string;
  userAgent?: string;
  authMethod: OperatorAuthMethod;
  createdAt: string;
  expiresAt: string;
  current: boolean;
}

/** One's own sessions, newest first. */
export async function ownSessions({ db }: { db: Db }, principal: OperatorPrincipal): Promise<SessionView[]> {
  const { operatorId, credential } = principal;
  if (!operatorId) return [];
  const rows = await db
    .selectFrom('operator_sessions')
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', new Date())
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    userAgent: row.user_agent ?? undefined,
    authMethod: row.auth_method,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: credential.kind === 'session' && credential.id === row.id,
  }));
}

/** Ends one of one's own sessions; signing out is ending the present one. */
export async function endSession(
  { db }: { db: Db },
  principal: OperatorPrincipal,
  id: string,
): Promise<void> {
  const [sessionId, { operatorId }] = [parseId<'OperatorSession'>(id), principal];
  if (!sessionId || !operatorId) throw new AppError('NOT_FOUND');
  await transaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom('operator_sessions')
      .where('id', '=', sessionId)
      .where('operator_id', '=', operatorId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new AppError('NOT_FOUND');
    await recordOperatorAudit(tx, {
      actor: actingOperator(principal),
      eventType: 'operator_session.ended',
      target: { type: 'operator_session', id: ended.id },
    });
  });
}
