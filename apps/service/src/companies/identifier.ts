import { invalidField } from '../platform/errors.ts';
import { folded } from '../platform/folded.ts';

/** Safe in a path on every file system. [COM-2, PAR-21] */
const IDENTIFIER = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 63;

export function checkIdentifier(identifier: string): string {
  if (!IDENTIFIER.test(identifier)) {
    throw invalidField(
      'identifier',
      'may have 1 to 63 characters a-z, 0-9 and hyphen, with no hyphen at either end; choose another one',
    );
  }
  return identifier;
}

/** An identifier from a name: plain lower-case letters, hyphens for what is not allowed. */
export function deriveIdentifier(name: string): string {
  const derived = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return derived === '' ? 'company' : derived;
}

/** The first of `base`, `base-2`, `base-3` … that is free. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = base.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
