import type { Node } from '../../tape/tape.ts';
import { compare, type Decimal, equal, multiply, subtract, ZERO } from '../../values/decimal.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { textNode } from '../common/single.ts';
import { foundAmount } from '../mismatch.ts';
import type { Answer, Block, Family } from '../rule.ts';
import { errors } from '../rule.ts';

const ALLOWANCES = [
  'Invoice/cac:AllowanceCharge',
  'Invoice/cac:InvoiceLine/cac:AllowanceCharge',
  'CreditNote/cac:AllowanceCharge',
  'CreditNote/cac:CreditNoteLine/cac:AllowanceCharge',
];
const PERCENTAGE = 'cbc:MultiplierFactorNumeric';
const CENT: Decimal = { units: 1n, scale: 2 };
const TWO_CENTS: Decimal = { units: 2n, scale: 2 };

/** Whether two amounts are at most two cents apart. */
export function areClose(a: Decimal, b: Decimal): boolean {
  const difference = subtract(a, b);
  const units = difference.units < 0n ? -difference.units : difference.units;
  return compare({ units, scale: difference.scale }, TWO_CENTS) <= 0;
}

function isShareOfBase(doc: DocumentView, node: Node): Answer {
  if (!doc.has(node, PERCENTAGE) || !doc.has(node, 'cbc:BaseAmount')) return true;
  const amount = doc.decimalAt(node, 'cbc:Amount') ?? ZERO;
  const base = doc.decimalAt(node, 'cbc:BaseAmount') ?? ZERO;
  const percentage = doc.decimalAt(node, PERCENTAGE) ?? ZERO;
  const expected = multiply(multiply(base, percentage), CENT);
  return areClose(amount, expected) || foundAmount(amount, expected);
}

function isNetPrice(doc: DocumentView, node: Node): Answer {
  if (!doc.has(node, 'cbc:BaseAmount')) return true;
  const net = doc.decimalAt(doc.tape.parent(node), 'cbc:PriceAmount');
  const gross = doc.decimalAt(node, 'cbc:BaseAmount');
  const discount = doc.decimalAt(node, 'cbc:Amount');
  if (!net || !gross || !discount) return false;
  const expected = subtract(gross, discount);
  return equal(net, expected) || foundAmount(net, expected);
}

const isIndicator = (doc: DocumentView, node: Node): boolean =>
  /^(true|false)$/.test(normalised(textNode(doc, node, 'cbc:ChargeIndicator')));

// biome-ignore format: a rule is a row
const PRICE_RULES = errors(
  ['PEPPOL-EN16931-R044', 'BT-147', 'A price can only have a discount, not a charge.', (doc, node) => doc.onlyText(node, 'cbc:ChargeIndicator') === 'false'],
  ['PEPPOL-EN16931-R046', 'BT-146 BT-148', 'The net price must be the gross price without the discount.', isNetPrice],
);

// biome-ignore format: a rule is a row
const ALLOWANCE_BLOCKS: Block[] = [
  {
    at: ALLOWANCES,
    where: (doc, node) => doc.has(node, PERCENTAGE) && !doc.has(node, 'cbc:BaseAmount'),
    rules: errors(['PEPPOL-EN16931-R041', 'BT-93 BT-100 BT-137 BT-142', 'An allowance or charge with a percentage must say of what amount.', () => false]),
  },
  {
    at: ALLOWANCES,
    where: (doc, node) => !doc.has(node, PERCENTAGE) && doc.has(node, 'cbc:BaseAmount'),
    rules: errors(['PEPPOL-EN16931-R042', 'BT-94 BT-101 BT-138 BT-143', 'An allowance or charge with a base amount must say which percentage of it.', () => false]),
  },
  {
    at: ALLOWANCES,
    rules: errors(
      ['PEPPOL-EN16931-R040', 'BT-92 BT-99 BT-136 BT-141', 'An allowance or charge must be the percentage of its base amount, give or take two cents.', isShareOfBase],
      ['PEPPOL-EN16931-R043', '', 'It must be said of each allowance or charge which of them it is, as true or false.', isIndicator],
    ),
  },
];

const AMOUNTS = [
  'cbc:Amount',
  'cbc:BaseAmount',
  'cbc:PriceAmount',
  'cbc:TaxableAmount',
  'cbc:LineExtensionAmount',
  'cbc:TaxExclusiveAmount',
  'cbc:TaxInclusiveAmount',
  'cbc:AllowanceTotalAmount',
  'cbc:ChargeTotalAmount',
  'cbc:PrepaidAmount',
  'cbc:PayableRoundingAmount',
  'cbc:PayableAmount',
];
/** Every amount with a currency. */
export const ALL_AMOUNTS: readonly string[] = [...AMOUNTS, 'cbc:TaxAmount'];

const invoiceCurrencies = (doc: DocumentView): string[] => doc.strings(doc.root, 'cbc:DocumentCurrencyCode');

// biome-ignore format: a rule is a row
const CURRENCY_RULES = errors(
  ['PEPPOL-EN16931-R051', 'BT-5', 'Amounts must be in the invoice currency; only the VAT total in accounting currency is not.',
    (doc, node) => {
      const currency = doc.attribute(node, 'currencyID');
      return currency !== undefined && doc.once(invoiceCurrencies).includes(currency) || (() => ({ found: currency, expected: doc.once(invoiceCurrencies)[0] }));
    }],
);

/** R040 to R046 and R051. Self-billing does not ask for the currency of VAT amounts in tax subtotals. */
export const amountRules = (subtotalAmounts: readonly string[]): Family => ({
  name: 'Peppol BIS Billing, amounts',
  patterns: [
    [
      ...ALLOWANCE_BLOCKS,
      { at: ['cac:Price/cac:AllowanceCharge'], rules: PRICE_RULES },
      { at: [...AMOUNTS, ...subtotalAmounts], rules: CURRENCY_RULES },
      {
        at: ['cac:TaxTotal/cbc:TaxAmount'],
        where: (doc, node) => doc.has(doc.tape.parent(node), 'cac:TaxSubtotal'),
        rules: CURRENCY_RULES,
      },
    ],
  ],
});
