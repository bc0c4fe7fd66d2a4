import { classAt, isXmlCharacter, TEXT_STOP } from './characters.ts';
import type { Cursor } from './cursor.ts';

const LT = 0x3c;
const AMPERSAND = 0x26;
const GT = 0x3e;
const BRACKET = 0x5d;
const CR = 0x0d;

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
  ['quot', '"'],
]);
/** Leading zeros are allowed, but nobody needs so many. */
const LONGEST_REFERENCE = 64;

/** Text up to the next `<`, with references resolved and line ends as LF [XML 1.0 2.11]. */
export function readText(reader: Cursor): string {
  let text = '';
  let start = reader.pos;
  const first = start;
  while (stop(reader)) {
    checkLength(reader, first);
    if (reader.bytes[reader.pos] === CR) {
      text += `${reader.slice(start, reader.pos)}\n`;
      reader.pos += reader.bytes[reader.pos + 1] === 0x0a ? 2 : 1;
    } else {
      text += reader.slice(start, reader.pos) + reference(reader);
    }
    start = reader.pos;
  }
  checkLength(reader, first);
  return text + reader.slice(start, reader.pos);
}

/** Whether what began at `first` is not too long to be kept: before it is decoded, and while it is. */
export function checkLength(reader: Cursor, first: number, end = reader.pos): void {
  if (end - first > reader.limits.textBytes) reader.fail('A text is too long', 'LIMIT_EXCEEDED');
}

/** The same checks, nothing kept. */
export function skipText(reader: Cursor): void {
  while (stop(reader)) {
    if (reader.bytes[reader.pos] === CR) reader.pos++;
    else reference(reader);
  }
}

/** Runs to the next place where something must be done: true at a reference or CR, false at `<` or the end. */
function stop(reader: Cursor): boolean {
  const { bytes } = reader;
  const end = bytes.length;
  for (let at = reader.pos; ; at++) {
    while (at < end && (classAt(bytes, at) & TEXT_STOP) === 0) at++;
    reader.pos = at;
    const byte = at < end ? bytes[at] : LT;
    if (byte === LT) return false;
    if (byte === AMPERSAND || byte === CR) return true;
    if (byte === GT && bytes[at - 1] === BRACKET && bytes[at - 2] === BRACKET)
      reader.fail(']]> is not allowed in text');
    reader.checkCharacter(at);
  }
}

/** The character that the reference at the present position stands for; moves behind it. */
export function reference(reader: Cursor): string {
  const start = reader.pos + 1;
  let end = start;
  while (end - start < LONGEST_REFERENCE && end < reader.bytes.length && reader.bytes[end] !== 0x3b) end++;
  if (reader.bytes[end] !== 0x3b) reader.fail('A reference is not closed by ;');
  const name = reader.slice(start, end);
  const text = name.startsWith('#') ? numbered(name) : ENTITIES.get(name);
  if (text === undefined) reader.fail(`&${name}; is not known`);
  reader.pos = end + 1;
  return text;
}

function numbered(name: string): string | undefined {
  const hexadecimal = /^#x([0-9a-fA-F]+)$/.exec(name)?.[1];
  const decimal = /^#([0-9]+)$/.exec(name)?.[1];
  const code = hexadecimal
    ? Number.parseInt(hexadecimal, 16)
    : decimal
      ? Number.parseInt(decimal, 10)
      : Number.NaN;
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
}
