import { actingOperator } from '../platform/access/actor.ts';
import type { OperatorAuthMethod, OperatorPrincipal } from '../platform/access/operator-access.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import type { Turns } from '../platform/turns.ts';
import { clearFailures, countFailure, requireUnlocked } from '../users/lockout.ts';
import { checkNewPassword, hashPassword, verifyAgainstNobody, verifyPassword } from '../users/password.ts';
import { lockNameOf, type OperatorRow, type OperatorView, viewOfOperator } from './operator.ts';
import { endSessions, type Origin, openSession, requireSession, type SignedIn } from './session.ts';

export interface SignInDeps {
  db: Db;
  environment: Environment;
  signInTurns: Turns;
}

/** A wrong password, an unknown address and somebody who left answer alike, after the same work. [OPR-11] */
export function login(
  deps: SignInDeps,
  origin: Origin,
  input: { email: string; password: string },
): Promise<SignedIn> {
  const email = normaliseEmail(input.email);
  return deps.signInTurns.take(lockNameOf(email), () => attempt(deps, origin, email, input.password));
}

async function attempt(deps: SignInDeps, origin: Origin, email: string, password: string): Promise<SignedIn> {
  const { db, environment } = deps;
  await requireUnlocked(db, lockNameOf(email));
  const row = await db.selectFrom('operators').where('email', '=', email).selectAll().executeTakeFirst();
  const holder = row?.status === 'active' ? row : undefined;
  const isRight = holder
    ? await verifyPassword(holder.password_hash, password)
    : await verifyAgainstNobody(password);
  if (!holder || !isRight) {
    await recordFailure(db, origin, { authMethod: 'password', lock: lockNameOf(email), holder });
    throw new AppError('UNAUTHORIZED', {
      message: 'The e-mail address or the password is wrong. Check both.',
    });
  }
  const session = await transaction(db, async (tx) => {
    await clearFailures(tx, lockNameOf(email));
    return openSession({ tx, environment }, holder, { authMethod: 'password' }, origin);
  });
  return { ...session, operator: await viewOfOperator(db, holder.id) };
}

/** A way in that was tried in vain. */
interface Failure {
  authMethod: OperatorAuthMethod;
  /** Counted under this name: so many wrong passwords lock it. */
  lock?: string;
  /** Whom the provider vouched for. */
  email?: string | undefined;
  holder?: Pick<OperatorRow, 'id' | 'name'> | undefined;
  reason?: string | undefined;
}

/** Whoever it was has not shown to be the operator: the operator is what the line is about. */
export function recordFailure(db: Db, origin: Origin, { lock, holder, ...metadata }: Failure): Promise<void> {
  return transaction(db, async (tx) => {
    if (lock !== undefined) await countFailure(tx, lock);
    await recordOperatorAudit(tx, {
      actor: { kind: 'NOBODY', name: 'Unknown', address: origin.address },
      eventType: 'operator_session.failed',
      target: holder && { type: 'operator', id: holder.id, name: holder.name },
      metadata,
    });
  });
}

export interface OwnChange {
  name?: string;
  password?: string;
  currentPassword?: string;
}

/** One's own name and password. With a new password every other session ends. */
export async function changeOneself(
  deps: SignInDeps,
  principal: OperatorPrincipal,
  input: OwnChange,
): Promise<OperatorView> {
  const { operatorId, sessionId, authMethod } = requireSession(principal);
  if (input.password !== undefined && authMethod === 'sso')
    throw new AppError('PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION');
  if (input.name === undefined && input.password === undefined)
    throw invalidField('name', 'or password must be given');
  const hash = input.password === undefined ? undefined : await newHash(deps, principal, input);
  await transaction(deps.db, async (tx) => {
    const actor = actingOperator(principal);
    await tx
      .updateTable('operators')
      .set({
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(hash === undefined ? {} : { password_hash: hash, must_change_password: false }),
      })
      .where('id', '=', operatorId)
      .execute();
    if (hash !== undefined) await endSessions(tx, operatorId, sessionId);
    await recordOperatorAudit(tx, {
      actor,
      eventType: hash === undefined ? 'operator.updated' : 'operator.password_changed',
      target: { type: 'operator', id: operatorId, name: input.name ?? principal.name },
    });
  });
  const mustChangePassword = principal.mustChangePassword && hash === undefined;
  return { ...(await viewOfOperator(deps.db, operatorId)), mustChangePassword };
}

/** Needs the present password, guesses at which count as failed sign-ins do. */
async function newHash(
  deps: SignInDeps,
  { operatorId }: OperatorPrincipal,
  { password = '', currentPassword }: OwnChange,
): Promise<string> {
  if (currentPassword === undefined || !operatorId) throw new AppError('CURRENT_PASSWORD_REQUIRED');
  const row = await deps.db
    .selectFrom('operators')
    .where('id', '=', operatorId)
    .selectAll()
    .executeTakeFirstOrThrow();
  await deps.signInTurns.take(lockNameOf(row.email), async () => {
    await requireUnlocked(deps.db, lockNameOf(row.email));
    if (await verifyPassword(row.password_hash, currentPassword)) return;
    await countFailure(deps.db, lockNameOf(row.email));
    throw new AppError('CURRENT_PASSWORD_INVALID');
  });
  checkNewPassword(password, row.email);
  if (password.normalize('NFC') === currentPassword.normalize('NFC'))
    throw invalidField('password', 'is the present one; choose another one');
  return hashPassword(password);
}
