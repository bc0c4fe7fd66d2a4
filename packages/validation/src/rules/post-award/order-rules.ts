import { COUNTRIES } from '../../codes/countries.gen.ts';
import type { Node } from '../../tape/tape.ts';
import { add, compare, type Decimal, divide, equal, multiply, subtract, ZERO } from '../../values/decimal.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family, type Rule, type Test, warnings } from '../rule.ts';
import { orderTotals } from './order-totals.ts';
import {
  allowanceCharge,
  amount,
  customization,
  isLineIdUnique,
  isNear,
  isNotNegative,
  isPartyKnown,
  lacksBase,
  lacksPercentage,
  price,
  profile,
  reasonCodes,
  taxCategory,
} from './shared-blocks.ts';
import { decimalOrZero, sumMarked } from './values.ts';

/** What an order (T01) and an order change (T114) differ in. */
interface OrderKind {
  /** Of rules: `PEPPOL-T01` or `PEPPOL-T114`, before the `-R…` and `-CL…` below. */
  prefix: string;
  root: string;
  /** For people. */
  name: string;
  customization: string;
  profiles: string[];
  /** How a sum of lines that differs is taken: a change may leave out lines. */
  lineSum: typeof errors;
}

const BIS = 'urn:fdc:peppol.eu:poacc:bis';

const ORDER: OrderKind = {
  prefix: 'PEPPOL-T01',
  root: 'Order',
  name: 'order',
  customization: 'urn:fdc:peppol.eu:poacc:trns:order:3',
  profiles: [`${BIS}:order_only:3`, `${BIS}:ordering:3`, `${BIS}:advanced_ordering:3`],
  lineSum: errors,
};

const ORDER_CHANGE: OrderKind = {
  prefix: 'PEPPOL-T114',
  root: 'OrderChange',
  name: 'order change',
  customization: 'urn:fdc:peppol.eu:poacc:trns:order_change:3',
  profiles: [`${BIS}:advanced_ordering:3`],
  lineSum: warnings,
};

/** A later block sees only what those before it have left: their order is that of the official pattern. */
function orderFamily(kind: OrderKind): Family {
  const { prefix } = kind;
  return {
    name: `${prefix}-R`,
    patterns: [
      [
        profile(`${prefix}-R031`, ...kind.profiles),
        customization(`${prefix}-R034`, kind.customization),
        amounts(prefix),
        ...headBlocks(kind),
        orderTotals(prefix, kind.lineSum),
        ...allowanceBlocks(kind),
        {
          at: ['cac:TaxCategory', 'cac:ClassifiedTaxCategory'],
          rules: errors(...taxCategory(`${prefix}-R029`, `${prefix}-R030`)),
        },
        { at: ['cac:OrderLine/cac:LineItem'], rules: lineRules(prefix) },
        ...priceBlocks(prefix),
        ...reasonCodes(`${prefix}-CL001`, `${prefix}-CL002`),
      ],
    ],
  };
}

const AMOUNTS = ['Amount', 'TaxAmount', 'LineExtensionAmount', 'PriceAmount', 'BaseAmount'];
const amounts = (prefix: string): Block => ({
  at: [...AMOUNTS.map((name) => `cbc:${name}`), 'cac:AnticipatedMonetaryTotal/cbc:*'],
  rules: errors(...amount(`${prefix}-R003`, `${prefix}-R028`)),
});

const headBlocks = ({ prefix, root, name }: OrderKind): Block[] => [
  {
    at: [root],
    rules: warnings([
      `${prefix}-R002`,
      '',
      `An ${name} should say until when it is valid.`,
      (doc, node) => doc.has(node, 'cac:ValidityPeriod/cbc:EndDate'),
    ]),
  },
  {
    at: ['cac:OriginatorCustomerParty'],
    rules: errors([`${prefix}-R014`, '', 'The originator must have a name or an identifier.', isPartyKnown]),
  },
  {
    at: ['cac:PartyTaxScheme'],
    where: (doc, node) => doc.strings(node, 'cac:TaxScheme/cbc:ID').includes('VAT'),
    rules: errors([
      `${prefix}-R026`,
      '',
      'A VAT identifier must begin with the code of the country that gave it (ISO 3166-1); Greece may use EL.',
      hasCountryPrefix,
    ]),
  },
];

const LATER_COUNTRIES = new Set(['1A', 'BQ', 'CW', 'RE', 'SS', 'SX', 'XI']);
/** Older than the list of countries elsewhere: with AN, and without those above. */
const VAT_PREFIXES = ['AN', 'EL', ...[...COUNTRIES].filter((code) => !LATER_COUNTRIES.has(code))]
  .sort()
  .join(' ');

/** Looked for in the text of the list, so that no identifier at all, or half a code next to a blank, passes. */
const hasCountryPrefix: Test = (doc, node) =>
  VAT_PREFIXES.includes([...doc.onlyString(node, 'cbc:CompanyID')].slice(0, 2).join(''));

function allowanceBlocks({ prefix, root }: OrderKind): Block[] {
  const at = [`/${root}/cac:AllowanceCharge`, `/${root}/cac:OrderLine/cac:LineItem/cac:AllowanceCharge`];
  return [
    {
      at: ['cac:AllowanceCharge'],
      where: lacksBase,
      rules: errors([
        `${prefix}-R020`,
        '',
        'A percentage needs the base amount that it is taken of.',
        () => false,
      ]),
    },
    {
      at,
      where: lacksPercentage,
      rules: errors([
        `${prefix}-R021`,
        '',
        'A base amount needs the percentage that is taken of it.',
        () => false,
      ]),
    },
    { at, rules: errors(...allowanceCharge(`${prefix}-R022`, `${prefix}-R023`, `${prefix}-R032`)) },
  ];
}

const lineRules = (prefix: string): Rule[] => [
  ...errors(
    [
      `${prefix}-R024`,
      '',
      'The amount of a line must be quantity times price for one, plus charges, less allowances, give or take 0.02.',
      isLineAmountRight,
    ],
    [`${prefix}-R025`, '', 'The quantity that a price is for must be above zero.', hasBaseQuantity],
    [`${prefix}-R001`, '', 'Each line must have an identifier that no other line has.', isLineIdUnique],
    [`${prefix}-R004`, '', 'The quantity of a line must not be negative.', isNotNegative('cbc:Quantity')],
  ),
  ...warnings([
    `${prefix}-R013`,
    '',
    'A line should have a quantity.',
    (doc, node) => doc.has(node, 'cbc:Quantity'),
  ]),
];

const ONE: Decimal = { units: 1n, scale: 0 };

function isLineAmountRight(doc: DocumentView, node: Node): boolean {
  const lineAmount = decimalOrZero(doc, node, 'cbc:LineExtensionAmount');
  const quantity = doc.decimalAt(node, 'cbc:Quantity') ?? ONE;
  const priceAmount = decimalOrZero(doc, node, 'cac:Price/cbc:PriceAmount');
  const base = doc.decimalAt(node, 'cac:Price/cbc:BaseQuantity');
  const unitPrice = base && base.units !== 0n ? divide(priceAmount, base) : priceAmount;
  const charges = sumMarked(doc, node, 'true');
  const allowances = sumMarked(doc, node, 'false');
  return isNear(lineAmount, subtract(add(multiply(quantity, unitPrice), charges), allowances));
}

function hasBaseQuantity(doc: DocumentView, node: Node): boolean {
  const base = doc.decimalAt(node, 'cac:Price/cbc:BaseQuantity');
  return base === undefined || compare(base, ZERO) > 0;
}

const priceBlocks = (prefix: string): Block[] => [
  {
    at: ['cac:Price/cac:AllowanceCharge'],
    rules: errors([
      `${prefix}-R019`,
      '',
      'The net price must be the gross price less the allowance.',
      isNetPriceRight,
    ]),
  },
  { at: ['cac:Price'], rules: errors(...price(`${prefix}-R005`, `${prefix}-R027`, `${prefix}-R033`)) },
  {
    at: ['cac:QuotationLineReference/cbc:LineID'],
    rules: errors([
      `${prefix}-R035`,
      '',
      'A line of a quotation needs the reference to the quotation.',
      (doc) => doc.has(doc.root, 'cac:QuotationDocumentReference/cbc:ID'),
    ]),
  },
];

function isNetPriceRight(doc: DocumentView, node: Node): boolean {
  if (!doc.has(node, 'cbc:BaseAmount')) return true;
  const net = doc.decimalAt(doc.tape.parent(node), 'cbc:PriceAmount');
  const gross = doc.decimalAt(node, 'cbc:BaseAmount');
  const allowance = doc.decimalAt(node, 'cbc:Amount');
  return (
    net !== undefined &&
    gross !== undefined &&
    allowance !== undefined &&
    equal(net, subtract(gross, allowance))
  );
}

export const ORDER_RULES = orderFamily(ORDER);
export const ORDER_CHANGE_RULES = orderFamily(ORDER_CHANGE);
