import type { Node } from '../../tape/tape.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { attributesAt, isFilled, isOneOf, single } from '../common/single.ts';
import { type Block, errors, type Family, type Row, warnings } from '../rule.ts';
import { GERMAN_PAYMENTS } from './german-payments.ts';
import { areGerman, BUYER, SELLER } from './parties.ts';

const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
export const TYPES = ['326', '380', '384', '389', '381', '875', '876', '877'];

/** VAT categories in use (BT-95, BT-102, BT-151) ask for a tax number (BT-31, BT-32) or a representative (BG-11). */
function hasTaxNumber(doc: DocumentView, node: Node): boolean {
  const adjustments = doc
    .all(node, 'cac:AllowanceCharge')
    .filter((entry) => isOneOf(doc, entry, 'cbc:ChargeIndicator', 'true', 'false'));
  const isTaxed =
    adjustments.some((entry) => isOneOf(doc, entry, 'cac:TaxCategory/cbc:ID', ...VAT_CATEGORIES)) ||
    ['cac:InvoiceLine', 'cac:CreditNoteLine'].some((line) =>
      isOneOf(doc, node, `${line}/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`, ...VAT_CATEGORIES),
    );
  return (
    !isTaxed ||
    doc.has(node, 'cac:TaxRepresentativeParty') ||
    isFilled(doc, node, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`)
  );
}

const hasType = (doc: DocumentView, node: Node, types: readonly string[]): boolean =>
  types.includes(doc.onlyText(node, 'cbc:InvoiceTypeCode')) ||
  types.includes(doc.onlyText(node, 'cbc:CreditNoteTypeCode'));

const CASH_DISCOUNT = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;
const isBehindLastDiscount = /^[ \t\r\n]*\n/;

/** Lines of the payment terms that begin with # are cash discounts in their own notation, with a line break behind. */
export function hasDiscountNotation(doc: DocumentView, node: Node, notation = CASH_DISCOUNT): boolean {
  const notes = doc.all(node, 'cac:PaymentTerms').map((terms) => doc.first(terms, 'cbc:Note'));
  const texts = notes.filter((note) => note >= 0).map((note) => doc.string(note));
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).map(normalised);
  const discounts = lines.filter((line) => line.startsWith('#'));
  if (discounts.length === 0) return true;
  if (!discounts.every((line) => notation.test(line))) return false;
  const rests = texts.filter((text) => text !== '').map((text) => text.split(/#[^\n\r]+#/).at(-1) ?? '');
  return isBehindLastDiscount.test(single(rests, 'A note on payment terms') ?? '');
}

/** Whether no attached file has the name of one before it. */
function hasUniqueFiles(doc: DocumentView, node: Node): boolean {
  const before = new Set<string>();
  for (const reference of doc.all(node, 'cac:AdditionalDocumentReference')) {
    const names = attributesAt(doc, reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject', 'filename');
    if (names.some((name) => before.has(name))) return false;
    for (const name of names) before.add(name);
  }
  return true;
}

const CREDITOR = 'cac:PartyIdentification/cbc:ID';
const hasCreditor = (doc: DocumentView, node: Node): boolean =>
  [SELLER, 'cac:PayeeParty'].some((party) =>
    attributesAt(doc, node, `${party}/${CREDITOR}`, 'schemeID').includes('SEPA'),
  );
const hasMandate = (doc: DocumentView, node: Node): boolean =>
  doc.has(node, 'cac:PaymentMeans/cac:PaymentMandate');

// biome-ignore format: a rule is a row
const DOCUMENT_RULES = [
  ...errors(
    ['DE-R-001', 'BG-16', 'Between German parties, an invoice must say how it is to be paid.', (doc, node) => doc.has(node, 'cac:PaymentMeans')],
    ['DE-R-015', 'BT-10', 'Between German parties, there must be a buyer reference (Leitweg-ID).', (doc, node) => isFilled(doc, node, 'cbc:BuyerReference')],
    ['DE-R-016', 'BT-31 BT-32 BG-11', 'With these VAT categories, the seller must have a VAT number, a tax registration or a tax representative.', hasTaxNumber],
  ),
  ...warnings(['DE-R-017', 'BT-3', 'Between German parties, the document should be of type 326, 380, 381, 384, 389, 875, 876 or 877.', (doc, node) => hasType(doc, node, TYPES)]),
  ...errors(
    ['DE-R-018', 'BT-20', 'A cash discount must be a line such as #SKONTO#TAGE=14#PROZENT=2.00#, with a line break behind the last.', (doc, node) => hasDiscountNotation(doc, node)],
    ['DE-R-022', 'BT-125', 'Two attached files must not have the same name.', hasUniqueFiles],
  ),
  ...warnings(['DE-R-026', 'BG-3', 'A corrected invoice (384) should name the invoice that it corrects.',
    (doc, node) => !hasType(doc, node, ['384']) || doc.has(node, 'cac:BillingReference/cac:InvoiceDocumentReference')]),
  ...errors(
    ['DE-R-030', 'BT-90', 'A direct debit must name the creditor (SEPA).', (doc, node) => !hasMandate(doc, node) || hasCreditor(doc, node)],
    ['DE-R-031', 'BT-91', 'A direct debit must name the account that is debited.', (doc, node) => !hasMandate(doc, node) || doc.has(node, 'cac:PaymentMeans/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID')],
  ),
];

const filled = (id: string, term: string, what: string, path: string): Row => [
  id,
  term,
  `Between German parties, ${what} must be given.`,
  (doc, node) => isFilled(doc, node, path),
];

const hasThreeDigits = (text: string): boolean => (text.match(/[0-9]/g) ?? []).length >= 3;
const EMAIL = /^[^@ ]+@([^@. ]+\.)+[^@. ]+$/;

// biome-ignore format: a rule is a row
const CONTACT_RULES = [
  ...errors(
    filled('DE-R-005', 'BT-41', "the name of the seller's contact", 'cbc:Name'),
    filled('DE-R-006', 'BT-42', "the telephone number of the seller's contact", 'cbc:Telephone'),
    filled('DE-R-007', 'BT-43', "the email address of the seller's contact", 'cbc:ElectronicMail'),
  ),
  ...warnings(
    ['DE-R-027', 'BT-42', 'A telephone number should have at least three digits.', (doc, node) => hasThreeDigits(doc.onlyText(node, 'cbc:Telephone'))],
    ['DE-R-028', 'BT-43', 'An email address should look like name@example.com.', (doc, node) => EMAIL.test(doc.onlyText(node, 'cbc:ElectronicMail'))],
  ),
];

const inDocuments = (path: string): string[] => [`/Invoice/${path}`, `/CreditNote/${path}`];
const between = (at: readonly string[], rules: Block['rules']): Block => ({ at, where: areGerman, rules });

// biome-ignore format: a rule is a row
const BLOCKS: Block[] = [
  between(['/Invoice', '/CreditNote'], DOCUMENT_RULES),
  between(inDocuments('cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference'),
    warnings(['DE-R-T02', 'BT-124', 'The address of an external document must begin with a scheme such as https:.', (doc, node) => /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(doc.onlyString(node, 'cbc:URI'))])),
  between(inDocuments('cac:AccountingSupplierParty'),
    errors(['DE-R-002', 'BG-6', 'Between German parties, the seller must name a contact.', (doc, node) => doc.has(node, 'cac:Party/cac:Contact')])),
  between(inDocuments(`${SELLER}/cac:PostalAddress`),
    errors(filled('DE-R-003', 'BT-37', "the seller's city", 'cbc:CityName'), filled('DE-R-004', 'BT-38', "the seller's post code", 'cbc:PostalZone'))),
  between(inDocuments(`${SELLER}/cac:Contact`), CONTACT_RULES),
  between(inDocuments(`${BUYER}/cac:PostalAddress`),
    errors(filled('DE-R-008', 'BT-52', "the buyer's city", 'cbc:CityName'), filled('DE-R-009', 'BT-53', "the buyer's post code", 'cbc:PostalZone'))),
  between(inDocuments('cac:Delivery/cac:DeliveryLocation/cac:Address'),
    errors(filled('DE-R-010', 'BT-77', 'the city of delivery', 'cbc:CityName'), filled('DE-R-011', 'BT-78', 'the post code of delivery', 'cbc:PostalZone'))),
  between(inDocuments('cac:TaxTotal/cac:TaxSubtotal'),
    errors(filled('DE-R-014', 'BT-119', 'the rate of each VAT category', 'cac:TaxCategory/cbc:Percent'))),
  ...GERMAN_PAYMENTS,
];

export const GERMANY: Family = { name: 'Germany', patterns: [BLOCKS] };
