import type { Node } from '../../tape/tape.ts';
import { compare, ZERO } from '../../values/decimal.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { everywhere } from '../places.ts';
import { type Block, errors, type Family, type Test } from '../rule.ts';
import {
  BUYER,
  buyerAddress,
  isCreditNote,
  isInvoice,
  representativeAddress,
  SELLER,
  sellerAddress,
  TAX_REPRESENTATIVE,
} from './parties.ts';

const isSeller = (doc: DocumentView): boolean => sellerAddress(doc) === 'NL';
const areBoth = (doc: DocumentView): boolean => isSeller(doc) && buyerAddress(doc) === 'NL';
const areSellerAndRepresentative = (doc: DocumentView): boolean =>
  isSeller(doc) && representativeAddress(doc) === 'NL';

const isComplete: Test = (doc, address) =>
  ['cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone'].every((name) => doc.has(address, name));

/** Whether this is a KVK number or an OIN. */
function isDutchNumber(doc: DocumentView, number: Node): boolean {
  const scheme = ` ${doc.attribute(number, 'schemeID') ?? ''} `;
  return (scheme.includes(' 0106 ') || scheme.includes(' 0190 ')) && normalised(doc.string(number)) !== '';
}

const paymentMeans = everywhere('cac:PaymentMeans');

/** Payment means are needed where the buyer pays the seller. */
function hasPaymentMeans(doc: DocumentView, totals: Node): boolean {
  const payable =
    isInvoice(doc) || isCreditNote(doc) ? doc.decimalAt(totals, 'cbc:PayableAmount') : undefined;
  const sign = payable === undefined ? 0 : compare(payable, ZERO);
  if (payable !== undefined && (isInvoice(doc) ? sign <= 0 : sign >= 0)) return true;
  return paymentMeans(doc).length > 0;
}

const MEANS = ['30', '48', '49', '57', '58', '59'];

// biome-ignore format: a rule is a row
const BLOCKS: Block[] = [
  { at: ['cbc:CreditNoteTypeCode'], where: isSeller,
    rules: errors(['NL-R-001', 'BT-25', 'A credit note of a Dutch seller must name an invoice.', (doc) => doc.has(doc.root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')]) },
  { at: [`${SELLER}/cac:PostalAddress`], where: isSeller,
    rules: errors(['NL-R-002', 'BT-35 BT-37 BT-38', 'The address of a Dutch seller must have street, city and post code.', isComplete]) },
  { at: [`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`], where: isSeller,
    rules: errors(['NL-R-003', 'BT-30', 'The legal registration of a Dutch seller must be a KVK number (0106) or an OIN (0190).', isDutchNumber]) },
  { at: [`${BUYER}/cac:PostalAddress`], where: areBoth,
    rules: errors(['NL-R-004', 'BT-50 BT-52 BT-53', 'The address of a Dutch buyer must have street, city and post code when the seller is Dutch.', isComplete]) },
  { at: [`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`], where: areBoth,
    rules: errors(['NL-R-005', 'BT-47', 'The legal registration of a Dutch buyer must be a KVK number (0106) or an OIN (0190) when the seller is Dutch.', isDutchNumber]) },
  { at: [`${TAX_REPRESENTATIVE}/cac:PostalAddress`], where: areSellerAndRepresentative,
    rules: errors(['NL-R-006', 'BT-64 BT-66 BT-67', 'The address of a Dutch tax representative must have street, city and post code when the seller is Dutch.', isComplete]) },
  { at: ['cac:LegalMonetaryTotal'], where: isSeller,
    rules: errors(['NL-R-007', 'BG-16', 'A Dutch seller must say how it is to be paid, if there is something to pay.', hasPaymentMeans]) },
  { at: ['cac:PaymentMeans'], where: areBoth,
    rules: errors(['NL-R-008', 'BT-81', 'Between Dutch parties one pays by means 30, 48, 49, 57, 58 or 59.', (doc, means) => MEANS.includes(doc.onlyText(means, 'cbc:PaymentMeansCode'))]) },
  { at: ['cac:OrderLineReference/cbc:LineID'], where: isSeller,
    rules: errors(['NL-R-009', 'BT-13', 'Where a line of a Dutch seller names an order line, the document must name the order.', (doc) => doc.has(doc.root, 'cac:OrderReference/cbc:ID')]) },
];

export const NETHERLANDS: Family = { name: 'Netherlands', patterns: [BLOCKS] };
