import { isBase64 } from '../values/base64.ts';
import { isDate, isTime } from '../values/date.ts';

/** What a basic element may hold. */
export interface DataType {
  /** In words for a finding: `must be …`. */
  expected: string;
  /** Whether the bytes from `from` to `to` are such a value; without it everything is. */
  acceptsBytes?: (bytes: Uint8Array, from: number, to: number) => boolean;
  /** The same for types of which a document has few. */
  acceptsText?: (text: string) => boolean;
  attributes: readonly string[];
  required?: string;
}

const isBoolean = (text: string): boolean => /^[ \t\r\n]*(true|false|1|0)[ \t\r\n]*$/.test(text);
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

const number = (attributes: string, required?: string): DataType => ({
  expected: 'a number such as 1250.00',
  acceptsBytes: isDecimal,
  attributes: words(attributes),
  ...(required === undefined ? {} : { required }),
});
const fraction = number('format');

/** By the end of an element's name, which tells its data type [UBL 2.1, CCTS]; other elements hold text. */
const BY_ENDING: Record<string, DataType> = {
  Amount: number('currencyID currencyCodeListVersionID', 'currencyID'),
  BinaryObject: {
    expected: 'a file in base64',
    acceptsBytes: isBase64,
    attributes: words('format mimeCode encodingCode characterSetCode uri filename'),
    required: 'mimeCode',
  },
  Code: {
    expected: 'a code',
    attributes: words(
      'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI',
    ),
  },
  Date: { expected: 'a date such as 2026-01-31', acceptsText: isDate, attributes: [] },
  Indicator: { expected: 'true or false', acceptsText: isBoolean, attributes: [] },
  Measure: number('unitCode unitCodeListVersionID', 'unitCode'),
  Numeric: fraction,
  Percent: fraction,
  Quantity: number('unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName'),
  Rate: fraction,
  Time: { expected: 'a time such as 08:30:00', acceptsText: isTime, attributes: [] },
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
