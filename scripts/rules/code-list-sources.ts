/** Where the code lists of the rules stand in the official files of Peppol BIS and EN 16931. */

export interface List {
  constant: string;
  about: string;
  /** Schema without `.sch`. */
  schema: string;
  /** Id of the rule in whose test the list stands, or `$name` of a variable. */
  place: string;
  /** Which of the lists in the test; `each` when every literal of the test is a code. */
  which: number | 'each';
}

const list = (
  constant: string,
  about: string,
  schema: string,
  place: string,
  which: List['which'] = 0,
): List => ({ constant, about, schema, place, which });

const CEN = 'CEN-EN16931-UBL';
const BILLING = 'PEPPOL-EN16931-UBL';
const SELF_BILLING = 'PEPPOL-EN16931-UBL-SB';

/** Of these schemas older releases are kept too. */
export const KEPT: readonly string[] = [CEN, BILLING];

/** Small ones of the transactions that follow an award; the schema says of which. */
// biome-ignore format: one list a line
const POST_AWARD: readonly List[] = [
  list('BOOLEANS', 'True and false.', 'PEPPOLBIS-T01', '$clTrueFalse'),
  list('CATALOGUE_ACTIONS', 'Actions on a catalogue.', 'PEPPOLBIS-T19', '$clActionCode_header'),
  list('CATALOGUE_LINE_ACTIONS', 'Actions on a catalogue line.', 'PEPPOLBIS-T19', '$clActionCode_line'),
  list('CLARIFICATION_LISTS', 'Lists of clarifications.', 'PEPPOLBIS-T111', '$clClarificationListID'),
  list('DANGEROUS_GOODS', 'Regulations on dangerous goods: UNTDID 8273.', 'PEPPOLBIS-T16', '$clUNCL8273'),
  list('DESPATCH_MEASURES', 'Measures of a handling unit: a part of UNTDID 6313.', 'PEPPOLBIS-T16', '$clUNCL6313-T16'),
  list('FILES', 'Kinds of files that may be attached.', 'PEPPOLBIS-T01', '$clMimeCode'),
  list('HANDLING_UNIT_SCHEMES', 'Identifiers of handling units.', 'PEPPOLBIS-T16', '$clTransportHandlingUnitIDschemID'),
  list('IMAGES', 'Kinds of images.', 'PEPPOLBIS-T19', '$clImage'),
  list('INVOICE_RESPONSES', 'Answers to an invoice: a part of UNTDID 4343.', 'PEPPOLBIS-T111', '$clUNCL4343-T111'),
  list('LINE_CHANGES', 'Changes of an order line: a part of UNTDID 1229.', 'PEPPOLBIS-T114', '$clUNCL1229_CHANGE'),
  list('LINE_RESPONSES', 'Answers to an order line: a part of UNTDID 1229.', 'PEPPOLBIS-T76', '$clUNCL1229'),
  list('MEASURED_ATTRIBUTES', 'Measures: a part of UNTDID 6313.', 'PEPPOLBIS-T19', '$clUNCL6313'),
  list('MESSAGE_STATUS_REASONS', 'Reasons of a message level response.', 'PEPPOLBIS-T71', '$clStatusReason'),
  list('NOT_APPLICABLE', 'NA alone.', 'PEPPOLBIS-T19', '$clNA'),
  list('ORDER_RESPONSES', 'Answers to an order: a part of UNTDID 4343.', 'PEPPOLBIS-T76', '$clUNCL4343-T76'),
  list('ORDER_TYPES', 'Kinds of orders: a part of UNTDID 1001.', 'PEPPOLBIS-T01', '$clUNCL1001_T01'),
  list('PACKAGING_LEVELS', 'Levels of packaging: GS1 7009.', 'PEPPOLBIS-T19', '$clGS17009'),
  list('PRODUCT_TRACE_SCHEMES', 'Identifiers for tracing products.', 'PEPPOLBIS-T16', '$clProductTraceIDschemeIDCode'),
  list('RESPONSES', 'Answers: a part of UNTDID 4343.', 'PEPPOLBIS-T71', '$clUNCL4343'),
  list('STATUS_ACTIONS', 'Actions asked for.', 'PEPPOLBIS-T111', '$clOPStatusAction'),
  list('STATUS_REASONS', 'Reasons of a status.', 'PEPPOLBIS-T111', '$clOPStatusReason'),
  list('TRANSACTION_CONDITIONS', 'Conditions of a transaction.', 'PEPPOLBIS-T19', '$clTransactionCondition'),
  list('TRANSPORT_MODES', 'Modes of transport: Recommendation 19 of UN/ECE.', 'PEPPOLBIS-T16', '$clUNECERec19'),
  list('TRANSPORT_PRIORITIES', 'Priorities of transport: a part of UNTDID 4219.', 'PEPPOLBIS-T01', '$clUNCL4219'),
];

/** By file of packages/validation/src/codes. A further list is one more line here, and its constant where it is used. */
// biome-ignore format: one list a line
export const CODE_LIST_FILES: Readonly<Record<string, readonly List[]>> = {
  'allowance-reasons': [list('ALLOWANCE_REASONS', 'Reasons of an allowance: a part of UNTDID 5189.', CEN, 'BR-CL-19')],
  'charge-reasons': [list('CHARGE_REASONS', 'Reasons of a charge: UNTDID 7161.', CEN, 'BR-CL-20')],
  countries: [list('COUNTRIES', 'Countries of ISO 3166-1.', CEN, 'BR-CL-14')],
  currencies: [
    list('CURRENCIES', 'Currencies of ISO 4217, as Peppol has them.', BILLING, '$ISO4217'),
    list('EN_CURRENCIES', 'Currencies of ISO 4217, as EN 16931 has them.', CEN, 'BR-CL-04'),
  ],
  'document-names': [list('DOCUMENT_NAMES', 'Kinds of documents: UNTDID 1001, all of it.', 'PEPPOLBIS-T110', '$clUNCL1001')],
  'document-types': [
    list('INVOICE_TYPES', 'Types of an invoice: a part of UNTDID 1001.', CEN, 'BR-CL-01'),
    list('CREDIT_NOTE_TYPES', 'Types of a credit note: a part of UNTDID 1001.', CEN, 'BR-CL-01', 1),
    list('BILLED_INVOICE_TYPES', 'Of these, what Peppol BIS Billing has.', BILLING, 'PEPPOL-EN16931-P0100'),
    list('BILLED_CREDIT_NOTE_TYPES', 'Of these, what Peppol BIS Billing has.', BILLING, 'PEPPOL-EN16931-P0101'),
    list('SELF_BILLED_INVOICE_TYPES', 'Of these, what Peppol BIS Self-Billing has.', SELF_BILLING, 'PEPPOL-EN16931-P0100'),
    list('SELF_BILLED_CREDIT_NOTE_TYPES', 'Of these, what Peppol BIS Self-Billing has.', SELF_BILLING, 'PEPPOL-EN16931-P0101'),
  ],
  'electronic-addresses': [
    list('ELECTRONIC_ADDRESS_SCHEMES', 'Schemes of electronic addresses: EAS.', CEN, 'BR-CL-25'),
    list('PEPPOL_ADDRESS_SCHEMES', 'Those that Peppol uses: a part of EAS.', BILLING, '$eaid'),
  ],
  files: [
    list('EN_FILES', 'Kinds of files that may be attached, as EN 16931 has them.', CEN, 'BR-CL-24', 'each'),
    list('PEPPOL_FILES', 'Kinds of files that may be attached, as Peppol has them.', BILLING, '$MIMECODE'),
  ],
  icd: [list('ICD', 'Schemes of identifiers: ISO/IEC 6523 ICD.', CEN, 'BR-CL-10')],
  'item-types': [list('ITEM_TYPES', 'Kinds of item classification: UNTDID 7143.', CEN, 'BR-CL-13')],
  'note-subjects': [list('NOTE_SUBJECTS', 'Subjects of a text: UNTDID 4451.', CEN, 'BR-CL-08')],
  packages: [list('PACKAGES', 'Packages: Recommendation 21 of UN/ECE.', 'PEPPOLBIS-T16', '$clUNECERec21')],
  'packaging-labels': [
    list('PACKAGING_LABELS', 'Labels on packages: PackagingMarkedLabelAccreditationCode of GS1.', 'PEPPOLBIS-T19', '$clPackagingMarkedLabelAccreditationCode'),
  ],
  'payment-means': [list('PAYMENT_MEANS', 'Means of payment: UNTDID 4461.', CEN, 'BR-CL-16')],
  'post-award': POST_AWARD,
  'price-types': [list('PRICE_TYPES', 'Kinds of prices: UNTDID 5387.', 'PEPPOLBIS-T19', '$clUNCL5387')],
  'reference-qualifiers': [list('REFERENCE_QUALIFIERS', 'Kinds of references: UNTDID 1153.', CEN, 'BR-CL-07')],
  units: [
    list('UNITS', 'Units of measure: Recommendation 20 of UN/ECE with the packages of Recommendation 21 behind an X.', CEN, 'BR-CL-23'),
  ],
  'vat-categories': [list('VAT_CATEGORIES', 'Categories of VAT: a part of UNTDID 5305.', CEN, 'BR-CL-17')],
  'vat-dates': [list('VAT_DATES', 'Date of the invoice, of the delivery, of the payment: a part of UNTDID 2005.', CEN, 'BR-CL-06')],
  'vat-exemption-reasons': [list('VAT_EXEMPTION_REASONS', 'Reasons why no VAT is charged: VATEX.', CEN, 'BR-CL-22')],
};
