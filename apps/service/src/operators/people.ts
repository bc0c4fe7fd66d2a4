import { type Actor, actingOperator } from '../platform/access/actor.ts';
import type { OperatorPrincipal, OperatorRole } from '../platform/access/operator-access.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { lock } from '../platform/db/locks.ts';
import { normaliseEmail } from '../platform/email-address.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { newId, type OperatorId } from '../platform/ids.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { clearFailures } from '../users/lockout.ts';
import { checkNewPassword, hashPassword } from '../users/password.ts';
import { randomPassword } from '../users/set-password.ts';
import { hasOperators } from './find.ts';
import {
  lockNameOf,
  type OperatorRow,
  type OperatorView,
  operatorNamed,
  viewOfOperator,
} from './operator.ts';
import { dropPasskeys } from './passkeys.ts';
import { endSessions, type Origin, openSession, type SignedIn } from './session.ts';

interface Deps {
  db: Db;
}

export interface NewPerson {
  name: string;
  email: string;
}

/** With the shared token: the first operator, an admin, signed in at once. Of two at once one is it. [OPR-13] */
export async function makeFirst(
  deps: Deps & { environment: Environment },
  principal: OperatorPrincipal,
  origin: Origin,
  input: NewPerson & { password: string },
): Promise<SignedIn> {
  if (principal.credential.kind !== 'shared-token')
    throw new AppError('FORBIDDEN', {
      message: 'The first operator is made with the token in DATA_DIR/operator-token. Use that one.',
    });
  const email = normaliseEmail(input.email);
  checkNewPassword(input.password, email);
  const passwordHash = await hashPassword(input.password);
  const made = await transaction(deps.db, async (tx) => {
    await lock(tx, 'operators');
    if (await hasOperators(tx))
      throw new AppError('INVALID_STATE', {
        message: 'There is an operator already. Sign in, or ask an operator who is admin to add you.',
      });
    const operator = { name: input.name, email, role: 'admin' as const, passwordHash, chosen: true };
    const id = await insertOperator(tx, operator, actingOperator(principal));
    const session = await openSession(
      { tx, ...deps },
      { id, name: input.name },
      { authMethod: 'password' },
      origin,
    );
    return { id, session };
  });
  return { ...made.session, operator: await viewOfOperator(deps.db, made.id) };
}

/** Another one, with a password to be passed on once and replaced. */
export async function createOperator(
  { db }: Deps,
  principal: OperatorPrincipal,
  input: NewPerson & { role: OperatorRole },
): Promise<{ operator: OperatorView; password: string }> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const operator = { ...input, email: normaliseEmail(input.email), passwordHash, chosen: false };
  const id = await transaction(db, (tx) => insertOperator(tx, operator, actingOperator(principal))).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'operators_email_taken' ? new AppError('EMAIL_TAKEN') : error;
    },
  );
  return { operator: await viewOfOperator(db, id), password };
}

async function insertOperator(
  tx: Tx,
  person: NewPerson & { role: OperatorRole; passwordHash: string; chosen: boolean },
  actor: Actor,
): Promise<OperatorId> {
  const id = newId<'Operator'>();
  const { name, email, role, passwordHash, chosen } = person;
  await tx
    .insertInto('operators')
    .values({
      id,
      name,
      email,
      role,
      password_hash: passwordHash,
      must_change_password: !chosen,
      last_login_at: null,
    })
    .execute();
  await recordOperatorAudit(tx, {
    actor,
    eventType: 'operator.created',
    target: { type: 'operator', id, name },
    metadata: { role },
  });
  return id;
}

export interface OperatorChange {
  name?: string;
  role?: OperatorRole;
  status?: 'active' | 'inactive';
}

/** Name, role, and whether they still work here; who does not is signed out, and nothing of theirs opens anything. [OPR-11] */
export async function changeOperator(
  { db }: Deps,
  principal: OperatorPrincipal,
  id: string,
  change: OperatorChange,
): Promise<OperatorView> {
  if (Object.keys(change).length === 0) throw invalidField('name', 'or role or status must be given');
  const { id: operatorId } = await operatorNamed(db, id);
  await transaction(db, async (tx) => {
    await lock(tx, 'operators');
    const changed = await tx
      .updateTable('operators')
      .set(change)
      .where('id', '=', operatorId)
      .returning(['name'])
      .executeTakeFirstOrThrow();
    await requireAnAdmin(tx);
    if (change.status === 'inactive') {
      await endSessions(tx, operatorId);
      await dropPasskeys(tx, operatorId);
    }
    await recordOperatorAudit(tx, {
      actor: actingOperator(principal),
      eventType: 'operator.updated',
      target: { type: 'operator', id: operatorId, name: changed.name },
      metadata: { role: change.role, status: change.status },
    });
  });
  return viewOfOperator(db, operatorId);
}

/** Somebody can always let others in. Only under the lock of people. */
async function requireAnAdmin(tx: Tx): Promise<void> {
  const admin = await tx
    .selectFrom('operators')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!admin)
    throw new AppError('INVALID_STATE', {
      message: 'This is the last active admin. Make another operator admin first.',
    });
}

/** For who forgot it: a password to be passed on once, and no session goes on. */
export async function resetPassword(
  { db }: Deps,
  principal: OperatorPrincipal,
  id: string,
): Promise<{ operator: OperatorView; password: string }> {
  const found = await operatorNamed(db, id);
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await transaction(db, (tx) =>
    giveNewPassword(tx, found, passwordHash, { actor: actingOperator(principal) }),
  );
  return { operator: await viewOfOperator(db, found.id), password };
}

/** To be replaced at the next sign-in; no session goes on, and no lock either. */
export async function giveNewPassword(
  tx: Tx,
  { id, name, email }: OperatorRow,
  passwordHash: string,
  { actor, reason }: { actor: Actor; reason?: string },
): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ password_hash: passwordHash, must_change_password: true })
    .where('id', '=', id)
    .execute();
  await endSessions(tx, id);
  await clearFailures(tx, lockNameOf(email));
  await recordOperatorAudit(tx, {
    actor,
    eventType: 'operator.password_reset',
    target: { type: 'operator', id, name },
    metadata: { reason },
  });
}
