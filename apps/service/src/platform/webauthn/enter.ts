import { type SqlBool, sql } from 'kysely';
import { type Tx, transaction } from '../db/database.ts';
import { overAll } from '../db/roots.ts';
import { AppError } from '../errors.ts';
import type { Id } from '../ids.ts';
import { type Assertion, checkAssertion, type FindHeld } from './assertion.ts';
import type { PasskeyFace } from './relying-party.ts';

type PasskeyTable = 'passkeys' | 'operator_passkeys';

/** What a face knows of its own people. */
export interface PasskeyDoor<Holder, Session> {
  table: PasskeyTable;
  find: FindHeld<Holder>;
  /** Keeps the person as they are until the transaction ends; false for who may not come in any more. */
  hold(tx: Tx, holder: Holder): Promise<boolean>;
  open(tx: Tx, holder: Holder): Promise<Session>;
  /** Writes down that somebody tried a passkey of this person. */
  recordFailure(holder: Holder, reason?: 'PASSKEY_CLONE_DETECTED'): Promise<void>;
}

/** Opens a session for whose passkey signed. Whatever is wrong answers alike, except a counter that did not go up. [PKY-3] */
export async function enterByPasskey<Holder extends { id: string }, Session>(
  face: PasskeyFace,
  assertion: Assertion,
  door: PasskeyDoor<Holder, Session>,
): Promise<Session> {
  const outcome = await checkAssertion(face, assertion, door.find);
  if (outcome.kind === 'unknown') throw refused();
  const { holder } = outcome;
  if (outcome.kind === 'locked') return refuseClone(door, holder);
  if (outcome.kind === 'refused') {
    await door.recordFailure(holder);
    throw refused();
  }
  const { passkeyId, counter } = outcome;
  const entered = await transaction(face.db, async (tx) => {
    // Before the passkey, as who switches somebody off does it: the other way round each would wait for the other.
    const step = (await door.hold(tx, holder))
      ? await advanceCounter(tx, door.table, passkeyId, counter)
      : 'removed';
    return { step, session: step === 'advanced' ? await door.open(tx, holder) : undefined };
  });
  if (entered.step === 'went-backwards') return refuseClone(door, holder);
  if (entered.session === undefined) throw refused();
  return entered.session;
}

/**
 * Moves the counter on, or, when it did not go up, locks the passkey: somebody may have a copy, and which of the two is here
 * nobody knows. Authenticators that do not count say 0 for ever. [WebAuthn 7.2 step 22]
 */
async function advanceCounter(
  tx: Tx,
  table: PasskeyTable,
  passkeyId: Id<'Passkey'>,
  counter: number,
): Promise<'advanced' | 'went-backwards' | 'removed'> {
  const passkeys = overAll(tx, 'sign-in');
  const advanced = await sql`update ${sql.table(table)} set counter = ${counter}, last_used_at = now()
    where id = ${passkeyId} and locked_at is null and ${goesUp(counter)} returning id`.execute(passkeys);
  if (advanced.rows.length > 0) return 'advanced';
  const locked = await sql`update ${sql.table(table)} set locked_at = coalesce(locked_at, now())
    where id = ${passkeyId} returning id`.execute(passkeys);
  return locked.rows.length > 0 ? 'went-backwards' : 'removed';
}

const goesUp = (counter: number) =>
  counter === 0 ? sql<SqlBool>`counter = 0` : sql<SqlBool>`counter < ${counter}`;

async function refuseClone<Holder>(door: PasskeyDoor<Holder, unknown>, holder: Holder): Promise<never> {
  await door.recordFailure(holder, 'PASSKEY_CLONE_DETECTED');
  throw new AppError('PASSKEY_CLONE_DETECTED');
}

const refused = () =>
  new AppError('UNAUTHORIZED', {
    message: 'The passkey could not be verified. Ask for a new challenge, or sign in another way.',
  });
