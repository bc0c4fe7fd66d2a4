import type { Node } from '../../tape/tape.ts';
import { add, type Decimal, equal, subtract } from '../../values/decimal.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Test } from '../rule.ts';
import { statedTax } from './shared-blocks.ts';
import { decimalOrZero, sumAt, sumMarked } from './values.ts';

/** The expected totals of an order, where it states them: R006 to R011, R016 and R017. */
export const orderTotals = (prefix: string, lineSum: typeof errors): Block => ({
  at: ['cac:AnticipatedMonetaryTotal'],
  rules: [
    ...errors(
      [
        `${prefix}-R006`,
        '',
        'The amount to be paid must not be negative.',
        isAtLeastZero('cbc:PayableAmount'),
      ],
      [
        `${prefix}-R007`,
        '',
        'The sum of lines must not be negative.',
        isAtLeastZero('cbc:LineExtensionAmount'),
      ],
      [
        `${prefix}-R009`,
        '',
        'The total of allowances must be the sum of the allowances of the document.',
        (doc, node) => equal(decimalOrZero(doc, node, 'cbc:AllowanceTotalAmount'), doc.once(sumOfAllowances)),
      ],
      [
        `${prefix}-R010`,
        '',
        'The total of charges must be the sum of the charges of the document.',
        (doc, node) => equal(decimalOrZero(doc, node, 'cbc:ChargeTotalAmount'), doc.once(sumOfCharges)),
      ],
      [
        `${prefix}-R011`,
        '',
        'The total without tax must be the sum of lines, less allowances, plus charges.',
        isTotalWithoutTax,
      ],
      [
        `${prefix}-R016`,
        '',
        'The amount to be paid must be the total with tax, less what is prepaid, plus rounding.',
        isPayable,
      ],
      [
        `${prefix}-R017`,
        '',
        'The total with tax must be the total without tax plus the tax.',
        isTotalWithTax,
      ],
    ),
    ...lineSum([
      `${prefix}-R008`,
      '',
      'The sum of lines must be what the amounts of the lines add up to.',
      (doc, node) => {
        const total = doc.decimalAt(node, 'cbc:LineExtensionAmount');
        return total !== undefined && equal(total, doc.once(sumOfLines));
      },
    ]),
  ],
});

const isAtLeastZero =
  (path: string): Test =>
  (doc, node) => {
    const value = doc.decimalAt(node, path);
    return value !== undefined && value.units >= 0n;
  };

const sumOfLines = (doc: DocumentView): Decimal =>
  sumAt(doc, doc.root, 'cac:OrderLine/cac:LineItem/cbc:LineExtensionAmount');
const sumOfAllowances = (doc: DocumentView): Decimal => sumMarked(doc, doc.root, 'false');
const sumOfCharges = (doc: DocumentView): Decimal => sumMarked(doc, doc.root, 'true');

/** Lines less allowances plus charges as the totals state them; undefined without a total of lines. */
function statedSum(doc: DocumentView, node: Node): Decimal | undefined {
  const lines = doc.decimalAt(node, 'cbc:LineExtensionAmount');
  const allowances = decimalOrZero(doc, node, 'cbc:AllowanceTotalAmount');
  const charges = decimalOrZero(doc, node, 'cbc:ChargeTotalAmount');
  return lines && add(subtract(lines, allowances), charges);
}

function isTotalWithoutTax(doc: DocumentView, node: Node): boolean {
  const expected = statedSum(doc, node);
  const total = doc.decimalAt(node, 'cbc:TaxExclusiveAmount') ?? expected;
  return total !== undefined && expected !== undefined && equal(total, expected);
}

/** A total with tax of zero is taken as none. */
function totalWithTax(doc: DocumentView, node: Node): Decimal | undefined {
  const total = doc.decimalAt(node, 'cbc:TaxInclusiveAmount');
  return total?.units === 0n ? undefined : total;
}

function isPayable(doc: DocumentView, node: Node): boolean {
  const total = totalWithTax(doc, node);
  if (!total) return true;
  const payable = doc.decimalAt(node, 'cbc:PayableAmount');
  const prepaid = decimalOrZero(doc, node, 'cbc:PrepaidAmount');
  const rounding = decimalOrZero(doc, node, 'cbc:PayableRoundingAmount');
  return payable !== undefined && equal(payable, add(subtract(total, prepaid), rounding));
}

function isTotalWithTax(doc: DocumentView, node: Node): boolean {
  const total = totalWithTax(doc, node);
  if (!total || !doc.has(doc.root, 'cac:TaxTotal')) return true;
  const withoutTax = doc.decimalAt(node, 'cbc:TaxExclusiveAmount') ?? statedSum(doc, node);
  const tax = doc.once(statedTax);
  return withoutTax !== undefined && equal(total, add(withoutTax, tax));
}
