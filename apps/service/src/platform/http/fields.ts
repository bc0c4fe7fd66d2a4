import { Type } from 'typebox';

/** A name that people read. */
export const nameField = (maxLength = 200) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^(?=.*\\S)[^\\p{Cc}]*$',
    description: 'Not only blanks, and without control characters.',
  });
