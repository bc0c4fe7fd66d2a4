import type { Node } from '../../tape/tape.ts';
import { add, compare, type Decimal, equal, subtract, valueKey, ZERO } from '../../values/decimal.ts';
import { exactly } from '../../values/double.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { foundAmount } from '../mismatch.ts';
import { perNode } from '../remember.ts';
import type { Answer, Test } from '../rule.ts';
import { mustEqual } from './conditions.ts';
import { numberIn } from './lines.ts';
import { creditNoteLinesAnywhere, invoiceLinesAnywhere } from './terms.ts';
import { isNearly } from './vat-breakdown.ts';
import type { CategoryTotals } from './vat-sums.ts';

/** Tests of the amounts of a VAT breakdown, made at the VAT category in it. */

const TAXABLE = 'cbc:TaxableAmount';
const TAX = 'cbc:TaxAmount';
const PERCENT = 'cbc:Percent';

/** Amounts of a breakdown, read once however many categories it has. */
const taxableOf = perNode((doc, subtotal) => doc.decimalAt(subtotal, TAXABLE));
const taxOf = perNode((doc, subtotal) => doc.decimalAt(subtotal, TAX));
const taxableNode = perNode((doc, subtotal) => doc.only(subtotal, TAXABLE));

/** The first answer that is in order; otherwise the last one that was given, or false when there was none. */
function anyOf(...answers: (() => Answer)[]): Answer {
  let last: Answer = false;
  for (const answer of answers) {
    const given = answer();
    if (given === true) return true;
    last = given || last;
  }
  return last;
}

/** The taxable amount is the sum of the lines (of either kind that the document has) and charges, less allowances. */
export const isExactSum =
  (totals: CategoryTotals): Test =>
  (doc, category) => {
    const isSum = (kind: 'invoiceLines' | 'creditNoteLines'): Answer => {
      const found = taxableOf(doc, doc.tape.parent(category));
      const raised = add(totals[kind](doc).sum, totals.charges(doc).sum);
      return mustEqual(found, subtract(raised, totals.allowances(doc).sum));
    };
    return anyOf(
      () => invoiceLinesAnywhere(doc).length > 0 && isSum('invoiceLines'),
      () => creditNoteLinesAnywhere(doc).length > 0 && isSum('creditNoteLines'),
    );
  };

/** The taxable amount moved by one, as a double is. @throws NotEvaluable when it is infinite, no number, or several */
function movedTaxable(doc: DocumentView, category: Node, by: 1 | -1): Decimal | undefined {
  const node = taxableNode(doc, doc.tape.parent(category));
  if (node < 0) return undefined;
  const value = exactly(numberIn(doc, node) + by);
  if (!value) throw new NotEvaluable(`"${doc.string(node)}" is not a finite number`);
  return value;
}

function isNearSum(doc: DocumentView, category: Node, sumAt: () => Decimal): Answer {
  const low = movedTaxable(doc, category, -1);
  if (!low) return false;
  const sum = sumAt();
  const high = movedTaxable(doc, category, 1);
  if (high && compare(low, sum) < 0 && compare(high, sum) > 0) return true;
  return foundAmount(taxableOf(doc, doc.tape.parent(category)), sum);
}

type LineKind = 'invoiceLines' | 'creditNoteLines';

/** The same, for each rate by itself and less than one off; `counts` says whether lines of a kind are looked at. */
const isSumOfRate =
  (counts: (doc: DocumentView, kind: LineKind, rate: string) => boolean) =>
  (totals: CategoryTotals): Test =>
  (doc, category) => {
    const percent = doc.decimalAt(category, PERCENT);
    if (!percent) return true;
    const rate = valueKey(percent);
    const sumOf = (kind: LineKind) => () =>
      subtract(
        add(totals[kind](doc).sumAt(rate), totals.charges(doc).sumAt(rate)),
        totals.allowances(doc).sumAt(rate),
      );
    const check = (kind: LineKind): Answer =>
      counts(doc, kind, rate) && isNearSum(doc, category, sumOf(kind));
    return anyOf(
      () => check('invoiceLines'),
      () => check('creditNoteLines'),
    );
  };

/** Lines of a kind are looked at when there is any. */
export const isNearSumOfRate = isSumOfRate((doc, kind) =>
  kind === 'invoiceLines' ? invoiceLinesAnywhere(doc).length > 0 : creditNoteLinesAnywhere(doc).length > 0,
);

/** Lines of a kind are looked at when one of them, or an allowance or charge, has the category at the rate. */
export const isNearSumOfUsedRate = (totals: CategoryTotals): Test =>
  isSumOfRate((doc, kind, rate) => {
    const linesAnywhere =
      kind === 'invoiceLines' ? totals.invoiceLinesAnywhere : totals.creditNoteLinesAnywhere;
    return linesAnywhere(doc).has(rate) || totals.entriesAnywhere(doc).has(rate);
  })(totals);

export const hasNoTax: Test = (doc, category) => {
  const tax = taxOf(doc, doc.tape.parent(category));
  return tax !== undefined && equal(tax, ZERO);
};

/** The tax amount is the taxable amount times the rate, less than one off. */
export const hasTaxOfRate: Test = (doc, category) => {
  const tax = taxOf(doc, doc.tape.parent(category));
  const taxable = taxableOf(doc, doc.tape.parent(category));
  const percent = doc.decimalAt(category, PERCENT);
  return (
    tax !== undefined && taxable !== undefined && percent !== undefined && isNearly(tax, taxable, percent)
  );
};

export const hasZeroRate: Test = (doc, category) => {
  const percent = doc.decimalAt(category, PERCENT);
  return percent !== undefined && equal(percent, ZERO);
};

export const hasRateNotNegative: Test = (doc, category) =>
  doc.all(category, PERCENT).some((percent) => numberIn(doc, percent) >= 0);

export const hasRateAboveZero: Test = (doc, category) =>
  doc.all(category, PERCENT).some((percent) => numberIn(doc, percent) > 0);
