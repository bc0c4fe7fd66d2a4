/** What a byte can be, in one table, so that the scanning loops ask once. */
export const NAME = 1;
export const NAME_START = 2;
export const SPACE = 4;
/** Ends a run of plain text: `<`, `&`, `>`, CR, an illegal control, or the lead byte of U+FFFE/FFFF. */
export const TEXT_STOP = 8;
/** Ends a run of a plain attribute value: what ends text but `>`, and quotes, tab and LF. */
export const VALUE_STOP = 16;

const CLASS = new Uint8Array(256);

/** What the byte at this offset can be. Before an end that the caller looks for: behind it is what NUL can be. */
export const classAt = (bytes: Uint8Array, at: number): number => CLASS[bytes[at] ?? 0] ?? 0;

const mark = (codes: Iterable<number>, bits: number): void => {
  for (const code of codes) CLASS[code] = bits | (CLASS[code] ?? 0);
};
const between = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const codesOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

const SPACE_CODE = 0x20;
const CONTROLS = between(0x00, 0x1f).filter((code) => code !== 0x09 && code !== 0x0a);
mark([...between(0x41, 0x5a), ...between(0x61, 0x7a), ...codesOf('_:')], NAME | NAME_START);
mark(codesOf('0123456789-.'), NAME);
mark(between(0x80, 0xff), NAME | NAME_START);
mark(codesOf(' \t\n\r'), SPACE);
mark([...CONTROLS, ...codesOf('<&>'), 0xef], TEXT_STOP);
mark([...CONTROLS, ...codesOf('<&"\'\t\n'), 0xef], VALUE_STOP);

const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NCNAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

/** Whether text is a name without colon [Namespaces in XML 1.0 production 4]. */
export function isNcName(text: string): boolean {
  return NCNAME.test(text);
}

/** Whether XML allows this code point [XML 1.0 production 2]. */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/** Whether a control character, U+FFFE or U+FFFF stands here in well-formed UTF-8, which XML allows in no form. */
export function isForbiddenAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? SPACE_CODE;
  if (byte < SPACE_CODE) return byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
  return byte === 0xef && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe;
}
