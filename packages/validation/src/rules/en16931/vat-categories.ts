import { NONE } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import { errors, type Family, type Row, type Test } from '../rule.ts';
import { DOCUMENTS } from './absence-table.ts';
import { absent, someIs } from './conditions.ts';
import {
  hasNoTax,
  hasRateAboveZero,
  hasRateNotNegative,
  hasTaxOfRate,
  hasZeroRate,
  isExactSum,
  isNearSumOfRate,
  isNearSumOfUsedRate,
} from './vat-amounts.ts';
import { type Condition, documentRows, placeBlocks, type UsageOf, type VatCategory } from './vat-category.ts';
import {
  isBuyerRegistered,
  isBuyerVatRegistered,
  isNobodyVatRegistered,
  isSellerTaxRegistered,
  isSellerVatRegistered,
} from './vat-parties.ts';
import { USED } from './vat-usage.ts';

/** Exactly once in the breakdown when used anywhere, the breakdown itself included. */
const ONCE: VatCategory['breakdown'] = {
  sentence: 'the breakdown has it exactly once',
  holds: (code) => (doc) => {
    const isUsed = USED.anywhereByScheme(doc).has(code) || USED.inItemsByScheme(doc).has(code);
    return !isUsed || USED.inBreakdownByScheme(doc).count(code) === 1;
  },
};

/** In the breakdown when used in allowances, charges or items, and not otherwise. */
const ALONGSIDE = (
  inEntries: UsageOf,
  inItems: UsageOf,
  inBreakdown: UsageOf,
  notInBreakdown: UsageOf,
): VatCategory['breakdown'] => ({
  sentence: 'the breakdown has it, and only then',
  holds: (code) => (doc) =>
    inEntries(doc).count(code) + inItems(doc).count(code) > 0
      ? inBreakdown(doc).count(code) > 0
      : notInBreakdown(doc).count(code) === 0,
});

const SELLER_REGISTERED = {
  sentence: 'the seller has a tax number, or its tax representative a VAT number',
  hold: isSellerTaxRegistered,
};

const EXEMPT = {
  breakdown: ONCE,
  rate: { sentence: 'is 0', holds: hasZeroRate },
  taxable: isExactSum,
  tax: { sentence: 'is 0', holds: hasNoTax },
  hasReason: true,
};

const TAXED = {
  parties: SELLER_REGISTERED,
  rate: { sentence: 'is 0 or more', holds: hasRateNotNegative },
  taxable: isNearSumOfRate,
  tax: { sentence: 'is the taxable amount times the rate', holds: hasTaxOfRate },
  hasReason: false,
};

const inBreakdown = (code: string, demand: Test): Test => {
  return (doc, root) => !USED.inBreakdownByScheme(doc).has(code) || demand(doc, root);
};

const hasDeliveryDate: Test = (doc, root) =>
  [...doc.onlyString(root, 'cac:Delivery/cbc:ActualDeliveryDate')].length > 1 ||
  doc.all(root, 'cac:InvoicePeriod').some((period) => doc.tape.firstChild(period) !== NONE);

const DELIVERY_COUNTRY = 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode';
const hasDeliveryCountry: Test = (doc, root) => [...doc.onlyString(root, DELIVERY_COUNTRY)].length > 1;

const noOther =
  (usage: UsageOf, code: string): Test =>
  (doc) =>
    usage(doc).countOthers(code) === 0;

// biome-ignore format: one rule a line
const OTHERS_OF_K: Row[] = [
  ['BR-IC-11', 'BT-72 BG-14', 'An intra-community supply has a delivery date or an invoicing period.', inBreakdown('K', hasDeliveryDate)],
  ['BR-IC-12', 'BT-80', 'An intra-community supply has a country of delivery.', inBreakdown('K', hasDeliveryCountry)],
];

// biome-ignore format: one rule a line
const OTHERS_OF_O: Row[] = [
  ['BR-O-11', 'BT-118', 'An invoice not subject to VAT has no other category in the breakdown.', inBreakdown('O', noOther(USED.inBreakdown, 'O'))],
  ['BR-O-12', 'BT-151', 'An invoice not subject to VAT has no item of another category.', inBreakdown('O', noOther(USED.inItems, 'O'))],
  ['BR-O-13', 'BT-95', 'An invoice not subject to VAT has no allowance of another category.', inBreakdown('O', noOther(USED.inAllowances, 'O'))],
  ['BR-O-14', 'BT-102', 'An invoice not subject to VAT has no charge of another category.', inBreakdown('O', noOther(USED.inCharges, 'O'))],
];

/** Where the official rules of two categories differ from one another is so in them, and kept. */
const CATEGORIES: readonly VatCategory[] = [
  {
    ...EXEMPT,
    prefix: 'BR-AE',
    code: 'AE',
    name: 'reverse charge',
    parties: {
      sentence: 'seller (or its tax representative) and buyer are registered',
      hold: (doc) => isSellerTaxRegistered(doc) && isBuyerRegistered(doc),
    },
  },
  { ...EXEMPT, prefix: 'BR-E', code: 'E', name: 'exempt from VAT', parties: SELLER_REGISTERED },
  {
    ...EXEMPT,
    prefix: 'BR-G',
    code: 'G',
    name: 'export outside the EU',
    parties: {
      sentence: 'the seller or its tax representative has a VAT number',
      hold: isSellerVatRegistered,
      uses: {
        allowances: [USED.inAllowancesOfAnyTax, USED.inAllowances],
        charges: [USED.inChargesOfAnyTax, USED.inCharges],
      },
    },
  },
  {
    ...EXEMPT,
    prefix: 'BR-IC',
    code: 'K',
    name: 'intra-community supply',
    parties: {
      sentence: 'seller (or its tax representative) and buyer have VAT numbers',
      hold: (doc) => isSellerVatRegistered(doc) && isBuyerVatRegistered(doc),
    },
    others: OTHERS_OF_K,
  },
  {
    ...TAXED,
    prefix: 'BR-AF',
    code: 'L',
    name: 'IGIC, Canary Islands',
    breakdown: ALONGSIDE(USED.inEntries, USED.inItems, USED.inBreakdownAsWrittenOfAnyTax, USED.inBreakdown),
    parties: { ...SELLER_REGISTERED, uses: { charges: [USED.inCharges, USED.inChargesAsWritten] } },
  },
  {
    ...TAXED,
    prefix: 'BR-AG',
    code: 'M',
    name: 'IPSI, Ceuta and Melilla',
    breakdown: ALONGSIDE(USED.inEntries, USED.inItems, USED.inBreakdownAsWritten, USED.inBreakdown),
  },
  {
    ...EXEMPT,
    prefix: 'BR-O',
    code: 'O',
    name: 'not subject to VAT',
    parties: {
      sentence: 'neither seller, tax representative nor buyer has a VAT number',
      hold: isNobodyVatRegistered,
      uses: {
        allowances: [USED.inAllowancesOfDocument, USED.inAllowancesOfDocument],
        charges: [USED.inChargesOfDocument, USED.inChargesOfDocument],
      },
    },
    rate: { sentence: 'is left out', holds: absent('cbc:Percent') },
    others: OTHERS_OF_O,
  },
  {
    ...TAXED,
    prefix: 'BR-S',
    code: 'S',
    name: 'standard rate',
    breakdown: ALONGSIDE(
      USED.inEntriesOfAnyTax,
      USED.inItemsOfAnyTax,
      USED.inBreakdownOfAnyTax,
      USED.inBreakdownOfAnyTax,
    ),
    parties: { ...SELLER_REGISTERED, uses: { items: [USED.inItems, USED.inItemsOfAnyTax] } },
    rate: { sentence: 'is above 0', holds: hasRateAboveZero },
    taxable: isNearSumOfUsedRate,
  },
  {
    ...EXEMPT,
    prefix: 'BR-Z',
    code: 'Z',
    name: 'zero rated',
    parties: SELLER_REGISTERED,
    hasReason: false,
  },
];

const codes = everywhere('cac:TaxCategory/cbc:ID');
const itemCodes = everywhere('cac:ClassifiedTaxCategory/cbc:ID');
const countries = everywhere('cbc:IdentificationCode');

const isAnywhere = perDocument((doc) => {
  const isB = (node: number): boolean => doc.string(node) === 'B';
  return codes(doc).some(isB) || itemCodes(doc).some(isB);
});

const isSplitInItaly: Condition = (doc) =>
  !isAnywhere(doc) || countries(doc).every((country) => doc.string(country) === 'IT');

/** Whether a VAT category is used; `breakdown` is where in the breakdown. */
export const isInDocument = (
  doc: DocumentView,
  code: string,
  breakdown = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID',
): boolean =>
  someIs(doc, doc.root, breakdown, code) ||
  someIs(doc, doc.root, 'cac:AllowanceCharge/cac:TaxCategory/cbc:ID', code) ||
  itemCodes(doc).some((node) => doc.string(node) === code);

// biome-ignore format: one rule a line
const SPLIT_PAYMENT: Row[] = [
  ['BR-B-01', 'BT-118', 'VAT category B (split payment) is for invoices within Italy.', (doc) => isSplitInItaly(doc)],
  ['BR-B-02', 'BT-118', 'VAT category B (split payment) is not used beside S (standard rate).', (doc) => !isInDocument(doc, 'B') || !isInDocument(doc, 'S')],
];

/** VAT categories: BR-AE, BR-E, BR-G, BR-IC, BR-AF, BR-AG, BR-O, BR-S, BR-Z and BR-B. */
export const VAT_CATEGORIES: Family = {
  name: 'VAT categories',
  patterns: [
    [{ at: DOCUMENTS, rules: errors(...CATEGORIES.flatMap(documentRows), ...SPLIT_PAYMENT) }],
    CATEGORIES.flatMap(placeBlocks),
  ],
};
