import type { Node } from '../../tape/tape.ts';
import { type Decimal, divide, equal, multiply, print, round2, roundTo, sum } from '../../values/decimal.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { everywhere } from '../places.ts';
import { type Block, errors, type Family, type Test } from '../rule.ts';
import { agreementTotals } from './order-agreement-totals.ts';
import {
  allowanceCharge,
  amount,
  customization,
  isItemIdentified,
  lacksBase,
  lacksPercentage,
  price,
  reasonCodes,
  taxCategory,
} from './shared-blocks.ts';

const AMOUNTS = ['Amount', 'TaxAmount', 'TaxableAmount', 'LineExtensionAmount', 'PriceAmount', 'BaseAmount'];
const ALLOWANCE = '/OrderResponse/cac:AllowanceCharge';
const HUNDRED: Decimal = { units: 100n, scale: 0 };
const MILLION: Decimal = { units: 1_000_000n, scale: 0 };

const hasTaxTotal = everywhere('cac:TaxTotal');

const taxBlocks: Block[] = [
  {
    at: ['cac:TaxTotal/cac:TaxSubtotal'],
    rules: errors([
      'PEPPOL-T110-R024',
      '',
      'The tax of a category must be its taxable amount times its rate, rounded to two decimals.',
      isTaxRight,
    ]),
  },
  {
    at: ['/OrderResponse/cac:TaxTotal'],
    where: (doc, node) => doc.has(node, 'cac:TaxSubtotal'),
    rules: errors([
      'PEPPOL-T110-R025',
      '',
      'The total tax must be what the tax of the categories adds up to.',
      isTotalTaxRight,
    ]),
  },
  {
    at: ['cac:TaxSubtotal/cac:TaxCategory'],
    where: (doc, node) => !doc.has(node, 'cbc:TaxExemptionReason'),
    rules: errors([
      'PEPPOL-T110-R028',
      '',
      'The tax categories E, AE, K, G and O need the reason of the exemption.',
      hasCategoryOf(' S Z L M '),
    ]),
  },
  {
    at: ['cac:TaxSubtotal/cac:TaxCategory'],
    where: (doc, node) => doc.has(node, 'cbc:TaxExemptionReason'),
    rules: errors([
      'PEPPOL-T110-R029',
      '',
      'The tax categories S, Z, L and M have no reason of an exemption.',
      hasCategoryOf(' E AE O K G '),
    ]),
  },
  {
    at: ['cac:AllowanceCharge/cac:TaxCategory', 'cac:Item/cac:ClassifiedTaxCategory'],
    rules: errors(
      [
        'PEPPOL-T110-R026',
        '',
        'A tax category must stand in the tax breakdown, where there is one, with the same rate.',
        (doc, node) =>
          !doc.has(node, 'cbc:Percent') ||
          hasTaxTotal(doc).length === 0 ||
          doc.once(ratedCategories).has(ratedCategory(doc, node)),
      ],
      [
        'PEPPOL-T110-R027',
        '',
        'A tax category must stand in the tax breakdown, where there is one.',
        (doc, node) =>
          hasTaxTotal(doc).length === 0 ||
          doc.strings(node, 'cbc:ID').some((id) => doc.once(categories).has(id)),
      ],
      ...taxCategory('PEPPOL-T110-R019', 'PEPPOL-T110-R020'),
    ),
  },
];

const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
const categories = (doc: DocumentView): Set<string> =>
  new Set(doc.all(doc.root, BREAKDOWN).map((node) => doc.onlyText(node, 'cbc:ID')));
const ratedCategories = (doc: DocumentView): Set<string> =>
  new Set(doc.all(doc.root, BREAKDOWN).map((node) => ratedCategory(doc, node)));

/** Category and rate, as a text that is the same for 25 and 25.00. */
function ratedCategory(doc: DocumentView, node: Node): string {
  const id = doc.onlyText(node, 'cbc:ID');
  const rate = doc.decimalAt(node, 'cbc:Percent');
  return `${id}-${rate ? print(roundTo(multiply(rate, MILLION), 0)) : ''}`;
}

/** Looked for with blanks around it in the text of the codes, so that two codes that stand there side by side pass. */
function hasCategoryOf(codes: string): Test {
  return (doc, node) => codes.includes(` ${doc.onlyText(node, 'cbc:ID')} `);
}

function isTaxRight(doc: DocumentView, node: Node): boolean {
  const rates = doc.all(node, 'cac:TaxCategory').flatMap((one) => doc.decimalAt(one, 'cbc:Percent') ?? []);
  if (rates.length > 1) throw new NotEvaluable('there are several rates');
  const [rate] = rates;
  const tax = doc.decimalAt(node, 'cbc:TaxAmount');
  if (!rate || roundTo(rate, 0).units === 0n) return tax !== undefined && roundTo(tax, 0).units === 0n;
  const taxable = doc.decimalAt(node, 'cbc:TaxableAmount');
  return (
    tax !== undefined && taxable !== undefined && equal(tax, round2(multiply(taxable, divide(rate, HUNDRED))))
  );
}

function isTotalTaxRight(doc: DocumentView, node: Node): boolean {
  const total = doc.decimalAt(node, 'cbc:TaxAmount');
  const parts = doc.all(node, 'cac:TaxSubtotal').flatMap((one) => doc.decimalAt(one, 'cbc:TaxAmount') ?? []);
  return total !== undefined && equal(total, round2(sum(parts)));
}

const allowanceBlocks: Block[] = [
  {
    at: [ALLOWANCE],
    where: lacksBase,
    rules: errors([
      'PEPPOL-T110-R015',
      '',
      'A percentage needs the base amount that it is taken of.',
      () => false,
    ]),
  },
  {
    at: [ALLOWANCE],
    where: lacksPercentage,
    rules: errors([
      'PEPPOL-T110-R016',
      '',
      'A base amount needs the percentage that is taken of it.',
      () => false,
    ]),
  },
  {
    at: [ALLOWANCE],
    rules: errors(...allowanceCharge('PEPPOL-T110-R017', 'PEPPOL-T110-R018', 'PEPPOL-T110-R021')),
  },
];

/** Conditions of the order agreement, T110. */
export const ORDER_AGREEMENT_RULES: Family = {
  name: 'PEPPOL-T110-R',
  patterns: [
    [
      customization('PEPPOL-T110-R030', 'urn:fdc:peppol.eu:poacc:trns:order_agreement:3'),
      {
        at: ['cac:Item'],
        rules: errors([
          'PEPPOL-T110-R002',
          '',
          "An item must have the seller's identifier or a standard one.",
          isItemIdentified,
        ]),
      },
      {
        at: [...AMOUNTS.map((name) => `cbc:${name}`), 'cac:LegalMonetaryTotal/cbc:*'],
        rules: errors(...amount('PEPPOL-T110-R004', 'PEPPOL-T110-R013')),
      },
      ...taxBlocks,
      agreementTotals,
      ...allowanceBlocks,
      {
        at: ['cac:Price'],
        rules: errors(...price('PEPPOL-T110-R001', 'PEPPOL-T110-R022', 'PEPPOL-T110-R023')),
      },
      ...reasonCodes('PEPPOL-T110-CL001', 'PEPPOL-T110-CL002'),
    ],
  ],
};
