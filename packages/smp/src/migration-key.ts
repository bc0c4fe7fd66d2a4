import { randomInt } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SPECIAL = '@#$%()[]{}*^-!~|+=';
const LENGTH = 24;

const pick = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? '';

/** A key that hands an address to another SMP: as long as allowed, with two of each kind of character [SML 1.3 3.3.6]. */
export function newMigrationKey(): string {
  const needed = [LOWER, UPPER, DIGITS, SPECIAL].flatMap((kind) => [pick(kind), pick(kind)]);
  const all = LOWER + UPPER + DIGITS + SPECIAL;
  const characters = [...needed, ...Array.from({ length: LENGTH - needed.length }, () => pick(all))];
  for (let i = characters.length - 1; i > 0; i--) {
    const other = randomInt(i + 1);
    [characters[i], characters[other]] = [characters[other] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
}

/** Whether an SML may be given this key: 8 to 24 characters, two each of lower, upper, digit and special, no space. */
export function isMigrationKey(text: string): boolean {
  const count = (kind: RegExp): number => text.match(kind)?.length ?? 0;
  return (
    /^\S{8,24}$/.test(text) &&
    [/[a-z]/g, /[A-Z]/g, /[0-9]/g, /[@#$%()[\]{}*^\-!~|+=_]/g].every((kind) => count(kind) >= 2)
  );
}
