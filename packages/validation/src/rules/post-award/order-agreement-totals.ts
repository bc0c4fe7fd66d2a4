import type { Node } from '../../tape/tape.ts';
import { add, type Decimal, equal, subtract } from '../../values/decimal.ts';
import type { DocumentView } from '../../view.ts';
import { everywhere } from '../places.ts';
import { type Block, errors, type Test } from '../rule.ts';
import { statedTax } from './shared-blocks.ts';
import { decimalOrZero, someNumber, someText, sumOf } from './values.ts';

const orderLines = everywhere('cac:OrderLine');
const lineAmounts = everywhere('cac:LineItem/cbc:LineExtensionAmount');
const amountsOfOrderLines = everywhere('cac:OrderLine/cac:LineItem/cbc:LineExtensionAmount');

const sumOfLines = (doc: DocumentView): Decimal => sumOf(doc, amountsOfOrderLines(doc));
const sumOfAllowances = (doc: DocumentView): Decimal => sumMarkedExactly(doc, 'false');
const sumOfCharges = (doc: DocumentView): Decimal => sumMarkedExactly(doc, 'true');

/** Of the document's allowances or charges; unlike in an order, white space in the indicator counts. */
function sumMarkedExactly(doc: DocumentView, indicator: string): Decimal {
  const ones = doc
    .all(doc.root, 'cac:AllowanceCharge')
    .filter((one) => someText(doc, one, 'cbc:ChargeIndicator', indicator));
  return sumOf(
    doc,
    ones.flatMap((one) => doc.all(one, 'cbc:Amount')),
  );
}

/** A stated total is what was computed. */
const isSum =
  (path: string, compute: (doc: DocumentView, node: Node) => Decimal): Test =>
  (doc, node) => {
    const stated = doc.decimalAt(node, path);
    return stated === undefined || equal(stated, compute(doc, node));
  };

const withoutTax = (doc: DocumentView, node: Node): Decimal =>
  subtract(
    add(
      decimalOrZero(doc, node, 'cbc:LineExtensionAmount'),
      decimalOrZero(doc, node, 'cbc:ChargeTotalAmount'),
    ),
    decimalOrZero(doc, node, 'cbc:AllowanceTotalAmount'),
  );

const withTax = (doc: DocumentView, node: Node): Decimal =>
  add(decimalOrZero(doc, node, 'cbc:TaxExclusiveAmount'), doc.once(statedTax));

const payable = (doc: DocumentView, node: Node): Decimal =>
  add(
    subtract(
      decimalOrZero(doc, node, 'cbc:TaxInclusiveAmount'),
      decimalOrZero(doc, node, 'cbc:PrepaidAmount'),
    ),
    decimalOrZero(doc, node, 'cbc:PayableRoundingAmount'),
  );

/** The totals of an order agreement, where it states them. */
export const agreementTotals: Block = {
  at: ['cac:LegalMonetaryTotal'],
  rules: errors(
    [
      'PEPPOL-T110-R014',
      '',
      'Where there are totals, every line must have an amount.',
      (doc) => orderLines(doc).length === lineAmounts(doc).length,
    ],
    [
      'PEPPOL-T110-R005',
      '',
      'The amount to be paid must not be negative.',
      (doc, node) =>
        !doc.has(node, 'cbc:PayableAmount') || someNumber(doc, node, 'cbc:PayableAmount', (it) => it >= 0),
    ],
    [
      'PEPPOL-T110-R006',
      '',
      'The sum of lines must not be negative.',
      (doc, node) => decimalOrZero(doc, node, 'cbc:LineExtensionAmount').units >= 0n,
    ],
    [
      'PEPPOL-T110-R007',
      '',
      'The sum of lines must be what the amounts of the lines add up to.',
      isSum('cbc:LineExtensionAmount', (doc) => doc.once(sumOfLines)),
    ],
    [
      'PEPPOL-T110-R008',
      '',
      'The total of charges must be the sum of the charges of the document.',
      isSum('cbc:ChargeTotalAmount', (doc) => doc.once(sumOfCharges)),
    ],
    [
      'PEPPOL-T110-R009',
      '',
      'The total of allowances must be the sum of the allowances of the document.',
      isSum('cbc:AllowanceTotalAmount', (doc) => doc.once(sumOfAllowances)),
    ],
    [
      'PEPPOL-T110-R010',
      '',
      'The total without tax must be the sum of lines, plus charges, less allowances.',
      isSum('cbc:TaxExclusiveAmount', withoutTax),
    ],
    [
      'PEPPOL-T110-R011',
      '',
      'The total with tax must be the total without tax plus the tax.',
      (doc, node) => equal(decimalOrZero(doc, node, 'cbc:TaxInclusiveAmount'), withTax(doc, node)),
    ],
    [
      'PEPPOL-T110-R012',
      '',
      'The amount to be paid must be the total with tax, less what is prepaid, plus rounding.',
      isSum('cbc:PayableAmount', payable),
    ],
  ),
};
