import type { Node } from '../../tape/tape.ts';
import { length } from '../../values/characters.ts';
import { isDate } from '../../values/date.ts';
import type { DocumentView } from '../../view.ts';
import { attributesAt, isOneOf, single, textOf } from '../common/single.ts';
import { errors, type Family, warnings } from '../rule.ts';
import { SELLER, writtenBuyerAddress, writtenSellerAddress } from './parties.ts';

const isSeller = (doc: DocumentView): boolean => writtenSellerAddress(doc) === 'IS';
const areBoth = (doc: DocumentView): boolean => isSeller(doc) && writtenBuyerAddress(doc) === 'IS';

const isSalesType = (doc: DocumentView, node: Node, path: string): boolean =>
  ['380', '381'].includes(doc.onlyText(node, path));

/** Whether a party has a kennitala (0196). */
const hasNumber = (doc: DocumentView, node: Node, party: string): boolean =>
  attributesAt(doc, node, `${party}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeID').includes('0196');
const hasAddress = (doc: DocumentView, node: Node, party: string): boolean =>
  doc.has(node, `${party}/cac:PostalAddress/cbc:StreetName`) &&
  doc.has(node, `${party}/cac:PostalAddress/cbc:PostalZone`);

/** Whether an account of twelve characters is given, if something is to be paid by these means. */
function hasAccount(doc: DocumentView, node: Node, code: string): boolean {
  const means = doc
    .all(node, 'cac:PaymentMeans')
    .filter((entry) => isOneOf(doc, entry, 'cbc:PaymentMeansCode', code));
  const accounts = means.flatMap((entry) => doc.all(entry, 'cac:PayeeFinancialAccount/cbc:ID'));
  return means.length === 0 || (accounts.length > 0 && length(textOf(doc, accounts, 'The account')) === 12);
}

/** The references that give a final due date (eindagi). */
const finalDueDates = (doc: DocumentView, node: Node): Node[] =>
  doc
    .all(node, 'cac:AdditionalDocumentReference')
    .filter((reference) => isOneOf(doc, reference, 'cbc:DocumentDescription', 'EINDAGI'));

function isDated(doc: DocumentView, node: Node): boolean {
  const references = finalDueDates(doc, node);
  if (references.length === 0) return true;
  const ids = references.flatMap((reference) => doc.all(reference, 'cbc:ID'));
  const id = single(ids, 'The identifier of an EINDAGI');
  return id !== undefined && length(doc.string(id)) === 10 && isDate(doc.string(id));
}

function isAfterDueDate(doc: DocumentView, node: Node): boolean {
  const references = finalDueDates(doc, node);
  const finals = references.flatMap((reference) => doc.strings(reference, 'cbc:ID'));
  const dueDates = doc.strings(node, 'cbc:DueDate');
  return references.length === 0 || dueDates.some((due) => finals.some((final) => due <= final));
}

// biome-ignore format: a rule is a row
const SELLER_RULES = [
  ...warnings(
    ['IS-R-001', 'BT-3', 'An Icelandic seller should send documents of type 380 or 381.',
      (doc, node) => isSalesType(doc, node, 'cbc:InvoiceTypeCode') || isSalesType(doc, node, 'cbc:CreditNoteTypeCode')],
  ),
  ...errors(
    ['IS-R-002', 'BT-30', 'An Icelandic seller must give its kennitala (0196).', (doc, node) => hasNumber(doc, node, SELLER)],
    ['IS-R-003', 'BT-35 BT-38', 'An Icelandic seller must give street and post code.', (doc, node) => hasAddress(doc, node, SELLER)],
    ['IS-R-006', 'BT-84', 'Payment means 9 needs an account of twelve digits.', (doc, node) => hasAccount(doc, node, '9')],
    ['IS-R-007', 'BT-84', 'Payment means 42 needs an account of twelve digits.', (doc, node) => hasAccount(doc, node, '42')],
    ['IS-R-008', 'BT-122', 'A final due date (EINDAGI) must be written as 2026-12-31.', isDated],
    ['IS-R-009', 'BT-9', 'With a final due date (EINDAGI) there must be a due date.',
      (doc, node) => finalDueDates(doc, node).length === 0 || doc.has(node, 'cbc:DueDate')],
    ['IS-R-010', 'BT-9 BT-122', 'The final due date (EINDAGI) must not be before the due date.', isAfterDueDate],
  ),
];
// biome-ignore format: a rule is a row
const BUYER_RULES = errors(
  ['IS-R-004', 'BT-47', 'Between Icelandic parties, the buyer must have its kennitala (0196).', (doc, node) => hasNumber(doc, node, 'cac:Party')],
  ['IS-R-005', 'BT-50 BT-53', 'Between Icelandic parties, the buyer must have street and post code.', (doc, node) => hasAddress(doc, node, 'cac:Party')],
);

export const ICELAND: Family = {
  name: 'Iceland',
  patterns: [
    [
      { at: ['CreditNote', 'Invoice'], where: isSeller, rules: SELLER_RULES },
      {
        at: ['CreditNote/cac:AccountingCustomerParty', 'Invoice/cac:AccountingCustomerParty'],
        where: areBoth,
        rules: BUYER_RULES,
      },
    ],
  ],
};
