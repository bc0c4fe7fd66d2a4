import type { Node } from '../../tape/tape.ts';
import { length, part } from '../../values/characters.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { isInteger } from '../common/identifier-checks.ts';
import { isOneOf } from '../common/single.ts';
import { type Block, errors, type Family, type Test, warnings } from '../rule.ts';
import {
  BUYER,
  buyerCountry,
  SELLER,
  sellerCountry,
  sellerCountryAlone,
  TAX_REPRESENTATIVE,
  taxNumbers,
} from './parties.ts';

const GREEK = ['GR', 'EL'];
const isSeller = (doc: DocumentView): boolean => GREEK.includes(sellerCountry(doc));
const areBoth = (doc: DocumentView): boolean => isSeller(doc) && GREEK.includes(buyerCountry(doc));
const isInGreece = (doc: DocumentView): boolean => isSeller(doc) && doc.once(hasGreekAddress);
const hasGreekAddress = (doc: DocumentView): boolean =>
  isOneOf(doc, doc.root, `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'GR');

/** Tax number (AFM): the ninth digit checks eight, weighted by powers of two. What follows is not looked at. */
export function isTaxNumber(text: string): boolean {
  if (!/^[0-9]{9}/.test(text)) return false;
  const sum = [...text.slice(0, 8)].reduce((total, digit, i) => total + Number(digit) * 2 ** (8 - i), 0);
  return (sum % 11) % 10 === Number(text[8]);
}

const isVatNumber = (text: string): boolean => part(text, 0, 2) === 'EL' && isTaxNumber(part(text, 2));

const segments = (text: string): string[] => (text === '' ? [] : text.split('|'));

/** A segment of the invoice number, counted from 1. */
const segment =
  (index: number, holds: (text: string, doc: DocumentView) => boolean): Test =>
  (doc, node) =>
    holds(segments(doc.string(node))[index - 1] ?? '', doc);

/** Whether this is the tax number of the seller or of its representative. */
function isOfSeller(text: string, doc: DocumentView): boolean {
  if (length(normalised(text)) !== 9 || !isTaxNumber(text)) return false;
  return [SELLER, TAX_REPRESENTATIVE].some((party) =>
    doc
      .all(doc.root, `${party}/cac:PartyTaxScheme`)
      .filter((scheme) => isOneOf(doc, scheme, 'cac:TaxScheme/cbc:ID', 'VAT'))
      .some((scheme) => part(doc.onlyString(scheme, 'cbc:CompanyID'), 2, 11) === text),
  );
}

const DATE = /^(0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(0?[1-9]|1[0-2])[-\\/ ]?(19|20)[0-9]{2}/;

/** Whether day/month/year are those of the issue date. */
function isIssueDate(text: string, doc: DocumentView): boolean {
  if (!DATE.test(text)) return false;
  const [day, month, year] = text.split('/');
  const [issueYear, issueMonth, issueDay] = doc.onlyString(doc.root, 'cbc:IssueDate').split('-');
  const areThere = day !== undefined && month !== undefined && year !== undefined;
  return areThere && day === issueDay && month === issueMonth && year === issueYear;
}

const isNotNegative = (text: string): boolean => isInteger(text) && !/-0*[1-9]/.test(text);
const TYPES = ['1.1', '1.6', '2.1', '2.4', '5.1', '5.2'];

// biome-ignore format: a rule is a row
const NUMBER_RULES = errors(
  ['GR-R-001-1', 'BT-1', 'The invoice number of a Greek seller must have six parts with | between them.', (doc, node) => segments(doc.string(node)).length === 6],
  ['GR-R-001-2', 'BT-1', 'The first part must be the tax number of the seller or of its representative.', segment(1, isOfSeller)],
  ['GR-R-001-3', 'BT-1', 'The second part must be the issue date, as 31/12/2026.', segment(2, isIssueDate)],
  ['GR-R-001-4', 'BT-1', 'The third part must be a whole number that is not negative.', segment(3, isNotNegative)],
  ['GR-R-001-5', 'BT-1', 'The fourth part must be a Greek document type: 1.1, 1.6, 2.1, 2.4, 5.1 or 5.2.', segment(4, (text) => TYPES.includes(text))],
  ['GR-R-001-6', 'BT-1', 'The fifth part must not be empty.', segment(5, (text) => text !== '')],
  ['GR-R-001-7', 'BT-1', 'The sixth part must not be empty.', segment(6, (text) => text !== '')],
);

const hasName: Test = (doc, party) => doc.onlyString(party, 'cac:PartyName/cbc:Name') !== '';
const hasVatNumber: Test = (doc, party) => {
  const numbers = taxNumbers(doc, party, 'VAT').map((number) => doc.string(number));
  return numbers.length === 1 && isVatNumber(numbers[0] ?? '');
};
const isEndpoint: Test = (doc, node) =>
  doc.attribute(node, 'schemeID') === '9933' && isTaxNumber(doc.string(node));

// biome-ignore format: a rule is a row
const SELLER_RULES = [
  ...errors(['GR-R-002', 'BT-28', 'A Greek seller must give its full registered name.', hasName]),
  ...warnings(['GR-S-011', 'BT-31', 'A Greek seller should give one VAT number: EL and its tax number.', hasVatNumber]),
];

const REFERENCES = 'cac:AdditionalDocumentReference';
const MARK = '##M.AR.K##';
const URL = '##INVOICE|URL##';
const count = (doc: DocumentView, node: Node, description: string): number =>
  doc
    .all(node, REFERENCES)
    .filter((reference) => isOneOf(doc, reference, 'cbc:DocumentDescription', description)).length;

// biome-ignore format: a rule is a row
const REFERENCE_RULES = [
  ...errors(['GR-R-004-1', 'BT-122', 'An invoice from Greece must have one MARK number.', (doc, node) => count(doc, node, MARK) === 1]),
  ...warnings(['GR-S-008-1', 'BT-122', 'An invoice from Greece should have one address for its verification.', (doc, node) => count(doc, node, URL) === 1]),
  ...errors(['GR-R-008-2', 'BT-122', 'An invoice from Greece must not have several addresses for its verification.', (doc, node) => count(doc, node, URL) <= 1]),
];

// biome-ignore format: a rule is a row
const BLOCKS: Block[] = [
  { at: ['/Invoice/cbc:ID', '/CreditNote/cbc:ID'], where: isSeller, rules: NUMBER_RULES },
  { at: [SELLER], where: isSeller, rules: SELLER_RULES },
  { at: [`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`],
    where: (doc, node) => isSeller(doc) && doc.onlyText(doc.tape.parent(node), 'cac:TaxScheme/cbc:ID') === 'VAT',
    rules: errors(['GR-R-003', 'BT-31', 'The VAT number of a Greek seller must be EL and its tax number.', (doc, node) => isVatNumber(doc.string(node))]) },
  { at: ['/Invoice', '/CreditNote'], where: isInGreece, rules: REFERENCE_RULES },
  { at: [`${REFERENCES}/cbc:ID`], where: (doc, node) => isInGreece(doc) && isOneOf(doc, doc.tape.parent(node), 'cbc:DocumentDescription', MARK),
    rules: errors(['GR-R-004-2', 'BT-122', 'A MARK number must begin with a digit other than 0.', (doc, node) => /^[1-9]/.test(doc.string(node))]) },
  { at: [REFERENCES], where: (doc, node) => isSeller(doc) && isOneOf(doc, node, 'cbc:DocumentDescription', URL),
    rules: errors(['GR-R-008-3', 'BT-124', 'The reference for verification must have its address.', (doc, node) => doc.onlyText(node, 'cac:Attachment/cac:ExternalReference/cbc:URI') !== '']) },
  { at: [BUYER], where: isSeller, rules: errors(['GR-R-005', 'BT-45', 'A Greek seller must give the full name of the buyer.', hasName]) },
  { at: [`${SELLER}/cbc:EndpointID`], where: (doc) => GREEK.includes(sellerCountryAlone(doc)),
    rules: errors(['GR-R-009', 'BT-34', 'The electronic address of a Greek seller must be its tax number (9933).', isEndpoint]) },
];

// biome-ignore format: a rule is a row
const BUYER_BLOCKS: Block[] = [
  { at: [BUYER], where: areBoth, rules: errors(['GR-R-006', 'BT-48', 'Between Greek parties, the buyer must have one VAT number: EL and its tax number.', hasVatNumber]) },
  { at: [`${BUYER}/cbc:EndpointID`], where: areBoth, rules: errors(['GR-R-010', 'BT-49', 'Between Greek parties, the electronic address of the buyer must be its tax number (9933).', isEndpoint]) },
];

export const GREECE: Family = { name: 'Greece', patterns: [BLOCKS, BUYER_BLOCKS] };
