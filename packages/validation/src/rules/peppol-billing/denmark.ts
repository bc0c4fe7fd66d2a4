import type { Node } from '../../tape/tape.ts';
import { length, part } from '../../values/characters.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { attributeAt, attributesAt, isOneOf, numberOf, textNode } from '../common/single.ts';
import { errors, type Family } from '../rule.ts';
import { BUYER, isCreditNote, SELLER, writtenBuyerAddress, writtenSellerAddress } from './parties.ts';

const isSeller = (doc: DocumentView): boolean => writtenSellerAddress(doc) === 'DK';
const areBoth = (doc: DocumentView): boolean => isSeller(doc) && writtenBuyerAddress(doc) === 'DK';
const inDocuments = (path: string): string[] => [`CreditNote/${path}`, `Invoice/${path}`];

const isWritten = (doc: DocumentView, from: Node, path: string): boolean =>
  normalised(textNode(doc, from, path)) !== '';

/** Whether the number of a company, if it is there, is a CVR number. */
const isCvr = (doc: DocumentView, from: Node, path: string): boolean =>
  !doc.has(from, path) || normalised(attributeAt(doc, from, path, 'schemeID')) === '0184';

const SELLER_NUMBER = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`;

// biome-ignore format: a rule is a row
const SELLER_RULES = errors(
  ['DK-R-002', 'BT-30', 'A Danish seller must give its CVR number.', (doc, node) => isWritten(doc, node, SELLER_NUMBER)],
  ['DK-R-014', 'BT-30', 'The legal registration of a Danish seller must have scheme 0184: it is a CVR number.', (doc, node) => isCvr(doc, node, SELLER_NUMBER)],
  ['DK-R-016', 'BT-115', 'A Danish seller cannot send a Danish buyer a credit note with a negative amount to pay.',
    (doc, node) => !(isCreditNote(doc) && writtenBuyerAddress(doc) === 'DK' && numberOf(textNode(doc, node, 'cac:LegalMonetaryTotal/cbc:PayableAmount')) < 0)],
);

const ACCOUNT = 'cac:PayeeFinancialAccount/cbc:ID';
const BRANCH = 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID';
const MANDATE = 'cac:PaymentMandate/cbc:ID';
const PAYER = 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID';
const MEANS = ' 1 10 31 42 48 49 50 58 59 93 97 ';

const pays = (doc: DocumentView, means: Node, ...codes: string[]): boolean =>
  isOneOf(doc, means, 'cbc:PaymentMeansCode', ...codes);

const paymentId = (doc: DocumentView, means: Node): string => doc.onlyString(means, 'cbc:PaymentID');
/** Whether the payment identifier begins with one of these card types. */
const hasCard = (doc: DocumentView, means: Node, ...cards: string[]): boolean =>
  cards.includes(part(paymentId(doc, means), 0, 3));

// biome-ignore format: a rule is a row
const PAYMENT_RULES = errors(
  ['DK-R-005', 'BT-81', 'A Danish seller is paid by means 1, 10, 31, 42, 48, 49, 50, 58, 59, 93 or 97.',
    (doc, means) => MEANS.includes(` ${doc.onlyString(means, 'cbc:PaymentMeansCode')} `)],
  ['DK-R-006', 'BT-84 BT-86', 'Means 31 and 42 need an account and its registration number.',
    (doc, means) => !pays(doc, means, '31', '42') || (isWritten(doc, means, ACCOUNT) && isWritten(doc, means, BRANCH))],
  ['DK-R-007', 'BT-89 BT-91', 'Means 49 needs the mandate and the account of the payer.',
    (doc, means) => !pays(doc, means, '49') || (isWritten(doc, means, MANDATE) && isWritten(doc, means, PAYER))],
  ['DK-R-008', 'BT-83 BT-84', 'Means 50 (Giro) needs a payment identifier with 01#, 04# or 15# before it, and an account of seven or eight digits.',
    (doc, means) => !pays(doc, means, '50') || (hasCard(doc, means, '01#', '04#', '15#') && /^[0-9]{7,8}$/.test(doc.onlyString(means, ACCOUNT)))],
  ['DK-R-009', 'BT-83', 'With means 50 (Giro), sixteen digits must follow 04# or 15#.',
    (doc, means) => !(pays(doc, means, '50') && hasCard(doc, means, '04#', '15#')) || length(paymentId(doc, means)) === 19],
  ['DK-R-010', 'BT-83 BT-84', 'Means 93 (FIK) needs a payment identifier with 71#, 73# or 75# before it, and an account of eight characters.',
    (doc, means) => !pays(doc, means, '93') || (hasCard(doc, means, '71#', '73#', '75#') && length(textNode(doc, means, ACCOUNT)) === 8)],
  ['DK-R-011', 'BT-83', 'With means 93 (FIK), fifteen or sixteen digits must follow 71# or 75#.',
    (doc, means) => !(pays(doc, means, '93') && hasCard(doc, means, '71#', '75#')) || [18, 19].includes(length(paymentId(doc, means)))],
);

const ITEM_CLASS = 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode';
const UNSPSC_VERSIONS = ['19.05.01', '19.0501', '26.08.01', '26.0801'];

function hasKnownUnspsc(doc: DocumentView, line: Node): boolean {
  if (!attributesAt(doc, line, ITEM_CLASS, 'listID').includes('TST')) return true;
  return attributesAt(doc, line, ITEM_CLASS, 'listVersionID').some((version) =>
    UNSPSC_VERSIONS.includes(version),
  );
}

const REASON = 'cbc:AllowanceChargeReason';

/** Reason ZZZ is for taxes other than VAT: four digits, or a text with # inside. */
function namesTax(doc: DocumentView, allowance: Node): boolean {
  if (!isOneOf(doc, allowance, 'cbc:AllowanceChargeReasonCode', 'ZZZ')) return true;
  if (length(normalised(textNode(doc, allowance, REASON))) === 4) {
    const category = numberOf(doc.onlyString(allowance, REASON));
    if (category >= 0 && category <= 9999) return true;
  }
  const reason = doc.onlyString(allowance, REASON);
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#');
}

// biome-ignore format: a rule is a row
export const DENMARK: Family = {
  name: 'Denmark',
  patterns: [
    [
      { at: ['CreditNote', 'Invoice'], where: isSeller, rules: SELLER_RULES },
      {
        at: [...inDocuments(`${SELLER}/cac:PartyIdentification`), ...inDocuments(`${BUYER}/cac:PartyIdentification`)],
        where: areBoth,
        rules: errors(['DK-R-013', 'BT-29 BT-46', 'Between Danish parties, the identifier of a party must have a scheme.',
          (doc, node) => !doc.has(node, 'cbc:ID') || normalised(attributeAt(doc, node, 'cbc:ID', 'schemeID')) !== '']),
      },
      { at: ['Invoice/cac:PaymentMeans'], where: areBoth, rules: PAYMENT_RULES },
      {
        at: inDocuments(BUYER),
        where: areBoth,
        rules: errors(['DK-R-017', 'BT-47', 'The legal registration of a Danish buyer must have scheme 0184: it is a CVR number.',
          (doc, buyer) => isCvr(doc, buyer, 'cac:PartyLegalEntity/cbc:CompanyID')]),
      },
      {
        at: ['CreditNote/cac:CreditNoteLine', 'Invoice/cac:InvoiceLine'],
        where: areBoth,
        rules: errors(['DK-R-003', 'BT-158', 'Items are classified by UNSPSC 19.05.01 or 26.08.01 between Danish parties.', hasKnownUnspsc]),
      },
      {
        at: ['cac:AllowanceCharge'],
        where: areBoth,
        rules: errors(['DK-R-004', 'BT-97 BT-104', 'With reason code ZZZ, the reason must be a tax of four digits or have a # inside.', namesTax]),
      },
    ],
  ],
};
