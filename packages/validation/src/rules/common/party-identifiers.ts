import type { Severity } from '../../hit.ts';
import { length } from '../../values/characters.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { found } from '../mismatch.ts';
import type { Block, Family } from '../rule.ts';
import {
  isAustralianNumber,
  isBelgianNumber,
  isDanishNumber,
  isDanishTaxNumber,
  isDanishUnitNumber,
  isDutchVatNumber,
  isGln,
  isItalianOfficeCode,
  isItalianTaxCode,
  isItalianVatNumber,
  isNorwegianNumber,
  isSwedishNumber,
} from './identifier-checks.ts';

type Check = (text: string) => boolean;
/** Whether white space counts. */
type Reading = 'as it stands' | 'normalised';
type Scheme = [
  scheme: string,
  id: string,
  severity: Severity,
  message: string,
  check: Check,
  reading?: Reading,
];

const ENDPOINT = ['cbc:EndpointID'];
const PLACES = ['cbc:EndpointID', 'cac:PartyIdentification/cbc:ID', 'cbc:CompanyID'];
const form =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text);

// biome-ignore format: one scheme a line
const SCHEMES: readonly Scheme[] = [
  ['0088', 'PEPPOL-COMMON-R040', 'ERROR', 'A GLN (0088) has digits only, and a check digit by the rule of GS1.', isGln],
  ['0192', 'PEPPOL-COMMON-R041', 'ERROR', 'A Norwegian organisation number (0192) has nine digits, the last one a check digit.', isNorwegianNumber],
  ['0184', 'PEPPOL-COMMON-R042', 'ERROR', 'A Danish CVR number (0184) has eight digits, with or without DK before them.', isDanishNumber, 'as it stands'],
  ['0096', 'PEPPOL-COMMON-R052', 'ERROR', 'A Danish P number (0096) has ten digits.', isDanishUnitNumber, 'as it stands'],
  ['0198', 'PEPPOL-COMMON-R053', 'ERROR', 'A Danish SE number (0198) is DK and eight digits.', isDanishTaxNumber, 'as it stands'],
  ['0208', 'PEPPOL-COMMON-R043', 'ERROR', 'A Belgian enterprise number (0208) has ten digits, the last two for checking.', isBelgianNumber],
  ['0201', 'PEPPOL-COMMON-R044', 'WARNING', 'An Italian IPA code (0201) has six letters or digits.', isItalianOfficeCode],
  ['0210', 'PEPPOL-COMMON-R045', 'WARNING', 'An Italian codice fiscale (0210) has eleven digits, or sixteen characters for a person.', isItalianTaxCode],
  ['0211', 'PEPPOL-COMMON-R047', 'WARNING', 'An Italian partita IVA (0211) has eleven digits behind IT, the last one a check digit.', isItalianVatNumber],
  ['0007', 'PEPPOL-COMMON-R049', 'ERROR', 'A Swedish organisation number (0007) has ten digits, the last one a check digit.', (text) => length(text) === 10 && isSwedishNumber(text)],
  ['0151', 'PEPPOL-COMMON-R050', 'ERROR', 'An Australian business number (0151) has eleven digits that pass its check.', isAustralianNumber],
  ['0106', 'PEPPOL-COMMON-R054', 'WARNING', 'A Dutch KVK number (0106) has eight digits.', form(/^[0-9]{8}$/)],
  ['0190', 'PEPPOL-COMMON-R055', 'WARNING', 'A Dutch OIN (0190) has twenty digits.', form(/^[0-9]{20}$/)],
  ['9944', 'PEPPOL-COMMON-R056-1', 'WARNING', 'A Dutch VAT number (9944) looks like NL123456789B12.', isDutchVatNumber],
  ['0217', 'PEPPOL-COMMON-R057', 'WARNING', 'A Dutch establishment number (0217) has twelve digits.', form(/^[0-9]{12}$/)],
];

const ENDPOINT_SCHEMES: readonly Scheme[] = [
  [
    '9907',
    'PEPPOL-COMMON-R046',
    'WARNING',
    'An Italian codice fiscale (9907) has eleven digits, or sixteen characters for a person.',
    isItalianTaxCode,
  ],
];

function blockOf(at: readonly string[], [scheme, id, severity, message, check, reading]: Scheme): Block {
  const textOf = (doc: DocumentView, node: number): string =>
    reading === 'as it stands' ? doc.string(node) : normalised(doc.string(node));
  return {
    at,
    where: (doc, node) => doc.attribute(node, 'schemeID') === scheme,
    rules: [
      {
        id,
        severity,
        terms: '',
        message,
        holds: (doc, node) => check(textOf(doc, node)) || found(textOf(doc, node)),
      },
    ],
  };
}

const DUTCH_VAT: Block = {
  at: ['cac:PartyTaxScheme/cbc:CompanyID'],
  where: (doc, node) =>
    normalised(doc.string(node)).startsWith('NL') &&
    doc.onlyText(doc.tape.parent(node), 'cac:TaxScheme/cbc:ID') === 'VAT',
  rules: [
    {
      id: 'PEPPOL-COMMON-R056-2',
      severity: 'WARNING',
      terms: '',
      message: 'A Dutch VAT number looks like NL123456789B12.',
      holds: (doc, node) => {
        const text = normalised(doc.string(node));
        return isDutchVatNumber(text) || found(text);
      },
    },
  ],
};

/** Identifiers of parties, in every document of Peppol: R040 to R057. Only R057 comes after the VAT number's R056-2. */
export const PARTY_IDENTIFIERS: Family = {
  name: 'PEPPOL-COMMON, identifiers of parties',
  patterns: [
    [
      ...SCHEMES.slice(0, -1).map((scheme) => blockOf(PLACES, scheme)),
      ...ENDPOINT_SCHEMES.map((scheme) => blockOf(ENDPOINT, scheme)),
      DUTCH_VAT,
      ...SCHEMES.slice(-1).map((scheme) => blockOf(PLACES, scheme)),
    ],
  ],
};
