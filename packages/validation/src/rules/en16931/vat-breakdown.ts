import type { Node } from '../../tape/tape.ts';
import { compare, type Decimal, multiply, round2, subtract } from '../../values/decimal.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { errors, type Family, type Test } from '../rule.ts';
import { exists, twoDecimals } from './conditions.ts';
import { categoryCode, isVat } from './terms.ts';

const CATEGORY = 'cac:TaxCategory';
const TAXABLE = 'cbc:TaxableAmount';
const TAX = 'cbc:TaxAmount';
const ONE: Decimal = { units: 1n, scale: 0 };

export const absolute = (value: Decimal): Decimal =>
  value.units < 0n ? { units: -value.units, scale: value.scale } : value;

/** Halves upwards, as XPath's round() does. */
const isZeroRounded = (value: Decimal): boolean =>
  round2({ units: value.units, scale: value.scale + 2 }).units === 0n;

/** Whether a tax amount is less than one off what the rate makes of the taxable amount, all without signs. */
export function isNearly(tax: Decimal, taxable: Decimal, percent: Decimal): boolean {
  const rate = { units: percent.units, scale: percent.scale + 2 };
  const expected = round2(multiply(absolute(taxable), rate));
  return compare(absolute(subtract(absolute(tax), expected)), ONE) < 0;
}

/** Rate of the VAT categories of a breakdown. @throws NotEvaluable when there are several, or it is no number */
function percentOf(doc: DocumentView, subtotal: Node): Decimal | undefined {
  const percents = doc
    .all(subtotal, CATEGORY)
    .filter((category) => isVat(doc, category))
    .flatMap((category) => doc.decimalAt(category, 'cbc:Percent') ?? []);
  if (percents.length > 1) throw new NotEvaluable('there are several rates');
  return percents[0];
}

const isComputed: Test = (doc, subtotal) => {
  const percent = percentOf(doc, subtotal);
  const tax = doc.decimalAt(subtotal, TAX);
  if (percent === undefined || isZeroRounded(percent)) return tax !== undefined && isZeroRounded(tax);
  const taxable = doc.decimalAt(subtotal, TAXABLE);
  return tax !== undefined && taxable !== undefined && isNearly(tax, taxable, percent);
};

const hasCategory: Test = (doc, subtotal) =>
  doc.all(subtotal, CATEGORY).some((category) => isVat(doc, category) && doc.has(category, 'cbc:ID'));

const hasRate: Test = (doc, subtotal) => {
  const categories = doc.all(subtotal, CATEGORY);
  return (
    categories.some((category) => isVat(doc, category) && doc.has(category, 'cbc:Percent')) ||
    categories.some((category) => isVat(doc, category) && categoryCode(doc, category) === 'O')
  );
};

/** VAT breakdown, of whatever category. */
export const VAT_BREAKDOWN: Family = {
  name: 'VAT breakdown',
  patterns: [
    [
      {
        at: ['cac:TaxTotal/cac:TaxSubtotal'],
        // biome-ignore format: one rule a line
        rules: errors(
          ['BR-45', 'BT-116', 'A VAT breakdown has a taxable amount.', exists(TAXABLE)],
          ['BR-46', 'BT-117', 'A VAT breakdown has a tax amount.', exists(TAX)],
          ['BR-47', 'BT-118', 'A VAT breakdown has a VAT category.', hasCategory],
          ['BR-48', 'BT-119', 'A VAT breakdown has a rate, unless it is not subject to VAT.', hasRate],
          ['BR-CO-17', 'BT-117', 'The tax amount is the taxable amount times the rate.', isComputed],
          ['BR-DEC-19', 'BT-116', 'The taxable amount has at most two decimals.', twoDecimals(TAXABLE)],
          ['BR-DEC-20', 'BT-117', 'The tax amount has at most two decimals.', twoDecimals(TAX)],
        ),
      },
    ],
  ],
};
