import type { Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { perNode } from '../remember.ts';
import { type Block, errors, type Row, type Test } from '../rule.ts';
import { absent, exists } from './conditions.ts';
import { categoryCode, isAllowance, isCharge, isVat } from './terms.ts';
import { type CategoryTotals, categoryTotals } from './vat-sums.ts';
import { USED, type Usage } from './vat-usage.ts';

/** Whether something is the case in a document. */
export type Condition = (doc: DocumentView) => boolean;
export type UsageOf = (doc: DocumentView) => Usage;

/** Where a category is used: as rules find it, and how they make sure that it is not. */
export type Uses = Record<'items' | 'allowances' | 'charges', [isUsed: UsageOf, isUnused: UsageOf]>;

/** What the rules of a VAT category demand; the rules of all categories are made from this. */
export interface VatCategory {
  /** Beginning of the ids, such as `BR-AE`. */
  prefix: string;
  /** Code of UNTDID 5305. */
  code: string;
  name: string;
  /** -01: how often the breakdown has it. */
  breakdown: { sentence: string; holds: (code: string) => Condition };
  /** -02, -03, -04: what is known of the parties when it is used in items, allowances, charges. */
  parties: { sentence: string; hold: Condition; uses?: Partial<Uses> };
  /** -05, -06, -07: the rate in items, allowances, charges. */
  rate: { sentence: string; holds: Test };
  /** -08: the taxable amount of the breakdown. */
  taxable: (totals: CategoryTotals) => Test;
  /** -09: the tax amount of the breakdown. */
  tax: { sentence: string; holds: Test };
  /** -10: whether the breakdown has a reason of exemption. */
  hasReason: boolean;
  /** Further rules of the document. */
  others?: readonly Row[];
}

const USES: Uses = {
  items: [USED.inItems, USED.inItems],
  allowances: [USED.inAllowances, USED.inAllowances],
  charges: [USED.inCharges, USED.inCharges],
};

const IN_BREAKDOWN = ['/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'];
const IN_ENTRY = ['cac:AllowanceCharge/cac:TaxCategory'];
const IN_ITEM = ['cac:InvoiceLine', 'cac:CreditNoteLine'].map(
  (line) => `${line}/cac:Item/cac:ClassifiedTaxCategory`,
);
const REASONS = ['cbc:TaxExemptionReason', 'cbc:TaxExemptionReasonCode'];

/** Code of a category whose tax scheme is VAT, undefined for another tax. */
const vatCode = perNode((doc, category) => (isVat(doc, category) ? categoryCode(doc, category) : undefined));

/** The rules that look at the whole document. */
export function documentRows(category: VatCategory): Row[] {
  const { prefix, code, name, breakdown, parties, others = [] } = category;
  const uses = { ...USES, ...parties.uses };
  const inBreakdown = breakdown.holds(code);
  const partyRow = (number: string, term: string, what: string, [isUsed, isUnused]: Uses['items']): Row => [
    `${prefix}-${number}`,
    term,
    `When ${what} has VAT category ${code} (${name}), ${parties.sentence}.`,
    (doc) => (isUsed(doc).has(code) && parties.hold(doc)) || !isUnused(doc).has(code),
  ];
  return [
    [
      `${prefix}-01`,
      'BT-118',
      `When VAT category ${code} (${name}) is used, ${breakdown.sentence}.`,
      (doc) => inBreakdown(doc),
    ],
    partyRow('02', 'BT-151', 'an item', uses.items),
    partyRow('03', 'BT-95', 'an allowance', uses.allowances),
    partyRow('04', 'BT-102', 'a charge', uses.charges),
    ...others,
  ];
}

/** The blocks of the places where the category is used. */
export function placeBlocks(category: VatCategory): Block[] {
  const { prefix, code, name, rate, hasReason, tax, taxable } = category;
  const block = (at: readonly string[], isPlace: Block['where'], ...rows: Row[]): Block => ({
    at,
    where: (doc, node) => vatCode(doc, node) === code && (!isPlace || isPlace(doc, node)),
    rules: errors(...rows),
  });
  const rateRow = (number: string, term: string, what: string): Row => [
    `${prefix}-${number}`,
    term,
    `The rate of ${what} with VAT category ${code} (${name}) ${rate.sentence}.`,
    rate.holds,
  ];
  const ofEntry =
    (isKind: typeof isAllowance) =>
    (doc: DocumentView, node: Node): boolean =>
      isKind(doc, doc.tape.parent(node));
  return [
    block(
      IN_BREAKDOWN,
      undefined,
      [
        `${prefix}-08`,
        'BT-116',
        `The taxable amount of VAT category ${code} (${name}) is the sum of its lines and charges, less allowances.`,
        taxable(categoryTotals(code)),
      ],
      [
        `${prefix}-09`,
        'BT-117',
        `The tax amount of VAT category ${code} (${name}) ${tax.sentence}.`,
        tax.holds,
      ],
      [
        `${prefix}-10`,
        'BT-120 BT-121',
        `The breakdown of VAT category ${code} (${name}) has ${hasReason ? 'a' : 'no'} reason of exemption.`,
        hasReason ? exists(...REASONS) : absent(...REASONS),
      ],
    ),
    block(IN_ENTRY, ofEntry(isAllowance), rateRow('06', 'BT-96', 'an allowance')),
    block(IN_ENTRY, ofEntry(isCharge), rateRow('07', 'BT-103', 'a charge')),
    block(IN_ITEM, undefined, rateRow('05', 'BT-152', 'an item')),
  ];
}
