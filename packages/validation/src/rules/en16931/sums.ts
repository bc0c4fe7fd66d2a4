import type { Node } from '../../tape/tape.ts';
import { add, type Decimal, decimal, round2, subtract, valueKey, ZERO } from '../../values/decimal.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument, perNode } from '../remember.ts';
import { type Answer, errors, type Family, type Row, type Test } from '../rule.ts';
import { DOCUMENTS } from './absence-table.ts';
import { exists, hasTwoDecimals, mustEqual, someIs, twoDecimals } from './conditions.ts';
import { allowancesOf, chargesOf, creditNoteLinesAnywhere, invoiceLinesAnywhere } from './terms.ts';

const NET = 'cbc:LineExtensionAmount';
const ALLOWANCES = 'cbc:AllowanceTotalAmount';
const CHARGES = 'cbc:ChargeTotalAmount';
const WITHOUT_VAT = 'cbc:TaxExclusiveAmount';
const WITH_VAT = 'cbc:TaxInclusiveAmount';
const PREPAID = 'cbc:PrepaidAmount';
const ROUNDING = 'cbc:PayableRoundingAmount';
const PAYABLE = 'cbc:PayableAmount';
const TOTALS = 'cac:LegalMonetaryTotal';
const TAX_TOTAL = 'cac:TaxTotal';
const TAX_AMOUNT = 'cbc:TaxAmount';

type Amount = Decimal | undefined;

/** Arithmetic with what may be missing: then there is no result. */
const plus = (a: Amount, b: Amount): Amount => a && b && add(a, b);
const minus = (a: Amount, b: Amount): Amount => a && b && subtract(a, b);
const rounded = (a: Amount): Amount => a && round2(a);

/** Sum over elements of the amount that each has, or has not. */
const sumOf = (doc: DocumentView, nodes: readonly Node[], path: string): Decimal =>
  nodes.reduce((total, node) => add(total, doc.decimalAt(node, path) ?? ZERO), ZERO);

const sumOfLines = perDocument((doc) =>
  sumOf(doc, [...invoiceLinesAnywhere(doc), ...creditNoteLinesAnywhere(doc)], NET),
);

const netAmount: Test = (doc, totals) => {
  const found = doc.decimalAt(totals, NET);
  return mustEqual(found, round2(sumOfLines(doc)));
};

/** Number and sum of the allowances (or charges) that an element holds. */
const tallyOf = (entriesOf: typeof allowancesOf) => ({
  count: perNode((doc, node) => entriesOf(doc, node).length),
  sum: perNode((doc, node) => round2(sumOf(doc, entriesOf(doc, node), 'cbc:Amount'))),
});
const allowances = tallyOf(allowancesOf);
const charges = tallyOf(chargesOf);

const totalOf =
  (path: string, tally: typeof allowances): Test =>
  (doc, totals) => {
    const holder = doc.tape.parent(totals);
    const answer = mustEqual(doc.decimalAt(totals, path), tally.sum(doc, holder));
    return answer === true || (!doc.has(totals, path) && tally.count(doc, holder) === 0) || answer;
  };

const totalWithoutVat: Test = (doc, totals) => {
  const found = doc.decimalAt(totals, WITHOUT_VAT);
  const net = doc.decimalAt(totals, NET);
  const hasCharges = doc.has(totals, CHARGES);
  const hasAllowances = doc.has(totals, ALLOWANCES);
  if (!hasCharges && !hasAllowances) return mustEqual(found, net);
  const raised = hasCharges ? plus(net, doc.decimalAt(totals, CHARGES)) : net;
  const expected = hasAllowances ? minus(raised, doc.decimalAt(totals, ALLOWANCES)) : raised;
  return mustEqual(found, rounded(expected));
};

const payable: Test = (doc, totals) => {
  const found = doc.decimalAt(totals, PAYABLE);
  const withVat = doc.decimalAt(totals, WITH_VAT);
  const due = doc.has(totals, PREPAID) ? rounded(minus(withVat, doc.decimalAt(totals, PREPAID))) : withVat;
  if (!doc.has(totals, ROUNDING)) return mustEqual(found, due);
  const rounding = doc.decimalAt(totals, ROUNDING);
  return mustEqual(rounded(minus(found, rounding)), due);
};

const sumOfTaxes: Test = (doc, taxTotal) => {
  const found = doc.decimalAt(taxTotal, TAX_AMOUNT);
  const subtotals = doc.all(taxTotal, 'cac:TaxSubtotal');
  const answer = mustEqual(found, round2(sumOf(doc, subtotals, TAX_AMOUNT)));
  return answer === true || subtotals.length === 0 || answer;
};

type TaxByCurrency = Map<string, Decimal[] | undefined>;

/** Tax amounts of the document's tax totals by currency; undefined where a currency's cannot be read. */
const taxByCurrency = perDocument((doc) => {
  const amounts: TaxByCurrency = new Map();
  for (const total of doc.all(doc.root, TAX_TOTAL)) addTaxes(amounts, doc, total);
  return amounts;
});

/** A tax total has one amount in a currency. */
function addTaxes(amounts: TaxByCurrency, doc: DocumentView, total: Node): void {
  const inThisTotal = new Set<string>();
  for (const node of doc.all(total, TAX_AMOUNT)) {
    const currency = doc.attribute(node, 'currencyID');
    if (currency === undefined) continue;
    if (!amounts.has(currency)) amounts.set(currency, []);
    const value = inThisTotal.has(currency) ? undefined : decimal(doc.string(node));
    if (value) amounts.get(currency)?.push(value);
    else amounts.set(currency, undefined);
    inThisTotal.add(currency);
  }
}

const ofAllTotals = (path: string) =>
  perDocument((doc) => doc.all(doc.root, TOTALS).flatMap((totals) => doc.decimalAt(totals, path) ?? []));
const amountsWithVat = ofAllTotals(WITH_VAT);
const amountsWithoutVat = ofAllTotals(WITHOUT_VAT);
const valuesWithVat = perDocument((doc) => new Set(amountsWithVat(doc).map(valueKey)));

function totalWithVat(doc: DocumentView, currency: string): Answer {
  const amounts = taxByCurrency(doc);
  const taxes = amounts.has(currency) ? amounts.get(currency) : [];
  if (!taxes) throw new NotEvaluable(`a tax total in ${currency} has several amounts, or no number`);
  const [tax] = taxes;
  if (!tax || taxes.length > 1) return () => `There are ${tax ? 'several' : 'no'} tax totals in ${currency}.`;
  const [found] = amountsWithVat(doc);
  const [withoutVat, ...others] = amountsWithoutVat(doc);
  if (others.length > 0) throw new NotEvaluable('there are several totals');
  const expected = rounded(plus(withoutVat, tax));
  return (expected && valuesWithVat(doc).has(valueKey(expected))) || mustEqual(found, expected);
}

const totalsWithVat: Test = (doc, root) => {
  for (const currency of new Set(doc.strings(root, 'cbc:DocumentCurrencyCode'))) {
    const answer = totalWithVat(doc, currency);
    if (answer !== true) return answer;
  }
  return true;
};

const taxAmountsAnywhere = everywhere('cac:TaxTotal/cbc:TaxAmount');

/**
 * The official rule compares the currency of an amount with a currency code below that amount, where none ever is: in a
 * document with UBL's structure it is always kept.
 */
const taxHasTwoDecimals =
  (currencyPath: string): Test =>
  (doc) => {
    const [amount, ...others] = taxAmountsAnywhere(doc).filter((node) => {
      const currency = doc.attribute(node, 'currencyID');
      return currency !== undefined && someIs(doc, node, currencyPath, currency);
    });
    if (others.length > 0) throw new NotEvaluable('there are several such amounts');
    return amount === undefined || hasTwoDecimals(doc.string(amount));
  };

// biome-ignore format: one rule a line
const TOTALS_RULES: Row[] = [
  ['BR-12', 'BT-106', 'The totals have the sum of the lines.', exists(NET)],
  ['BR-13', 'BT-109', 'The totals have the amount without VAT.', exists(WITHOUT_VAT)],
  ['BR-14', 'BT-112', 'The totals have the amount with VAT.', exists(WITH_VAT)],
  ['BR-15', 'BT-115', 'The totals have the amount due.', exists(PAYABLE)],
  ['BR-CO-10', 'BT-106', 'The sum of the lines is that of their net amounts.', netAmount],
  ['BR-CO-11', 'BT-107', 'The sum of allowances is that of the document level allowances.', totalOf(ALLOWANCES, allowances)],
  ['BR-CO-12', 'BT-108', 'The sum of charges is that of the document level charges.', totalOf(CHARGES, charges)],
  ['BR-CO-13', 'BT-109', 'The amount without VAT is the sum of the lines, less allowances, plus charges.', totalWithoutVat],
  ['BR-CO-16', 'BT-115', 'The amount due is the amount with VAT, less what is paid, plus rounding.', payable],
  ['BR-DEC-09', 'BT-106', 'The sum of the lines has at most two decimals.', twoDecimals(NET)],
  ['BR-DEC-10', 'BT-107', 'The sum of allowances has at most two decimals.', twoDecimals(ALLOWANCES)],
  ['BR-DEC-11', 'BT-108', 'The sum of charges has at most two decimals.', twoDecimals(CHARGES)],
  ['BR-DEC-12', 'BT-109', 'The amount without VAT has at most two decimals.', twoDecimals(WITHOUT_VAT)],
  ['BR-DEC-14', 'BT-112', 'The amount with VAT has at most two decimals.', twoDecimals(WITH_VAT)],
  ['BR-DEC-16', 'BT-113', 'The paid amount has at most two decimals.', twoDecimals(PREPAID)],
  ['BR-DEC-17', 'BT-114', 'The rounding amount has at most two decimals.', twoDecimals(ROUNDING)],
  ['BR-DEC-18', 'BT-115', 'The amount due has at most two decimals.', twoDecimals(PAYABLE)],
];

/** Document totals. */
export const SUMS: Family = {
  name: 'Totals',
  patterns: [
    // biome-ignore format: one rule a line
    [
      { at: [TOTALS], rules: errors(...TOTALS_RULES) },
      { at: ['/Invoice/cac:TaxTotal', '/CreditNote/cac:TaxTotal'], rules: errors(['BR-CO-14', 'BT-110', 'The VAT amount is the sum of the VAT breakdown.', sumOfTaxes]) },
      { at: DOCUMENTS, rules: errors(
        ['BR-CO-15', 'BT-112', 'The amount with VAT is the amount without VAT plus the VAT amount in the invoice currency.', totalsWithVat],
        ['BR-DEC-13', 'BT-110', 'The VAT amount has at most two decimals.', taxHasTwoDecimals('cbc:DocumentCurrencyCode')],
        ['BR-DEC-15', 'BT-111', 'The VAT amount in the accounting currency has at most two decimals.', taxHasTwoDecimals('cbc:TaxCurrencyCode')],
      ) },
    ],
  ],
};
