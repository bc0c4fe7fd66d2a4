import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidField } from '../platform/errors.ts';

/** 19 MiB, two passes [AUT-16]; argon2id is the library's default. Runs on the thread pool. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'));
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check: an unknown address must not answer sooner. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword('no user has this password');
  await verifyPassword(await decoy, password);
  return false;
}

/** Two spellings of one password, for a person, are one: composed, and without case. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Words of which a password may not consist: shorter ones matter too, because they can be written twice. */
const COMMON = new Set(dictionary['passwords-common'].map(folded));

/** Whether it is in the list of common passwords, or nothing but one of them several times over. */
export function isCommonPassword(password: string): boolean {
  const text = folded(password);
  if (COMMON.has(text)) return true;
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (text.length % length === 0 && COMMON.has(part) && part.repeat(text.length / length) === text)
      return true;
  }
  return false;
}

/** Only blanks and control characters, or among them one character over and over. */
function saysNothing(password: string): boolean {
  const visible = folded(password).replace(
    /[\p{White_Space}\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    '',
  );
  return new Set(visible).size < 2;
}

/** Refuses what is too short, too long, common, or says who the user is. [AUT-11] */
export function checkNewPassword(password: string, email: string): void {
  const length = [...password.normalize('NFC')].length;
  const lengthInside = [...password.normalize('NFC').trim()].length;
  if (lengthInside < MIN_LENGTH || length > MAX_LENGTH) {
    throw invalidField(
      'password',
      `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters, not counting blanks around it; choose another one`,
    );
  }
  if (saysNothing(password)) {
    throw invalidField(
      'password',
      'must have more than one character, repeated or blank; choose another one',
    );
  }
  if (isCommonPassword(password)) {
    throw invalidField('password', 'is one that many people use; choose another one', 'COMMON_PASSWORD');
  }
  const name = folded(email.split('@')[0] ?? '');
  if (name.length > 2 && folded(password).includes(name)) {
    throw invalidField('password', 'must not contain the name of your e-mail address; choose another one');
  }
}
