import { type TUnsafe, Type } from 'typebox';

/** Written so that every dialect of regular expressions reads it. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';
const PRINTED = `[^${CONTROL}]`;

/** A name that people read. */
export const nameField = (maxLength = 200) =>
  matching(
    `^${PRINTED}*[^\\s${CONTROL}]${PRINTED}*$`,
    'must not be only blanks, nor have control characters',
    {
      minLength: 1,
      maxLength,
      description: 'Not only blanks, and without control characters.',
    },
  );

/** Of a path that names one thing. What is no id is one that does not exist. [GEN-2] */
export const idParams = Type.Object({ id: Type.String() });

/** Where somebody is mailed. */
export const emailField = () => Type.String({ format: 'email', maxLength: 254 });

/** One of a closed list of words. */
export const oneOf = <const Names extends readonly string[]>(
  names: Names,
  options: { description?: string } = {},
): TUnsafe<Names[number]> => Type.Unsafe<Names[number]>({ type: 'string', enum: [...names], ...options });

/** A text of a certain form, and what is said of one that has another. */
export const matching = (
  pattern: string,
  says: string,
  options: { minLength?: number; maxLength?: number; description?: string } = {},
) => Type.String({ pattern, says, ...options });

/** Binary members, as browsers give them. */
export const base64url = (maxLength: number) =>
  matching(`^[A-Za-z0-9_-]{1,${maxLength}}$`, `must be base64url, of 1 to ${maxLength} characters`);

/** ISO 3166-1. */
export const countryCodeField = (description = 'ISO 3166-1 alpha-2.') =>
  matching('^[A-Z]{2}$', 'must be two letters such as SE', { description });

/** An answer that is no JSON. */
export const file = (mediaType: string, description: string) =>
  Type.String({ contentMediaType: mediaType, description });
export const csvFile = () => file('text/csv', 'With format=csv: RFC 4180, UTF-8, with a header.');

/** Any text that an address could be taken for: what is none is answered like one that nobody has. */
export const addressLike = () =>
  matching(`^${PRINTED}{0,254}$`, 'must be an e-mail address such as ann@example.com');
