import { ALLOWANCE_REASONS } from '../../codes/allowance-reasons.gen.ts';
import { CHARGE_REASONS } from '../../codes/charge-reasons.gen.ts';
import { NONE, type Node } from '../../tape/tape.ts';
import { add, compare, type Decimal, divide, multiply, subtract } from '../../values/decimal.ts';
import { normalised } from '../../values/space.ts';
import type { DocumentView } from '../../view.ts';
import { everywhere } from '../places.ts';
import { type Block, errors, type Row, type Test } from '../rule.ts';
import { ownText } from './syntax-rules.ts';
import { decimalOrZero, hasOne, numberAt, someNumber, someText } from './values.ts';

/** Conditions that several transactions share, each with an id of its own there. */

export const customization = (id: string, start: string): Block => ({
  at: ['cbc:CustomizationID'],
  rules: errors([
    id,
    '',
    `The specification identifier must begin with ${start}.`,
    (doc, node) => normalised(doc.string(node)).startsWith(start),
  ]),
});

export const profile = (id: string, ...profiles: string[]): Block => ({
  at: ['cbc:ProfileID'],
  rules: errors([
    id,
    '',
    `The process must be ${profiles.join(' or ')}.`,
    (doc, node) => profiles.includes(normalised(doc.string(node))),
  ]),
});

/** Two ids: all but category O need a rate, and that of category S is above zero. */
export const taxCategory = (rateId: string, standardId: string): Row[] => [
  [
    rateId,
    '',
    'A tax category must have a rate, unless it is O, not subject to tax.',
    (doc, node) => doc.has(node, 'cbc:Percent') || doc.onlyText(node, 'cbc:ID') === 'O',
  ],
  [
    standardId,
    '',
    'The rate of tax category S, standard rate, must be above zero.',
    (doc, node) =>
      doc.onlyText(node, 'cbc:ID') !== 'S' || someNumber(doc, node, 'cbc:Percent', (rate) => rate > 0),
  ],
];

const lineItems = everywhere('cac:LineItem');

/** How many line items have an identifier; a line item that repeats it counts once. */
function countsByLineId(doc: DocumentView): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of lineItems(doc))
    for (const id of new Set(doc.strings(item, 'cbc:ID'))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** A line item has an identifier, and no other one has it. */
export const isLineIdUnique: Test = (doc, node) => {
  const ids = doc.strings(node, 'cbc:ID');
  return ids.length > 0 && ids.every((id) => doc.once(countsByLineId).get(id) === 1);
};

/** An item has the seller's identifier or a standard one. */
export const isItemIdentified: Test = (doc, node) =>
  doc.has(node, 'cac:StandardItemIdentification/cbc:ID') ||
  doc.has(node, 'cac:SellersItemIdentification/cbc:ID');

/** A party, in its role, has a name or an identifier. */
export const isPartyKnown: Test = (doc, node) =>
  hasOne(doc, node, 'cac:Party/cac:PartyName/cbc:Name', 'cac:Party/cac:PartyIdentification/cbc:ID');

/** No number, or none at a path, is not in order either. */
export const isNotNegative =
  (path: string): Test =>
  (doc, node) =>
    numberAt(doc, node, path) >= 0;

/** A reason's code is on the list for allowances, or on the one for charges. */
export const reasonCodes = (allowanceId: string, chargeId: string): Block[] => [
  reasonCode(allowanceId, 'false', 'an allowance (UNTDID 5189, a part)', ALLOWANCE_REASONS),
  reasonCode(chargeId, 'true', 'a charge (UNTDID 7161)', CHARGE_REASONS),
];

const reasonCode = (id: string, indicator: string, of: string, codes: ReadonlySet<string>): Block => ({
  at: ['cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'],
  where: (doc, node) => someText(doc, doc.tape.parent(node), 'cbc:ChargeIndicator', indicator),
  rules: errors([
    id,
    '',
    `The reason must be one of the codes for ${of}.`,
    (doc, node) => codes.has(ownText(doc, node)),
  ]),
});

/** Percentage and base amount come together: without the first there must not be the second, nor the other way round. */
export const lacksBase = (doc: DocumentView, node: Node): boolean =>
  doc.has(node, 'cbc:MultiplierFactorNumeric') && !doc.has(node, 'cbc:BaseAmount');
export const lacksPercentage = (doc: DocumentView, node: Node): boolean =>
  !doc.has(node, 'cbc:MultiplierFactorNumeric') && doc.has(node, 'cbc:BaseAmount');

/** Three ids, of allowances and charges that have both or neither of percentage and base amount. */
export const allowanceCharge = (amountId: string, reasonId: string, signId: string): Row[] => [
  [
    amountId,
    '',
    'An allowance or charge must be its base amount times its percentage, give or take 0.02.',
    isBaseTimesPercentage,
  ],
  [
    reasonId,
    '',
    'An allowance or charge must have a reason, as text or as a code.',
    (doc, node) => hasOne(doc, node, 'cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode'),
  ],
  [
    signId,
    '',
    'An allowance or charge must have an amount that is not negative.',
    isNotNegative('cbc:Amount'),
  ],
];

function isBaseTimesPercentage(doc: DocumentView, node: Node): boolean {
  if (!doc.has(node, 'cbc:MultiplierFactorNumeric') || !doc.has(node, 'cbc:BaseAmount')) return true;
  const amount = decimalOrZero(doc, node, 'cbc:Amount');
  const base = decimalOrZero(doc, node, 'cbc:BaseAmount');
  return isNear(
    amount,
    divide(multiply(base, decimalOrZero(doc, node, 'cbc:MultiplierFactorNumeric')), HUNDRED),
  );
}

/** Three ids for the price of an item. */
export const price = (netId: string, grossId: string, allowanceId: string): Row[] => [
  [netId, '', 'An item must have a net price that is not negative.', isNotNegative('cbc:PriceAmount')],
  [
    grossId,
    '',
    'The gross price of an item must not be negative.',
    (doc, node) =>
      !doc.has(node, 'cac:AllowanceCharge/cbc:BaseAmount') ||
      someNumber(doc, node, 'cac:AllowanceCharge/cbc:BaseAmount', (amount) => amount >= 0),
  ],
  [
    allowanceId,
    '',
    'The allowance or charge of a price must not be negative.',
    (doc, node) =>
      !doc.has(node, 'cac:AllowanceCharge/cbc:Amount') ||
      numberAt(doc, node, 'cac:AllowanceCharge/cbc:Amount') >= 0,
  ],
];

/** Two ids for amounts: the currency of the document, and two decimals at most, but for prices. */
export const amount = (currencyId: string, decimalsId: string): Row[] => [
  [
    currencyId,
    '',
    'All amounts must be in the currency of the document.',
    (doc, node) => {
      const currency = doc.attribute(node, 'currencyID');
      return currency === undefined || isDocumentCurrency(doc, currency);
    },
  ],
  [
    decimalsId,
    '',
    'Amounts must have two decimals at most; prices may have more.',
    (doc, node) => decimalsOf(doc.string(node)) <= 2 || isBelowPrice(doc, node),
  ],
];

const documentCurrencies = (doc: DocumentView): Set<string> =>
  new Set(doc.strings(doc.root, 'cbc:DocumentCurrencyCode'));
export const isDocumentCurrency = (doc: DocumentView, currency: string | undefined): boolean =>
  currency !== undefined && doc.once(documentCurrencies).has(currency);

/** Whatever stands behind the first dot counts. */
function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : [...text.slice(dot + 1)].length;
}

function isBelowPrice({ tape }: DocumentView, node: Node): boolean {
  for (let above = tape.parent(node); above !== NONE; above = tape.parent(above))
    if (tape.localName(above) === 'Price') return true;
  return false;
}

/** The tax of the document as it states it, zero when it does not. */
export const statedTax = (doc: DocumentView): Decimal =>
  decimalOrZero(doc, doc.root, 'cac:TaxTotal/cbc:TaxAmount');

/** Whether two amounts are at most 0.02 apart. */
export function isNear(a: Decimal, b: Decimal): boolean {
  return compare(add(a, SLACK), b) >= 0 && compare(subtract(a, SLACK), b) <= 0;
}

const SLACK: Decimal = { units: 2n, scale: 2 };
const HUNDRED: Decimal = { units: 100n, scale: 0 };
