/** Bytes of XML markup. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const QUOTE = 0x22;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const BRACKET = 0x5d;

export const isSpace = (byte: number | undefined): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;

/** 1 for bytes that need a look in text or in attribute values: markup, control bytes, and EF, which may begin U+FFFE. */
export const SPECIAL = new Uint8Array(256);
SPECIAL.fill(1, 0, SPACE);
SPECIAL[TAB] = 0;
SPECIAL[LINE_FEED] = 0;
for (const byte of [AMPERSAND, LESS, GREATER, 0xef]) SPECIAL[byte] = 1;

/** 1 for bytes that end a name. */
export const ENDS_NAME = new Uint8Array(256);
for (const byte of [
  TAB,
  LINE_FEED,
  RETURN,
  SPACE,
  SLASH,
  GREATER,
  EQUALS,
  LESS,
  QUOTE,
  APOSTROPHE,
  AMPERSAND,
])
  ENDS_NAME[byte] = 1;
