import { invalidField } from '../errors.ts';

/** Judged by their own rules: a document is refused with the line, and of a password only a hash is kept. */
const NOT_KEPT_AS_TEXT = new Set(['payload', 'password', 'currentPassword']);

/** Refuses U+0000, which JSON can carry and no text in the database. Depth is bounded before (json-shape.ts). [ERR-3] */
export function refuseNul(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw invalidField(path.join('.'), 'contains the character U+0000; take it out and send it again');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0')) refuseNul(name, [...path, 'a name']);
      if (!NOT_KEPT_AS_TEXT.has(name)) refuseNul(inner, [...path, name]);
    }
  }
}
