import { isDate, isTime } from '../values/date.ts';

/** What a basic element may hold. */
export interface DataType {
  /** In words for a finding: `must be …`. */
  expected: string;
  accepts: (text: string) => boolean;
  /** Holds base64, which is checked as bytes. */
  isBinary?: true;
  attributes: readonly string[];
  required?: string;
}

const anything = (): boolean => true;
const isDecimal = (text: string): boolean => /^[ \t\r\n]*[+-]?(\d+(\.\d*)?|\.\d+)[ \t\r\n]*$/.test(text);
const isBoolean = (text: string): boolean => /^[ \t\r\n]*(true|false|1|0)[ \t\r\n]*$/.test(text);
const words = (list: string): string[] => list.split(' ');

const number = (attributes: string, required?: string): DataType => ({
  expected: 'a number such as 1250.00',
  accepts: isDecimal,
  attributes: words(attributes),
  ...(required === undefined ? {} : { required }),
});
const text: DataType = {
  expected: 'text',
  accepts: anything,
  attributes: words('languageID languageLocaleID'),
};

/** The data type of a basic element follows from the end of its name [UBL 2.1, CCTS]. */
const BY_ENDING: [ending: string, type: DataType][] = [
  ['Amount', number('currencyID currencyCodeListVersionID', 'currencyID')],
  [
    'BinaryObject',
    {
      expected: 'base64',
      accepts: anything,
      isBinary: true,
      attributes: words('format mimeCode encodingCode characterSetCode uri filename'),
      required: 'mimeCode',
    },
  ],
  [
    'Code',
    {
      expected: 'a code',
      accepts: anything,
      attributes: words(
        'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI',
      ),
    },
  ],
  ['Date', { expected: 'a date such as 2026-01-31', accepts: isDate, attributes: [] }],
  ['Indicator', { expected: 'true or false', accepts: isBoolean, attributes: [] }],
  ['Measure', number('unitCode unitCodeListVersionID', 'unitCode')],
  ['Numeric', number('format')],
  ['Percent', number('format')],
  ['Quantity', number('unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName')],
  ['Rate', number('format')],
  ['Time', { expected: 'a time such as 08:30:00', accepts: isTime, attributes: [] }],
  [
    'ID',
    {
      expected: 'an identifier',
      accepts: anything,
      attributes: words(
        'schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI',
      ),
    },
  ],
];

export function dataTypeOf(localName: string): DataType {
  const identifier = localName.endsWith('URI') ? 'ID' : localName;
  return BY_ENDING.find(([ending]) => identifier.endsWith(ending))?.[1] ?? text;
}
