/** How what somebody typed is read, by its shape. */
export type Reading =
  | { as: 'nothing' }
  | { as: 'id'; id: string }
  | { as: 'address'; words: string }
  /** Only the beginning of a key ever leaves this function. */
  | { as: 'key'; prefix: string }
  | { as: 'words'; words: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const KEY_PREFIX_LENGTH = 12;

export function readingOf(typed: string): Reading {
  const words = typed.trim().slice(0, 64);
  if (words === '') return { as: 'nothing' };
  if (UUID.test(words)) return { as: 'id', id: words.toLowerCase() };
  if (/^p(ap|us|op)_/.test(words)) return { as: 'key', prefix: words.slice(0, KEY_PREFIX_LENGTH) };
  if (/^\d{4}:\S+$/.test(words) || /^\d[\d -]{5,}$/.test(words)) return { as: 'address', words };
  return { as: 'words', words };
}
