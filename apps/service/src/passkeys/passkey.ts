import { actorOf } from '../platform/access/actor.ts';
import {
  type Principal,
  requireNoDesk,
  requirePerson,
  type UserPrincipal,
} from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import { type PasskeyView, viewOfPasskey } from '../platform/webauthn/passkey-view.ts';
import {
  creationOptions,
  type NewPasskey,
  refuseTaken,
  requireRoom,
  takeCreated,
} from '../platform/webauthn/registration.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';

function passkeysOf(db: Db, person: UserPrincipal) {
  return scoped(db, person).selectFrom('passkeys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** One's own passkeys, oldest first. [PKY-1] */
export async function listPasskeys({ db }: { db: Db }, principal: Principal): Promise<PasskeyView[]> {
  return (await passkeysOf(db, requirePerson(principal))).map(viewOfPasskey);
}

/** What a browser needs to make a passkey for whoever asks. */
export async function registrationOptions(face: PasskeyFace, principal: Principal) {
  const person = mayRegister(principal);
  const { userId, accountId, name, email } = person;
  const existing = await passkeysOf(face.db, person);
  return creationOptions(face, { holder: { userId, accountId }, name, email, existing });
}

/** Keeps the public half of what the authenticator made. */
export async function registerPasskey(
  face: PasskeyFace,
  principal: Principal,
  input: NewPasskey,
): Promise<PasskeyView> {
  const person = mayRegister(principal);
  const { userId, accountId } = person;
  const made = await takeCreated(face, { userId, accountId }, input);
  const row = await transaction(face.db, async (tx) => {
    await lockRoom(tx, person);
    const kept = await tx
      .insertInto('passkeys')
      .values({ ...made, user_id: userId, account_id: accountId })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAbout(tx, person, kept, 'passkey.registered');
    return kept;
  }).catch(refuseTaken('passkeys_credential_taken'));
  return viewOfPasskey(row);
}

/** Removes one of one's own; the last one too. [PKY-5] */
export async function removePasskey({ db }: { db: Db }, principal: Principal, id: string): Promise<void> {
  const person = requirePerson(principal);
  requireNoDesk(principal);
  const passkeyId = parseId<'Passkey'>(id);
  if (!passkeyId) throw new AppError('NOT_FOUND');
  await transaction(db, async (tx) => {
    const removed = await scoped(tx, person)
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!removed) throw new AppError('NOT_FOUND');
    await recordAbout(tx, person, removed, 'passkey.removed');
  });
}

function mayRegister(principal: Principal): UserPrincipal {
  const person = requirePerson(principal);
  requireNoDesk(principal);
  return person;
}

/** Two registrations at once do not pass the limit together, and none passes a deactivation. */
async function lockRoom(tx: Tx, person: UserPrincipal): Promise<void> {
  const user = await scoped(tx, person)
    .selectFrom('users')
    .where('id', '=', person.userId)
    .where('status', '=', 'active')
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED');
  requireRoom((await passkeysOf(tx, person)).length);
}

function recordAbout(
  tx: Tx,
  person: UserPrincipal,
  passkey: { id: string; name: string },
  eventType: 'passkey.registered' | 'passkey.removed',
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: person.accountId,
    actor: actorOf(person),
    eventType,
    companyIds: person.reach.companyIds,
    target: { type: 'passkey', id: passkey.id, name: passkey.name },
  });
}
