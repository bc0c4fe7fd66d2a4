import { runInNewContext } from 'node:vm';

/** A character-string of DNS holds no more. */
const MAX_LENGTH = 255;
const MATCH_MS = 50;

/**
 * Applies the regexp field of a U-NAPTR record to the name that was asked [RFC 3402 3.2, RFC 4848 2.2]: delimiter,
 * POSIX extended regular expression, delimiter, replacement, delimiter, optional `i`. Undefined when the field is
 * malformed or does not match. Registrations match everything, in one of two spellings; others are rare but allowed.
 */
export function expand(regexp: string, name: string): string | undefined {
  const parts = split(regexp);
  if (!parts) return undefined;
  const { pattern, replacement, flags } = parts;
  if (flags !== '' && flags.toLowerCase() !== 'i') return undefined;
  const groups = pattern === '.*' || pattern === '^.*$' ? [name] : match(pattern, flags, name);
  return (
    groups &&
    replacement.replace(/\\([0-9])|\\(.)/g, (_, digit?: string, other?: string) =>
      digit === undefined ? (other ?? '') : digit === '0' ? '' : (groups[Number(digit)] ?? ''),
    )
  );
}

/** A backslash before the delimiter makes it an ordinary character; a digit, a backslash or an `i` delimits nothing. */
function split(regexp: string): { pattern: string; replacement: string; flags: string } | undefined {
  const delimiter = regexp[0];
  if (delimiter === undefined || regexp.length > MAX_LENGTH || /[1-9\\i]/.test(delimiter)) return undefined;
  const parts: string[] = [''];
  for (let i = 1; i < regexp.length; i++) {
    const character = regexp[i];
    const last = parts.length - 1;
    if (character === delimiter) parts.push('');
    else if (character !== '\\') parts[last] += character ?? '';
    else {
      const next = regexp[++i] ?? '';
      parts[last] += next === delimiter ? next : `\\${next}`;
    }
  }
  const [pattern, replacement, flags, ...more] = parts;
  if (pattern === undefined || replacement === undefined || flags === undefined || more.length > 0)
    return undefined;
  return { pattern, replacement, flags };
}

const POSIX_CLASSES: Record<string, string> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
  space: '\\s',
};

/** The pattern is a stranger's: one that backtracks for ever is stopped, which only a context of its own allows. */
function match(pattern: string, flags: string, name: string): string[] | undefined {
  const source = pattern.replace(/\[:([a-z]+):\]/g, (whole, kind: string) => POSIX_CLASSES[kind] ?? whole);
  try {
    const expression = `const found = new RegExp(source, flags).exec(name); found && JSON.stringify([...found])`;
    const found: unknown = runInNewContext(
      expression,
      { source, flags: flags.toLowerCase(), name },
      { timeout: MATCH_MS },
    );
    return typeof found === 'string' ? (JSON.parse(found) as string[]) : undefined;
  } catch {
    return undefined;
  }
}
