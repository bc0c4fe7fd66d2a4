import type { Node } from '../../tape/tape.ts';
import { double } from '../../values/double.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';
import { isOneOf, ownText, textNode } from '../common/single.ts';
import { found } from '../mismatch.ts';
import { type Block, errors, type Family, type Row } from '../rule.ts';
import { type Edition, processOf } from './edition.ts';
import { areGerman } from './parties.ts';

const DOCUMENT = ['Invoice', 'CreditNote'];

const taxTotals = (doc: DocumentView, node: Node, hasBreakdown: boolean): Node[] =>
  doc.all(node, 'cac:TaxTotal').filter((total) => doc.has(total, 'cac:TaxSubtotal') === hasBreakdown);

const isCustomization = (text: string, { customization }: Edition): boolean =>
  text.startsWith(customization) && !text.includes('::');

// biome-ignore format: a rule is a row
const documentRows = (edition: Edition): Row[] => [
  ['PEPPOL-EN16931-R001', 'BT-23', 'The invoice must name its business process.', (doc, node) => doc.has(node, 'cbc:ProfileID')],
  ['PEPPOL-EN16931-R007', 'BT-23', `The business process must be one of ${edition.name}.`,
    (doc) => edition.processes.has(processOf(doc)) || edition.otherProcesses.has(processOf(doc)) || found(processOf(doc))],
  ['PEPPOL-EN16931-R002', 'BT-22', 'Only one note may be written, unless seller and buyer are both in Germany.',
    (doc, node) => doc.all(node, 'cbc:Note').length <= 1 || areGerman(doc)],
  ['PEPPOL-EN16931-R003', 'BT-10 BT-13', 'There must be a buyer reference or an order number.',
    (doc, node) => doc.has(node, 'cbc:BuyerReference') || doc.has(node, 'cac:OrderReference/cbc:ID')],
  ['PEPPOL-EN16931-R004', 'BT-24', `The specification identifier must begin with ${edition.customization}.`,
    (doc, node) => isCustomization(normalised(textNode(doc, node, 'cbc:CustomizationID')), edition)],
  ['PEPPOL-EN16931-R053', 'BG-23', 'Exactly one tax total must have a VAT breakdown.', (doc, node) => taxTotals(doc, node, true).length === 1],
  ['PEPPOL-EN16931-R054', 'BT-111', 'There must be one tax total without a breakdown when there is a VAT accounting currency, and none otherwise.',
    (doc, node) => taxTotals(doc, node, false).length === (doc.has(node, 'cbc:TaxCurrencyCode') ? 1 : 0)],
  ['PEPPOL-EN16931-R055', 'BT-110 BT-111', 'The VAT total must have the same sign in both currencies.', haveOneSign],
];

function haveOneSign(doc: DocumentView, node: Node): boolean {
  if (!doc.has(node, 'cbc:TaxCurrencyCode')) return true;
  const accounting = vatTotals(doc, node, 'cbc:TaxCurrencyCode');
  const invoiced = vatTotals(doc, node, 'cbc:DocumentCurrencyCode');
  const areNotPositive = accounting.some(isAtMostZero(doc)) && invoiced.some(isAtMostZero(doc));
  return areNotPositive || (accounting.some(isAtLeastZero(doc)) && invoiced.some(isAtLeastZero(doc)));
}

/** VAT totals in the currency that an element of the document names. */
function vatTotals(doc: DocumentView, node: Node, currencyPath: string): Node[] {
  const totals = doc.all(node, 'cac:TaxTotal/cbc:TaxAmount');
  if (totals.length === 0) return [];
  const currency = doc.onlyText(node, currencyPath);
  return totals.filter((total) => doc.attribute(total, 'currencyID') === currency);
}

function amount(doc: DocumentView, node: Node): number {
  const value = double(doc.string(node));
  if (value === undefined) throw new NotEvaluable(`"${doc.string(node)}" is not a number`);
  return value;
}
const isAtMostZero = (doc: DocumentView) => (node: Node) => amount(doc, node) <= 0;
const isAtLeastZero = (doc: DocumentView) => (node: Node) => amount(doc, node) >= 0;

const isProjectReference = (doc: DocumentView) => (reference: Node) =>
  isOneOf(doc, reference, 'cbc:DocumentTypeCode', '50');

const endpoint = (id: string, term: string, who: string): Block['rules'] =>
  errors([
    id,
    term,
    `The ${who} must have an electronic address.`,
    (doc, node) => doc.has(node, 'cbc:EndpointID'),
  ]);

// biome-ignore format: a rule is a row
const CREDIT_NOTE_RULES = errors(
  ['PEPPOL-EN16931-R080', 'BT-11', 'A credit note may refer to one project only.',
    (doc, node) => doc.all(node, 'cac:AdditionalDocumentReference').filter(isProjectReference(doc)).length <= 1],
);
// biome-ignore format: a rule is a row
const CURRENCY_RULES = errors(
  ['PEPPOL-EN16931-R005', 'BT-6', 'The VAT accounting currency must be another one than the invoice currency.',
    (doc, node) => normalised(ownText(doc, node)) !== normalised(textNode(doc, doc.tape.parent(node), 'cbc:DocumentCurrencyCode'))],
);
// biome-ignore format: a rule is a row
const DIRECT_DEBIT_RULES = errors(
  ['PEPPOL-EN16931-R061', 'BT-89', 'A direct debit must name its mandate.', (doc, node) => doc.has(node, 'cac:PaymentMandate/cbc:ID')],
);

/** R001 to R020, R053 to R055, R061, R080. */
export const documentRules = (edition: Edition): Family => ({
  name: `${edition.name}, document`,
  patterns: [
    [{ at: ['CreditNote'], rules: CREDIT_NOTE_RULES }],
    [
      { at: DOCUMENT, rules: errors(...documentRows(edition)) },
      { at: ['cbc:TaxCurrencyCode'], rules: CURRENCY_RULES },
      {
        at: ['cac:AccountingCustomerParty/cac:Party'],
        rules: endpoint('PEPPOL-EN16931-R010', 'BT-49', 'buyer'),
      },
      {
        at: ['cac:AccountingSupplierParty/cac:Party'],
        rules: endpoint('PEPPOL-EN16931-R020', 'BT-34', 'seller'),
      },
      {
        at: ['cac:PaymentMeans'],
        where: (doc, node) => ['49', '59'].includes(doc.onlyText(node, 'cbc:PaymentMeansCode')),
        rules: DIRECT_DEBIT_RULES,
      },
    ],
  ],
});
