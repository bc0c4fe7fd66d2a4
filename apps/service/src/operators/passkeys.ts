import { actingOperator } from '../platform/access/actor.ts';
import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { type OperatorId, parseId } from '../platform/ids.ts';
import { forgetTokens } from '../platform/one-time-token.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { type PasskeyView, viewOfPasskey } from '../platform/webauthn/passkey-view.ts';
import {
  creationOptions,
  type NewPasskey,
  refuseTaken,
  requireRoom,
  takeCreated,
} from '../platform/webauthn/registration.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';
import { holdActive, type OperatorRow, operatorNamed } from './operator.ts';
import { endSessions, requireSession } from './session.ts';

function passkeysOf(db: Db, operatorId: OperatorId) {
  return db
    .selectFrom('operator_passkeys')
    .where('operator_id', '=', operatorId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** One's own passkeys, oldest first. [OPR-35] */
export async function ownPasskeys({ db }: { db: Db }, principal: OperatorPrincipal): Promise<PasskeyView[]> {
  return (await passkeysOf(db, requireSession(principal).operatorId)).map(viewOfPasskey);
}

/** What a browser needs to make a passkey for whoever asks. */
export async function registrationOptions(face: PasskeyFace, principal: OperatorPrincipal) {
  const { operatorId } = requireSession(principal);
  const { name, email } = await operatorNamed(face.db, operatorId);
  const existing = await passkeysOf(face.db, operatorId);
  return creationOptions(face, { holder: { operatorId }, name, email, existing });
}

/** Keeps the public half of what the authenticator made. */
export async function registerPasskey(
  face: PasskeyFace,
  principal: OperatorPrincipal,
  input: NewPasskey,
): Promise<PasskeyView> {
  const { operatorId } = requireSession(principal);
  const made = await takeCreated(face, { operatorId }, input);
  const row = await transaction(face.db, async (tx) => {
    // Two registrations at once do not pass the limit together, and none passes a leaving.
    const owner = await holdActive(tx, operatorId);
    if (!owner) throw new AppError('UNAUTHORIZED');
    requireRoom((await passkeysOf(tx, operatorId)).length);
    const kept = await tx
      .insertInto('operator_passkeys')
      .values({ ...made, operator_id: operatorId })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAbout(tx, principal, owner, kept, 'operator_passkey.registered');
    return kept;
  }).catch(refuseTaken('operator_passkeys_credential_taken'));
  return viewOfPasskey(row);
}

/** Removes one of one's own; the last one too. [OPR-35] */
export async function removeOwnPasskey(
  { db }: { db: Db },
  principal: OperatorPrincipal,
  id: string,
): Promise<void> {
  const owner = { id: requireSession(principal).operatorId, name: principal.name };
  await transaction(db, (tx) => remove(tx, principal, owner, id));
}

/** For an admin: those of a colleague. [OPR-38] */
export async function passkeysOfOperator({ db }: { db: Db }, id: string): Promise<PasskeyView[]> {
  const { id: operatorId } = await operatorNamed(db, id);
  return (await passkeysOf(db, operatorId)).map(viewOfPasskey);
}

/** For an admin, of a device that is lost: who has it is in no session any more either. [OPR-38] */
export async function removeOperatorPasskey(
  { db }: { db: Db },
  principal: OperatorPrincipal,
  { id, passkeyId }: { id: string; passkeyId: string },
): Promise<void> {
  const owner = await operatorNamed(db, id);
  const { credential } = principal;
  await transaction(db, async (tx) => {
    await remove(tx, principal, owner, passkeyId);
    // Of one's own sessions the one that asks goes on.
    await endSessions(tx, owner.id, credential.kind === 'session' ? credential.id : undefined);
  });
}

/** None of who leaves opens anything, then or when they come back. [OPR-37] */
export async function dropPasskeys(tx: Tx, operatorId: OperatorId): Promise<void> {
  await tx.deleteFrom('operator_passkeys').where('operator_id', '=', operatorId).execute();
  await forgetTokens(tx, { operatorId });
}

type Owner = Pick<OperatorRow, 'id' | 'name'>;

async function remove(tx: Tx, principal: OperatorPrincipal, owner: Owner, id: string): Promise<void> {
  const passkeyId = parseId<'Passkey'>(id);
  const removed =
    passkeyId &&
    (await tx
      .deleteFrom('operator_passkeys')
      .where('id', '=', passkeyId)
      .where('operator_id', '=', owner.id)
      .returning(['id', 'name'])
      .executeTakeFirst());
  if (!removed) throw new AppError('NOT_FOUND');
  await recordAbout(tx, principal, owner, removed, 'operator_passkey.removed');
}

function recordAbout(
  tx: Tx,
  principal: OperatorPrincipal,
  owner: Owner,
  { id, name }: { id: string; name: string },
  eventType: 'operator_passkey.registered' | 'operator_passkey.removed',
): Promise<void> {
  return recordOperatorAudit(tx, {
    actor: actingOperator(principal),
    eventType,
    target: { type: 'operator_passkey', id, name, sub: owner.name },
    metadata: { operatorId: owner.id },
  });
}
