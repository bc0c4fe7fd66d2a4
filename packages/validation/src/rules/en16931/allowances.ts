import { type Block, errors, type Family, type Row, type Test } from '../rule.ts';
import { exists, twoDecimals } from './conditions.ts';
import { isAllowance, isCharge, isVat } from './terms.ts';

const hasVatCategory: Test = (doc, entry) =>
  doc.all(entry, 'cac:TaxCategory').some((category) => isVat(doc, category) && doc.has(category, 'cbc:ID'));

const hasReason = exists('cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode');

interface Kind {
  at: readonly string[];
  where: typeof isAllowance;
  /** Such as `document level allowance`. */
  name: string;
  ids: { amount: string; reasons: [string, string]; decimals: [string, string]; category?: string };
  terms: { amount: string; base: string; reason: string; category?: string };
}

function block({ at, where, name, ids, terms }: Kind): Block {
  const [hasOne, hasOneOrBoth] = ids.reasons;
  const [amount, base] = ids.decimals;
  const rows: Row[] = [
    [ids.amount, terms.amount, `A ${name} has an amount.`, exists('cbc:Amount')],
    [hasOne, terms.reason, `A ${name} has a reason or a reason code.`, hasReason],
    [hasOneOrBoth, terms.reason, `A ${name} has a reason, a reason code or both.`, hasReason],
    [amount, terms.amount, `The amount of a ${name} has at most two decimals.`, twoDecimals('cbc:Amount')],
    [
      base,
      terms.base,
      `The base amount of a ${name} has at most two decimals.`,
      twoDecimals('cbc:BaseAmount'),
    ],
  ];
  if (ids.category)
    rows.push([ids.category, terms.category ?? '', `A ${name} has a VAT category.`, hasVatCategory]);
  return { at, where, rules: errors(...rows) };
}

const ON_DOCUMENT = ['/Invoice/cac:AllowanceCharge', '/CreditNote/cac:AllowanceCharge'];
const ON_LINE = ['cac:InvoiceLine/cac:AllowanceCharge', 'cac:CreditNoteLine/cac:AllowanceCharge'];

/**
 * Allowances and charges. BR-CO-05, BR-CO-06, BR-CO-07 and BR-CO-08 (reason and reason code mean the same) are for people:
 * nothing in a document shows whether they hold, so there are no rules for them.
 */
export const ALLOWANCES: Family = {
  name: 'Allowances and charges',
  patterns: [
    [
      block({
        at: ON_DOCUMENT,
        where: isAllowance,
        name: 'document level allowance',
        ids: {
          amount: 'BR-31',
          category: 'BR-32',
          reasons: ['BR-33', 'BR-CO-21'],
          decimals: ['BR-DEC-01', 'BR-DEC-02'],
        },
        terms: { amount: 'BT-92', base: 'BT-93', category: 'BT-95', reason: 'BT-97 BT-98' },
      }),
      block({
        at: ON_DOCUMENT,
        where: isCharge,
        name: 'document level charge',
        ids: {
          amount: 'BR-36',
          category: 'BR-37',
          reasons: ['BR-38', 'BR-CO-22'],
          decimals: ['BR-DEC-05', 'BR-DEC-06'],
        },
        terms: { amount: 'BT-99', base: 'BT-100', category: 'BT-102', reason: 'BT-104 BT-105' },
      }),
      block({
        at: ON_LINE,
        where: isAllowance,
        name: 'line allowance',
        ids: { amount: 'BR-41', reasons: ['BR-42', 'BR-CO-23'], decimals: ['BR-DEC-24', 'BR-DEC-25'] },
        terms: { amount: 'BT-136', base: 'BT-137', reason: 'BT-139 BT-140' },
      }),
      block({
        at: ON_LINE,
        where: isCharge,
        name: 'line charge',
        ids: { amount: 'BR-43', reasons: ['BR-44', 'BR-CO-24'], decimals: ['BR-DEC-27', 'BR-DEC-28'] },
        terms: { amount: 'BT-141', base: 'BT-142', reason: 'BT-144 BT-145' },
      }),
    ],
  ],
};
