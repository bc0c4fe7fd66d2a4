/** What a byte can be, in one table, so that the scanning loops ask once. */
export const NAME = 1;
export const NAME_START = 2;
export const SPACE = 4;
/** Ends a run of plain text: `<`, `&`, `>`, CR, an illegal control, or the lead byte of U+FFFE/FFFF. */
export const TEXT_STOP = 8;

export const CLASS = new Uint8Array(256);

for (const range of ['AZ', 'az', '__', '::']) {
  for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) CLASS[code] = NAME | NAME_START;
}
for (const range of ['09', '--', '..']) {
  for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) CLASS[code] = NAME;
}
for (let code = 0x80; code < 0x100; code++) CLASS[code] = NAME | NAME_START;
for (const code of [0x20, 0x09, 0x0a, 0x0d]) CLASS[code] = SPACE;
for (let code = 0; code < 0x20; code++)
  if (code !== 0x09 && code !== 0x0a) CLASS[code] = (CLASS[code] ?? 0) | TEXT_STOP;
for (const code of [0x3c, 0x26, 0x3e, 0xef]) CLASS[code] = (CLASS[code] ?? 0) | TEXT_STOP;

const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const XML_NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

/** Whether text is a name; asked only for names beyond ASCII, the table knows the others [XML 1.0 production 5]. */
export function isXmlName(text: string): boolean {
  return XML_NAME.test(text);
}

/** Whether XML allows this code point [XML 1.0 production 2]. */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
