import { isBase64 } from '../values/base64.ts';
import { isDate, isTime } from '../values/date.ts';
import { DATA_TYPES } from './data-types.gen.ts';

/** What a basic element may hold. */
export interface DataType {
  /** In words for a finding: `must be …`. */
  expected: string;
  /** Whether the bytes from `from` to `to` are such a value; without it everything is. */
  accepts?: (bytes: Buffer, from: number, to: number) => boolean;
  attributes: readonly string[];
  required?: string;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** xs:decimal: a sign or none, digits, at most one point, at least one digit [XSD 3.2.3]. */
function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  let end = to;
  while (at < end && isSpace(bytes[at])) at++;
  while (end > at && isSpace(bytes[end - 1])) end--;
  if (bytes[at] === 0x2d || bytes[at] === 0x2b) at++;
  let digits = end - at;
  while (at < end && isDigit(bytes[at])) at++;
  if (at < end && bytes[at] === 0x2e) {
    at++;
    digits--;
    while (at < end && isDigit(bytes[at])) at++;
  }
  return at === end && digits > 0;
}

const BOOLEAN = /^[ \t\r\n]*(true|false|1|0)[ \t\r\n]*$/;
const isBoolean = (bytes: Buffer, from: number, to: number): boolean =>
  BOOLEAN.test(bytes.toString('utf8', from, to));
const isTimeOf = (bytes: Buffer, from: number, to: number): boolean =>
  isTime(bytes.toString('utf8', from, to));

const isDateOf = (bytes: Buffer, from: number, to: number): boolean =>
  isCommonDate(bytes, from, to) || isDate(bytes.toString('utf8', from, to));

/** Most dates are of these, which need no calendar: 1000 to 9999, months 01 to 12, days 01 to 28. */
function isCommonDate(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== 10 || bytes[from + 4] !== 0x2d || bytes[from + 7] !== 0x2d || bytes[from] === 0x30)
    return false;
  for (const at of [0, 1, 2, 3, 5, 6, 8, 9]) if (!isDigit(bytes[from + at])) return false;
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

const twoDigits = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) - 0x30) * 10 + ((bytes[at + 1] ?? 0) - 0x30);

/** What a value of XML Schema is in words, and how it is told. */
const PRIMITIVES: Readonly<Record<string, Pick<DataType, 'expected' | 'accepts'>>> = {
  base64Binary: { expected: 'a file in base64', accepts: isBase64 },
  boolean: { expected: 'true or false', accepts: isBoolean },
  date: { expected: 'a date such as 2026-01-31', accepts: isDateOf },
  decimal: { expected: 'a number such as 1250.00', accepts: isDecimal },
  normalizedString: { expected: 'text' },
  string: { expected: 'text' },
  time: { expected: 'a time such as 08:30:00', accepts: isTimeOf },
};

/** From a row such as `Measure decimal unitCode! unitCodeListVersionID`. */
function readRow(row: string): [kind: string, type: DataType] {
  const [kind = '', primitive = '', ...words] = row.split(/\s+/);
  const value = PRIMITIVES[primitive];
  if (!value) throw new Error(`"${row}" is not in order`);
  const required = words.find((word) => word.endsWith('!'))?.slice(0, -1);
  const attributes = words.map((word) => word.replace('!', ''));
  return [kind, { ...value, attributes, ...(required === undefined ? {} : { required }) }];
}

/** By kind of value. */
export const TYPES: ReadonlyMap<string, DataType> = new Map(
  DATA_TYPES.trim()
    .split(/\n(?! )/)
    .map(readRow),
);
