import { NONE, type Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perNode } from '../remember.ts';
import { errors, type Family, type Row, type Test } from '../rule.ts';
import { DOCUMENTS } from './absence-table.ts';
import { allExist, atMostOne, exists, someIs } from './conditions.ts';
import { isAllowance, isCharge, isInvoicedObject } from './terms.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';

/** What the header has at most once. */
const ONCE: readonly [id: string, terms: string, what: string, path: string][] = [
  ['UBL-SR-01', 'BT-12', 'contract reference', 'cac:ContractDocumentReference/cbc:ID'],
  ['UBL-SR-02', 'BT-15', 'receiving advice reference', 'cac:ReceiptDocumentReference/cbc:ID'],
  ['UBL-SR-03', 'BT-16', 'despatch advice reference', 'cac:DespatchDocumentReference/cbc:ID'],
  ['UBL-SR-05', 'BT-20', 'text of payment terms', 'cac:PaymentTerms/cbc:Note'],
  ['UBL-SR-08', 'BG-14', 'invoicing period', 'cac:InvoicePeriod'],
  ['UBL-SR-09', 'BT-27', 'name of the seller', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['UBL-SR-10', 'BT-28', 'trading name of the seller', `${SELLER}/cac:PartyName/cbc:Name`],
  ['UBL-SR-11', 'BT-30', 'legal registration of the seller', `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`],
  [
    'UBL-SR-14',
    'BT-33',
    'legal information of the seller',
    `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
  ],
  ['UBL-SR-15', 'BT-44', 'name of the buyer', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['UBL-SR-16', 'BT-46', 'identifier of the buyer', `${BUYER}/cac:PartyIdentification/cbc:ID`],
  ['UBL-SR-17', 'BT-47', 'legal registration of the buyer', `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`],
  ['UBL-SR-24', 'BG-13', 'delivery', 'cac:Delivery'],
  ['UBL-SR-39', 'BT-11', 'project reference', 'cac:ProjectReference/cbc:ID'],
  ['UBL-SR-40', 'BT-45', 'trading name of the buyer', `${BUYER}/cac:PartyName/cbc:Name`],
  ['UBL-SR-45', 'BT-9', 'due date', 'cac:PaymentMeans/cbc:PaymentDueDate'],
  ['UBL-SR-49', 'BT-8', 'VAT point code', 'cac:InvoicePeriod/cbc:DescriptionCode'],
  ['UBL-SR-54', 'BG-18', 'payment card', 'cac:PaymentMeans/cac:CardAccount'],
  ['UBL-SR-55', 'BG-19', 'direct debit mandate', 'cac:PaymentMeans/cac:PaymentMandate'],
  ['UBL-SR-56', 'BT-17', 'tender or lot reference', 'cac:OriginatorDocumentReference/cbc:ID'],
];

const once = ([id, terms, what, path]: (typeof ONCE)[number]): Row => [
  id,
  terms,
  `An invoice has at most one ${what}.`,
  atMostOne(path),
];

const upperScheme = (doc: DocumentView, id: Node): string =>
  (doc.attribute(id, 'schemeID') ?? '').toUpperCase();

/** At most one registration of a party with a scheme of the kind. */
const oneRegistration =
  (party: string, isKind: (scheme: string) => boolean): Test =>
  (doc, root) => {
    const matching = doc
      .all(root, `${party}/cac:PartyTaxScheme`)
      .filter((registration) =>
        doc
          .all(registration, 'cac:TaxScheme')
          .some((scheme) => isKind(doc.onlyString(scheme, 'cbc:ID').toUpperCase())),
      );
    return matching.flatMap((registration) => doc.all(registration, 'cbc:CompanyID')).length <= 1;
  };

/**
 * All elements of a kind have the same text, and no further one stands inside the first.
 *
 * The rules count the elements before which none ended with the same text.
 */
const sameEverywhere = (pattern: string): Test => {
  const find = everywhere(pattern);
  return (doc) => {
    const [first, ...others] = find(doc);
    if (first === undefined) return true;
    const text = doc.string(first);
    return others.every((other) => doc.string(other) === text && !isInside(doc, other, first));
  };
};

function isInside({ tape }: DocumentView, node: Node, outer: Node): boolean {
  for (let at = tape.parent(node); at !== NONE; at = tape.parent(at)) if (at === outer) return true;
  return false;
}

const oneInvoicedObject: Test = (doc, root) =>
  doc
    .all(root, 'cac:AdditionalDocumentReference')
    .filter((reference) => isInvoicedObject(doc, reference))
    .flatMap((reference) => doc.all(reference, 'cbc:ID')).length <= 1;

const partyIds = everywhere('cac:PartyIdentification/cbc:ID');
const oneCreditorId: Test = (doc) =>
  partyIds(doc).filter((id) => upperScheme(doc, id) === 'SEPA').length <= 1;

const oneNameOfMeans: Test = (doc, root) =>
  doc
    .all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode')
    .filter((code) => doc.attribute(code, 'name') !== undefined).length <= 1;

const isReferenceTyped: Test = (doc, reference) => {
  const type = 'cbc:DocumentTypeCode';
  if (isInvoicedObject(doc, reference)) return true;
  if (doc.rootName === 'CreditNote' && someIs(doc, reference, type, '50')) return true;
  return (
    !doc.has(reference, type) &&
    doc.all(reference, 'cbc:ID').every((id) => doc.attribute(id, 'schemeID') === undefined)
  );
};

/** Names of the sellers that an element holds. */
const sellerNames = perNode(
  (doc, node) => new Set(doc.strings(node, `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`)),
);

/** Whether a name of the payee differs from a name of the seller beside it; not so when either has none. */
function isNamedOtherThanSeller(doc: DocumentView, payee: Node): boolean {
  const sellers = sellerNames(doc, doc.tape.parent(payee));
  const names = doc.strings(payee, 'cac:PartyName/cbc:Name');
  return sellers.size > 1 ? names.length > 0 : names.some((name) => sellers.size === 1 && !sellers.has(name));
}

const payeeWithOne =
  (count: (doc: DocumentView, payee: Node) => number): Test =>
  (doc, payee) =>
    count(doc, payee) <= 1 && isNamedOtherThanSeller(doc, payee);

const payeeIds = (doc: DocumentView, payee: Node): number =>
  doc.all(payee, 'cac:PartyIdentification/cbc:ID').filter((id) => upperScheme(doc, id) !== 'SEPA').length;

// biome-ignore format: one rule a line
const HEADER: Row[] = [
  ...ONCE.map(once),
  ['UBL-SR-04', 'BT-18', 'An invoice has at most one invoiced object.', oneInvoicedObject],
  ['UBL-SR-12', 'BT-31', 'The seller has at most one VAT number.', oneRegistration(SELLER, (scheme) => scheme === 'VAT')],
  ['UBL-SR-13', 'BT-32', 'The seller has at most one tax registration besides its VAT number.', oneRegistration(SELLER, (scheme) => scheme !== 'VAT')],
  ['UBL-SR-18', 'BT-48', 'The buyer has at most one VAT number.', oneRegistration(BUYER, (scheme) => scheme === 'VAT')],
  ['UBL-SR-29', 'BT-90', 'An invoice has at most one bank assigned creditor identifier.', oneCreditorId],
  ['UBL-SR-44', 'BT-83', 'All payment instructions have the same remittance information.', sameEverywhere('cbc:PaymentID')],
  ['UBL-SR-46', 'BT-82', 'A means of payment is named at most once.', oneNameOfMeans],
  ['UBL-SR-47', 'BT-81', 'All payment instructions have the same means of payment.', sameEverywhere('cbc:PaymentMeansCode')],
];

/** How often things may be there. */
export const OCCURRENCES: Family = {
  name: 'Occurrences',
  patterns: [
    // biome-ignore format: one rule a line
    [
      { at: DOCUMENTS, rules: errors(...HEADER) },
      { at: ['cac:PostalAddress', 'cac:Address'], rules: errors(['UBL-SR-51', 'BT-162 BT-163 BT-164 BT-165', 'An address has at most one additional line.', atMostOne('cac:AddressLine')]) },
      { at: ['cac:AccountingSupplierParty/cac:Party'], rules: errors(['UBL-SR-42', 'BT-31 BT-32', 'The seller has at most two tax registrations.', (doc, party) => doc.all(party, 'cac:PartyTaxScheme').length <= 2]) },
      { at: ['cac:AdditionalDocumentReference'], rules: errors(
        ['UBL-SR-33', 'BT-123', 'A supporting document has at most one description.', atMostOne('cbc:DocumentDescription')],
        ['UBL-SR-43', 'BT-18 BT-122', 'A reference has type 130 for an invoiced object (in a credit note also 50, for a project); otherwise it has neither type nor scheme.', isReferenceTyped],
      ) },
      { at: ['cac:Delivery'], rules: errors(['UBL-SR-25', 'BT-70', 'A delivery has at most one name of its receiver.', atMostOne('cac:DeliveryParty/cac:PartyName/cbc:Name')]) },
      { at: ['cac:AllowanceCharge'], where: isAllowance, rules: errors(['UBL-SR-30', 'BT-97 BT-139', 'An allowance has at most one reason.', atMostOne('cbc:AllowanceChargeReason')]) },
      { at: ['cac:AllowanceCharge'], where: isCharge, rules: errors(['UBL-SR-31', 'BT-104 BT-144', 'A charge has at most one reason.', atMostOne('cbc:AllowanceChargeReason')]) },
      { at: ['cac:PartyTaxScheme'], rules: errors(['UBL-SR-53', 'BT-31 BT-32 BT-48 BT-63', 'A tax registration has a number and a tax scheme.', allExist('cac:TaxScheme/cbc:ID', 'cbc:CompanyID')]) },
      { at: ['cac:InvoiceLine', 'cac:CreditNoteLine'], rules: errors(
        ['UBL-SR-34', 'BT-127', 'A line has at most one note.', atMostOne('cbc:Note')],
        ['UBL-SR-35', 'BT-132', 'A line refers to at most one line of an order.', atMostOne('cac:OrderLineReference/cbc:LineID')],
        ['UBL-SR-36', 'BG-26', 'A line has at most one period.', atMostOne('cac:InvoicePeriod')],
        ['UBL-SR-37', 'BT-147', 'A price has at most one discount.', atMostOne('cac:Price/cac:AllowanceCharge/cbc:Amount')],
        ['UBL-SR-48', 'BG-30', 'The item of a line has exactly one VAT category.', (doc, line) => doc.all(line, 'cac:Item/cac:ClassifiedTaxCategory').length === 1],
        ['UBL-SR-50', 'BT-154', 'The item of a line has at most one description.', atMostOne('cac:Item/cbc:Description')],
        ['UBL-SR-52', 'BT-128', 'A line has at most one invoiced object.', atMostOne('cac:DocumentReference')],
      ) },
      { at: ['cac:PayeeParty'], rules: errors(
        ['UBL-SR-19', 'BT-59', 'A payee has at most one name, and another one than the seller.', payeeWithOne((doc, payee) => doc.all(payee, 'cac:PartyName/cbc:Name').length)],
        ['UBL-SR-20', 'BT-60', 'A payee has at most one identifier, and another name than the seller.', payeeWithOne(payeeIds)],
        ['UBL-SR-21', 'BT-61', 'A payee has at most one legal registration, and another name than the seller.', payeeWithOne((doc, payee) => doc.all(payee, 'cac:PartyLegalEntity/cbc:CompanyID').length)],
      ) },
      { at: ['cac:PaymentMeans'], rules: errors(
        ['UBL-SR-26', 'BT-83', 'A payment instruction has at most one remittance information.', atMostOne('cbc:PaymentID')],
        ['UBL-SR-27', 'BT-81', 'A payment instruction has at most one means of payment.', atMostOne('cbc:PaymentMeansCode')],
        ['UBL-SR-28', 'BT-89', 'A payment instruction has at most one mandate.', atMostOne('cac:PaymentMandate/cbc:ID')],
      ) },
      { at: ['cac:BillingReference'], rules: errors(
        ['UBL-SR-06', 'BG-3', 'A billing reference names one preceding invoice.', atMostOne('cac:InvoiceDocumentReference')],
        ['UBL-SR-07', 'BT-25', 'A billing reference has the number of the preceding invoice.', exists('cac:InvoiceDocumentReference/cbc:ID')],
      ) },
      { at: ['cac:TaxRepresentativeParty'], rules: errors(
        ['UBL-SR-22', 'BT-62', 'The tax representative has at most one name.', atMostOne('cac:PartyName/cbc:Name')],
        ['UBL-SR-23', 'BT-63', 'The tax representative has at most one VAT number.', atMostOne('cac:PartyTaxScheme/cbc:CompanyID')],
      ) },
      { at: ['cac:TaxSubtotal'], rules: errors(['UBL-SR-32', 'BT-120', 'A VAT breakdown has at most one reason of exemption.', atMostOne('cac:TaxCategory/cbc:TaxExemptionReason')]) },
    ],
  ],
};
