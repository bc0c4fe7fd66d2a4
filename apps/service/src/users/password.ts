import { hash, verify } from '@node-rs/argon2';
import { invalidField } from '../platform/errors.ts';

/** 19 MiB, two passes [contract L388]; argon2id is the library's default. Runs on the thread pool. */
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

/** Refuses what is too short, too long or says who the user is. */
export function checkNewPassword(password: string, email: string): void {
  const length = [...password.normalize('NFC')].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw invalidField('password', `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters; choose another one`);
  }
  const name = email.split('@')[0] ?? '';
  if (name.length > 2 && password.toLowerCase().includes(name.toLowerCase())) {
    throw invalidField('password', 'must not contain the name of your e-mail address; choose another one');
  }
}
