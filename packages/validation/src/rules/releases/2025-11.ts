import { LISTS_2025_11 } from '../../codes/release-lists.ts';
import type { Node } from '../../tape/tape.ts';
import { double } from '../../values/double.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';
import { amended } from '../amend.ts';
import { textNode } from '../common/single.ts';
import { atMostOne, someIs } from '../en16931/conditions.ts';
import { en16931 } from '../en16931/families.ts';
import { isSellerIdentified } from '../en16931/parties.ts';
import { isInDocument } from '../en16931/vat-categories.ts';
import { BILLING, type Edition } from '../peppol-billing/edition.ts';
import { peppolBilling } from '../peppol-billing/families.ts';
import { ibanAt } from '../peppol-billing/german-payments.ts';
import { hasDiscountNotation, TYPES } from '../peppol-billing/germany.ts';
import { areGerman } from '../peppol-billing/parties.ts';
import { everywhere } from '../places.ts';
import { errors, type Family } from '../rule.ts';

/** Peppol BIS Billing of November 2025, with EN 16931 1.3.15: what 2026.5 changed, the other way round. */

function numberIn(doc: DocumentView, node: Node): number {
  const value = double(doc.string(node));
  if (value === undefined) throw new NotEvaluable(`"${normalised(doc.string(node))}" is not a number`);
  return value;
}

const hasOneOf = (doc: DocumentView, node: Node, path: string, numbers: readonly number[]): boolean =>
  doc.all(node, path).some((one) => numbers.includes(numberIn(doc, one)));

const DUE: Family = {
  name: 'What is due has a date or terms',
  patterns: [
    [
      {
        at: ['/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount'],
        rules: errors([
          'BR-CO-25',
          'BT-9 BT-20 BT-115',
          'When something is due, there is a due date or there are payment terms.',
          (doc, node) => numberIn(doc, node) <= 0 || (numberIn(doc, node) > 0 && hasTerms(doc)),
        ]),
      },
    ],
  ],
};

const dueDates = everywhere('cbc:DueDate');
const termNotes = everywhere('cac:PaymentTerms/cbc:Note');
const hasTerms = (doc: DocumentView): boolean => dueDates(doc).length > 0 || termNotes(doc).length > 0;

const NORM = [
  ...amended(en16931(LISTS_2025_11), {
    without: ['UBL-SR-56'],
    tests: {
      'BR-B-02': (doc) =>
        !isInDocument(doc, 'B') || !isInDocument(doc, 'S', 'cac:TaxTotal/cac:TaxSubtotal/cbc:ID'),
      'BR-CO-26': isSellerIdentified(() => true),
      'UBL-SR-23': atMostOne('cac:Party/cac:PartyTaxScheme/cbc:CompanyID'),
    },
    paths: { 'UBL-CR-674': ['//cbc:PrimaryAccountNumber/@schemeID'] },
  }),
  DUE,
];

/** The seventh part of a process identifier of Peppol says which one it is. */
const PROCESS = /urn:fdc:peppol.eu:2017:poacc:billing:([0-9]{2}):1.0/;
const part = (process: string): string | undefined =>
  PROCESS.test(process) ? process.split(':')[6] : undefined;
const EDITION: Edition = {
  ...BILLING,
  processes: { has: (process) => part(process) === '01' },
  otherProcesses: { has: (process) => part(process) !== undefined },
};

const LOCAL = /^[a-zA-Z0-9!#$%&"*+/=?^_`{|}~-]+(\.[a-zA-Z0-9!#$%&"*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/;
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...others] = text.split('@');
  const labels = domain.split('.');
  return (
    others.length === 0 && LOCAL.test(local) && labels.length > 1 && labels.every((one) => LABEL.test(one))
  );
}

const CASH_DISCOUNT = /#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/;
const MEANS = 'cbc:PaymentMeansCode';
const pays = (doc: DocumentView, means: Node, codes: readonly string[]): boolean =>
  codes.some((code) => someIs(doc, means, MEANS, code));
const paidBy =
  (...codes: number[]) =>
  (doc: DocumentView, means: Node): boolean =>
    areGerman(doc) && hasOneOf(doc, means, MEANS, codes);
const DOCUMENT_TYPES = ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'];

const PEPPOL = amended(peppolBilling(LISTS_2025_11, EDITION), {
  without: ['DE-R-T02', 'R054', 'R055', 'R056-1', 'R056-2', 'R057'].map((id) =>
    id.startsWith('R') ? `PEPPOL-COMMON-${id}` : id,
  ),
  severities: {
    'DK-R-003': 'WARNING',
    'DK-R-017': 'WARNING',
    'PEPPOL-COMMON-R052': 'WARNING',
    'PEPPOL-COMMON-R053': 'WARNING',
  },
  tests: {
    'DE-R-017': (doc, node) =>
      DOCUMENT_TYPES.some((path) => TYPES.some((type) => someIs(doc, node, path, type))),
    'DE-R-018': (doc, node) => hasDiscountNotation(doc, node, CASH_DISCOUNT),
    'DE-R-019': ibanAt('cac:PayeeFinancialAccount/cbc:ID', '58', pays),
    'DE-R-020': ibanAt('cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID', '59', pays),
    'DE-R-026': (doc, node) =>
      !DOCUMENT_TYPES.some((path) => hasOneOf(doc, node, path, [384])) ||
      doc.has(node, 'cac:BillingReference/cac:InvoiceDocumentReference'),
    'DE-R-028': (doc, node) => isEmail(doc.onlyText(node, 'cbc:ElectronicMail')),
    'PEPPOL-EN16931-R004': (doc, node) =>
      normalised(textNode(doc, node, 'cbc:CustomizationID')).startsWith(BILLING.customization),
  },
  conditions: {
    'DE-R-019': paidBy(30, 58),
    'DE-R-024-1': paidBy(48, 54, 55),
    'DE-R-020': paidBy(59),
  },
});

/** Beside the norm alone: the rules of billing. */
export const EN16931_2025_11: readonly Family[] = NORM;
export const BILLING_2025_11: readonly Family[] = [...NORM, ...PEPPOL];
