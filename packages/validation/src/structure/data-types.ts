import { isBase64 } from '../values/base64.ts';
import { isDate, isTime } from '../values/date.ts';

/** What a basic element may hold. */
export interface DataType {
  /** In words for a finding: `must be …`. */
  expected: string;
  /** Whether the bytes from `from` to `to` are such a value; without it everything is. */
  accepts?: (bytes: Buffer, from: number, to: number) => boolean;
  attributes: readonly string[];
  required?: string;
}

const words = (list: string): string[] => list.split(' ');

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

const number = (attributes: string, required?: string): DataType => ({
  expected: 'a number such as 1250.00',
  accepts: isDecimal,
  attributes: words(attributes),
  ...(required === undefined ? {} : { required }),
});
const fraction = number('format');

/** By the end of an element's name, which tells its data type [UBL 2.1, CCTS]; other elements hold text. */
const BY_ENDING: Record<string, DataType> = {
  Amount: number('currencyID currencyCodeListVersionID', 'currencyID'),
  BinaryObject: {
    expected: 'a file in base64',
    accepts: isBase64,
    attributes: words('format mimeCode encodingCode characterSetCode uri filename'),
    required: 'mimeCode',
  },
  Code: {
    expected: 'a code',
    attributes: words(
      'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI',
    ),
  },
  Date: { expected: 'a date such as 2026-01-31', accepts: isDateOf, attributes: [] },
  Indicator: { expected: 'true or false', accepts: isBoolean, attributes: [] },
  Measure: number('unitCode unitCodeListVersionID', 'unitCode'),
  Numeric: fraction,
  Percent: fraction,
  Quantity: number('unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName'),
  Rate: fraction,
  Time: { expected: 'a time such as 08:30:00', accepts: isTimeOf, attributes: [] },
  ID: {
    expected: 'an identifier',
    attributes: words(
      'schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI',
    ),
  },
};
const TEXT: DataType = { expected: 'text', attributes: words('languageID languageLocaleID') };

/** The data type of a basic element, and the word by which it is known. */
export function dataTypeOf(localName: string): { kind: string; type: DataType } {
  const name = localName.endsWith('URI') ? 'ID' : localName;
  for (const [kind, type] of Object.entries(BY_ENDING)) if (name.endsWith(kind)) return { kind, type };
  return { kind: 'Text', type: TEXT };
}
