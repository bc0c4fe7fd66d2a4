/** More than any request of ours needs, and little enough to check and to complain about quickly. */
const MOST_VALUES = 5_000;
const MOST_LEVELS = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;

/** Why JSON is too large to be looked at, whatever its bytes say; undefined when it is not. One pass, nothing kept. */
export function shapeProblem(json: Uint8Array): string | undefined {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (OPENING.has(byte)) levels += 1;
    else if (CLOSING.has(byte)) levels -= 1;
    else if (byte === COMMA) values += 1;
    if (levels > MOST_LEVELS) return `The body is nested more than ${MOST_LEVELS} levels deep`;
    if (values > MOST_VALUES) return `The body has more than ${MOST_VALUES} values`;
  }
  return undefined;
}

/** Where the string that begins here ends: at the next quote with an even number of backslashes before it. */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}
