import { ALLOWANCE_REASONS } from '../../codes/allowance-reasons.gen.ts';
import { CHARGE_REASONS } from '../../codes/charge-reasons.gen.ts';
import type { CodeList } from '../../codes/code-list.ts';
import { COUNTRIES } from '../../codes/countries.gen.ts';
import { EN_FILES } from '../../codes/files.gen.ts';
import { ITEM_TYPES } from '../../codes/item-types.gen.ts';
import { expectedCodes } from '../../codes/nearest.ts';
import { NOTE_SUBJECTS } from '../../codes/note-subjects.gen.ts';
import { PAYMENT_MEANS } from '../../codes/payment-means.gen.ts';
import { REFERENCE_QUALIFIERS } from '../../codes/reference-qualifiers.gen.ts';
import type { ReleaseLists } from '../../codes/release-lists.ts';
import { UNITS } from '../../codes/units.gen.ts';
import { VAT_CATEGORIES } from '../../codes/vat-categories.gen.ts';
import { VAT_DATES } from '../../codes/vat-dates.gen.ts';
import { VAT_EXEMPTION_REASONS } from '../../codes/vat-exemption-reasons.gen.ts';
import { NONE, type Node } from '../../tape/tape.ts';
import { ublName } from '../../ubl.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { type Answer, type Block, errors, type Family, type Test } from '../rule.ts';
import { isAllowance, isCharge, isInvoicedObject } from './terms.ts';

const of = (title: string, codes: ReadonlySet<string>): CodeList => ({ title, codes });

const EXEMPTIONS = of('VATEX', VAT_EXEMPTION_REASONS);
const COUNTRY_CODES = of('ISO 3166-1', COUNTRIES);
const CATEGORIES = of('UNTDID 5305', VAT_CATEGORIES);
const TAX_POINTS = of('UNTDID 2005', VAT_DATES);
const MIME_CODES = of('the kinds of files', EN_FILES);

const isOneOf = (code: string, list: CodeList): Answer =>
  list.codes.has(code) || (() => ({ found: code, expected: expectedCodes(code, [list]) }));

const isIn =
  (list: CodeList): Test =>
  (doc, node) =>
    isOneOf(normalised(doc.string(node)), list);

const attributeIsIn =
  (attribute: string, list: CodeList): Test =>
  (doc, node) =>
    isOneOf(normalised(doc.attribute(node, attribute) ?? ''), list);

const has =
  (attribute: string): Block['where'] =>
  (doc, node) =>
    doc.attribute(node, attribute) !== undefined;

const SUBJECTS = ` ${[...NOTE_SUBJECTS].join(' ')} `;

/** A subject is three characters between # at the beginning of a note; anything else is text and free. */
const isSubjectKnown: Test = (doc, note) => {
  const parts = doc.string(note).split('#', 3);
  const subject = parts.length === 3 ? (parts[1] ?? '') : '';
  return [...subject.slice(0, 7)].length !== 3 || SUBJECTS.includes(subject);
};

const PARTIES_WITH_SEPA = [ublName('cac:AccountingSupplierParty'), ublName('cac:PayeeParty')];

function isOfSellerOrPayee({ tape }: DocumentView, node: Node): boolean {
  for (let at = tape.parent(node); at !== NONE; at = tape.parent(at))
    if (PARTIES_WITH_SEPA.includes(tape.name(at))) return true;
  return false;
}

const isPartyScheme =
  (schemes: CodeList): Test =>
  (doc, id) => {
    const scheme = normalised(doc.attribute(id, 'schemeID') ?? '');
    return (scheme === 'SEPA' && isOfSellerOrPayee(doc, id)) || isOneOf(scheme, schemes);
  };

const isOfInvoicedObject: Block['where'] = (doc, id) =>
  doc.attribute(id, 'schemeID') !== undefined && isInvoicedObject(doc, doc.tape.parent(id));

const ofKind =
  (isKind: typeof isAllowance): Block['where'] =>
  (doc, reason) =>
    isKind(doc, doc.tape.parent(reason));

const AMOUNTS = [
  'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount',
  'AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount',
].flatMap((names) => names.split(' ').map((name) => `cbc:${name}`));

/** Values that are codes of a list, as a release has these. */
export function codeListRules(lists: ReleaseLists): Family {
  const currencies = of('ISO 4217', lists.enCurrencies);
  const icd = of('ICD', lists.icd);
  return {
    name: 'Code lists',
    patterns: [
      // biome-ignore format: one rule a line
      [
      { at: ['cbc:InvoiceTypeCode'], rules: errors(['BR-CL-01', 'BT-3', 'The type of an invoice is a code of UNTDID 1001 for invoices.', isIn(of('UNTDID 1001', lists.invoiceTypes))]) },
      { at: ['cbc:CreditNoteTypeCode'], rules: errors(['BR-CL-01', 'BT-3', 'The type of a credit note is a code of UNTDID 1001 for credit notes.', isIn(of('UNTDID 1001', lists.creditNoteTypes))]) },
      { at: AMOUNTS, rules: errors(['BR-CL-03', '', 'The currency of an amount is a code of ISO 4217.', attributeIsIn('currencyID', currencies)]) },
      { at: ['cbc:DocumentCurrencyCode'], rules: errors(['BR-CL-04', 'BT-5', 'The invoice currency is a code of ISO 4217.', isIn(currencies)]) },
      { at: ['cbc:TaxCurrencyCode'], rules: errors(['BR-CL-05', 'BT-6', 'The VAT accounting currency is a code of ISO 4217.', isIn(currencies)]) },
      { at: ['cac:InvoicePeriod/cbc:DescriptionCode'], rules: errors(['BR-CL-06', 'BT-8', 'The VAT point is 3, 35 or 432.', isIn(TAX_POINTS)]) },
      { at: ['cac:AdditionalDocumentReference/cbc:ID', 'cac:DocumentReference/cbc:ID'], where: isOfInvoicedObject, rules: errors(['BR-CL-07', 'BT-18 BT-128', 'The scheme of an invoiced object is a code of UNTDID 1153.', attributeIsIn('schemeID', of('UNTDID 1153', REFERENCE_QUALIFIERS))]) },
      { at: ['cac:PartyIdentification/cbc:ID'], where: has('schemeID'), rules: errors(['BR-CL-10', 'BT-29 BT-46 BT-60', 'The scheme of a party identifier is an ICD, or SEPA for seller and payee.', isPartyScheme(icd)]) },
      { at: ['cac:PartyLegalEntity/cbc:CompanyID'], where: has('schemeID'), rules: errors(['BR-CL-11', 'BT-30 BT-47 BT-61', 'The scheme of a legal registration is an ICD.', attributeIsIn('schemeID', icd)]) },
      { at: ['cac:CommodityClassification/cbc:ItemClassificationCode'], where: has('listID'), rules: errors(['BR-CL-13', 'BT-158', 'The scheme of an item classification is a code of UNTDID 7143.', attributeIsIn('listID', of('UNTDID 7143', ITEM_TYPES))]) },
      { at: ['cac:Country/cbc:IdentificationCode'], rules: errors(['BR-CL-14', 'BT-40 BT-55 BT-69 BT-80', 'A country is a code of ISO 3166-1.', isIn(COUNTRY_CODES)]) },
      { at: ['cac:OriginCountry/cbc:IdentificationCode'], rules: errors(['BR-CL-15', 'BT-159', 'A country of origin is a code of ISO 3166-1.', isIn(COUNTRY_CODES)]) },
      { at: ['cac:PaymentMeans/cbc:PaymentMeansCode'], rules: errors(['BR-CL-16', 'BT-81', 'A means of payment is a code of UNTDID 4461.', isIn(of('UNTDID 4461', PAYMENT_MEANS))]) },
      { at: ['cac:TaxCategory/cbc:ID'], rules: errors(['BR-CL-17', 'BT-95 BT-102 BT-118', 'A VAT category is a code of UNTDID 5305.', isIn(CATEGORIES)]) },
      { at: ['cac:ClassifiedTaxCategory/cbc:ID'], rules: errors(['BR-CL-18', 'BT-151', 'The VAT category of an item is a code of UNTDID 5305.', isIn(CATEGORIES)]) },
      { at: ['cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'], where: ofKind(isAllowance), rules: errors(['BR-CL-19', 'BT-98 BT-140', 'The reason of an allowance is a code of UNTDID 5189.', isIn(of('UNTDID 5189', ALLOWANCE_REASONS))]) },
      { at: ['cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'], where: ofKind(isCharge), rules: errors(['BR-CL-20', 'BT-105 BT-145', 'The reason of a charge is a code of UNTDID 7161.', isIn(of('UNTDID 7161', CHARGE_REASONS))]) },
      { at: ['cac:StandardItemIdentification/cbc:ID'], where: has('schemeID'), rules: errors(['BR-CL-21', 'BT-157', 'The scheme of a standard item identifier is an ICD.', attributeIsIn('schemeID', icd)]) },
      { at: ['cbc:TaxExemptionReasonCode'], rules: errors(['BR-CL-22', 'BT-121', 'A VAT exemption reason is a code of VATEX.', (doc, node) => isOneOf(normalised(doc.string(node).toUpperCase()), EXEMPTIONS)]) },
      { at: ['cbc:InvoicedQuantity', 'cbc:BaseQuantity', 'cbc:CreditedQuantity'], where: has('unitCode'), rules: errors(['BR-CL-23', 'BT-130 BT-150', 'A unit is a code of Recommendation 20 or 21.', attributeIsIn('unitCode', of('Recommendation 20 or 21', UNITS))]) },
      { at: ['cbc:EmbeddedDocumentBinaryObject'], where: has('mimeCode'), rules: errors(['BR-CL-24', 'BT-125', 'An attachment is PDF, PNG, JPEG, CSV, XLSX or ODS.', (doc, node) => isOneOf(doc.attribute(node, 'mimeCode') ?? '', MIME_CODES)]) },
      { at: ['cbc:EndpointID'], where: has('schemeID'), rules: errors(['BR-CL-25', 'BT-34 BT-49', 'The scheme of an electronic address is a code of EAS.', attributeIsIn('schemeID', of('EAS', lists.addresses))]) },
      { at: ['cac:DeliveryLocation/cbc:ID'], where: has('schemeID'), rules: errors(['BR-CL-26', 'BT-71', 'The scheme of a delivery location is an ICD.', attributeIsIn('schemeID', icd)]) },
    ],
      [
        {
          at: ['/Invoice/cbc:Note', '/CreditNote/cbc:Note'],
          rules: errors([
            'BR-CL-08',
            'BT-21',
            'The subject of a note, three characters between #, is a code of UNTDID 4451.',
            isSubjectKnown,
          ]),
        },
      ],
    ],
  };
}
