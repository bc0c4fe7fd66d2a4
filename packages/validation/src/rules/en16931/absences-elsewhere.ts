import { everywhere } from '../places.ts';
import { type Absence, errors, type Family, type Test, warnings } from '../rule.ts';
import { absence, DOCUMENTS } from './absence-table.ts';
import { someIs } from './conditions.ts';
import { isInvoicedObject } from './terms.ts';

/** Attributes, and elements that must stand nowhere. */
const PATHS: readonly [id: string, path: string][] = [
  ['UBL-CR-648', 'cbc:CustomizationID/@schemeID'],
  ['UBL-CR-649', 'cbc:ProfileID/@schemeID'],
  ['UBL-CR-650', 'cbc:ID/@schemeID'],
  ['UBL-CR-651', 'cbc:SalesOrderID/@schemeID'],
  ['UBL-CR-652', '//cac:PartyTaxScheme/cbc:CompanyID/@schemeID'],
  ['UBL-CR-653', 'cac:PaymentMeans/cbc:PaymentID/@schemeID'],
  ['UBL-CR-654', 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID/@schemeID'],
  [
    'UBL-CR-655',
    'cac:PaymentMeans/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID/@schemeID',
  ],
  ['UBL-CR-656', 'cbc:InvoiceTypeCode/@listID'],
  ['UBL-CR-657', 'cbc:DocumentCurrencyCode/@listID'],
  ['UBL-CR-658', 'cbc:TaxCurrencyCode/@listID'],
  ['UBL-CR-659', 'cac:AdditionalDocumentReference/cbc:DocumentTypeCode/@listID'],
  ['UBL-CR-660', '//cac:Country/cbc:IdentificationCode/@listID'],
  ['UBL-CR-661', 'cac:PaymentMeans/cbc:PaymentMeansCode/@listID'],
  ['UBL-CR-662', '//cbc:AllowanceChargeReasonCode/@listID'],
  ['UBL-CR-664', '//cac:FinancialInstitution'],
  ['UBL-CR-667', '//cac:BuyersItemIdentification/cbc:ID/@schemeID'],
  ['UBL-CR-668', '//cac:SellersItemIdentification/cbc:ID/@schemeID'],
  ['UBL-CR-669', '//cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'],
  ['UBL-CR-670', '//cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReason'],
  ['UBL-CR-671', '//cac:Price/cac:AllowanceCharge/cbc:MultiplierFactorNumeric'],
  ['UBL-CR-672', 'cbc:CreditNoteTypeCode/@listID'],
  ['UBL-CR-674', '//cbc:PrimaryAccountNumberID/@schemeID'],
  ['UBL-CR-675', '//cac:CardAccount/cbc:NetworkID/@schemeID'],
  ['UBL-CR-676', '//cac:PaymentMandate/cbc:ID/@schemeID'],
  ['UBL-CR-677', '//cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID/@schemeID'],
  ['UBL-CR-678', '//cac:TaxCategory/cbc:ID/@schemeID'],
  ['UBL-CR-679', '//cac:ClassifiedTaxCategory/cbc:ID/@schemeID'],
  ['UBL-CR-680', '//cac:PaymentMeans/cac:PayerFinancialAccount'],
];

/** A credit note has no other place for the due date. */
const DUE_DATE: Absence = {
  ...absence('UBL-CR-412', 'cac:PaymentMeans/cbc:PaymentDueDate'),
  context: ['/Invoice'],
};

const TYPE = 'cbc:DocumentTypeCode';
const documentReferences = everywhere('cac:AdditionalDocumentReference');

/** A reference of type 130 is the invoiced object (BT-18), and no supporting document (BG-24). */
const noInvoicedObjectHas =
  (path: string): Test =>
  (doc) =>
    !documentReferences(doc).some(
      (reference) => doc.has(reference, path) && isInvoicedObject(doc, reference),
    );

const onlyInvoicedObjectHasScheme: Test = (doc) =>
  !documentReferences(doc).some((reference) => {
    const types = doc.strings(reference, TYPE);
    if (types.length > 0 && types.every((type) => type === '130')) return false;
    return doc.all(reference, 'cbc:ID').some((id) => doc.attribute(id, 'schemeID') !== undefined);
  });

const isUblVersion: Test = (doc, root) =>
  !doc.has(root, 'cbc:UBLVersionID') || someIs(doc, root, 'cbc:UBLVersionID', '2.1');

/** UBL-CR: what is not a matter of one element's place. UBL-CR-663 is in data-types.ts. */
export const OTHER_ABSENCES: Family = {
  name: 'Elements and attributes of UBL that EN 16931 does not use, elsewhere',
  absences: [...PATHS.map(([id, path]) => absence(id, path)), DUE_DATE],
  patterns: [
    // biome-ignore format: one rule a line
    [
      {
        at: DOCUMENTS,
        rules: [
          ...warnings(
            ['UBL-CR-002', '', 'The UBL version, if given, is 2.1.', isUblVersion],
            ['UBL-CR-665', 'BT-18 BT-122', 'Only the reference to the invoiced object (type 130) has a scheme.', onlyInvoicedObjectHasScheme],
          ),
          ...errors(
            ['UBL-CR-666', 'BT-18', 'The reference to the invoiced object (type 130) has no attachment.', noInvoicedObjectHas('cac:Attachment')],
            ['UBL-CR-673', 'BT-18', 'The reference to the invoiced object (type 130) has no description.', noInvoicedObjectHas('cbc:DocumentDescription')],
          ),
        ],
      },
    ],
  ],
};
