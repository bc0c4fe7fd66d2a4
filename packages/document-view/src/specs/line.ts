import type { GroupSpec } from '../read-group.ts';
import type { TermId } from '../terms.ts';

/** What an item is, below the element of a line. */
const ITEM = {
  'BT-153': 'Item/Name',
  'BT-154': 'Item/Description',
  'BT-155': 'Item/SellersItemIdentification/ID',
  'BT-156': 'Item/BuyersItemIdentification/ID',
  'BT-157': 'Item/StandardItemIdentification/ID',
  'BT-158': 'Item/CommodityClassification/ItemClassificationCode',
  'BT-159': 'Item/OriginCountry/IdentificationCode',
  'BT-151': ['Item/ClassifiedTaxCategory/ID', 'Item/ClassifiedTaxCategory/TaxScheme/ID'],
  'BT-152': 'Item/ClassifiedTaxCategory/Percent',
} as const;

const PRICE = {
  'BT-146': 'Price/PriceAmount',
  'BT-149': 'Price/BaseQuantity',
  'BT-147': 'Price/AllowanceCharge/Amount',
  'BT-148': 'Price/AllowanceCharge/BaseAmount',
} as const;

const TRUE = ['true', '1'];
const FALSE = ['false', '0'];

/** Allowances and charges of a line (BG-27, BG-28). */
const LINE_ALLOWANCES: GroupSpec = {
  id: 'BG-27',
  at: 'AllowanceCharge',
  where: { child: 'ChargeIndicator', isOneOf: FALSE },
  terms: {
    'BT-92': 'Amount',
    'BT-93': 'BaseAmount',
    'BT-94': 'MultiplierFactorNumeric',
    'BT-97': 'AllowanceChargeReason',
    'BT-98': 'AllowanceChargeReasonCode',
  },
};
const LINE_CHARGES: GroupSpec = {
  ...LINE_ALLOWANCES,
  id: 'BG-28',
  where: { child: 'ChargeIndicator', isOneOf: TRUE },
};

const PROPERTIES: GroupSpec = {
  id: 'BG-32',
  at: 'Item/AdditionalItemProperty',
  terms: { 'BT-160': 'Name', 'BT-161': 'Value' },
};

/** Allowances (BG-20) of a whole document. */
export const ALLOWANCES: GroupSpec = {
  id: 'BG-20',
  at: 'AllowanceCharge',
  where: { child: 'ChargeIndicator', isOneOf: FALSE },
  terms: {
    'BT-97': 'AllowanceChargeReason',
    'BT-98': 'AllowanceChargeReasonCode',
    'BT-94': 'MultiplierFactorNumeric',
    'BT-93': 'BaseAmount',
    'BT-92': 'Amount',
    'BT-95': ['TaxCategory/ID', 'TaxCategory/TaxScheme/ID'],
    'BT-96': 'TaxCategory/Percent',
  },
};

/** Charges (BG-21) of a whole document. */
export const CHARGES: GroupSpec = {
  id: 'BG-21',
  at: 'AllowanceCharge',
  where: { child: 'ChargeIndicator', isOneOf: TRUE },
  terms: {
    'BT-104': 'AllowanceChargeReason',
    'BT-105': 'AllowanceChargeReasonCode',
    'BT-101': 'MultiplierFactorNumeric',
    'BT-100': 'BaseAmount',
    'BT-99': 'Amount',
    'BT-102': ['TaxCategory/ID', 'TaxCategory/TaxScheme/ID'],
    'BT-103': 'TaxCategory/Percent',
  },
};

/** Lines (BG-25) of an invoice or a credit note. */
export function invoiceLine(at: string, quantity: string): GroupSpec {
  return {
    id: 'BG-25',
    at,
    terms: {
      'BT-126': 'ID',
      ...ITEM,
      'BT-127': 'Note',
      'BT-129': quantity,
      ...PRICE,
      'BT-131': 'LineExtensionAmount',
      'BT-132': 'OrderLineReference/LineID',
      'BT-133': 'AccountingCost',
      'BT-128': 'DocumentReference/ID',
    },
    groups: [
      { id: 'BG-26', at: 'InvoicePeriod', terms: { 'BT-134': 'StartDate', 'BT-135': 'EndDate' } },
      LINE_ALLOWANCES,
      LINE_CHARGES,
      PROPERTIES,
    ],
  };
}

/** Lines of an order and its answers. */
export const ORDER_LINE: GroupSpec = {
  id: 'BG-25',
  at: 'OrderLine',
  terms: {
    'BT-126': 'LineItem/ID',
    ...prefixed('LineItem', ITEM),
    'BT-127': ['Note', 'LineItem/Note'],
    lineStatus: 'LineItem/LineStatusCode',
    'BT-129': 'LineItem/Quantity',
    backorder: 'LineItem/MaximumBackorderQuantity',
    ...prefixed('LineItem', PRICE),
    'BT-131': 'LineItem/LineExtensionAmount',
    'BT-132': 'OrderLineReference/LineID',
    'BT-133': 'LineItem/AccountingCost',
    requestedFrom: periodStart('LineItem/Delivery/RequestedDeliveryPeriod'),
    requestedTo: periodEnd('LineItem/Delivery/RequestedDeliveryPeriod'),
    promisedFrom: periodStart('LineItem/Delivery/PromisedDeliveryPeriod'),
    promisedTo: periodEnd('LineItem/Delivery/PromisedDeliveryPeriod'),
  },
  groups: [
    { ...LINE_ALLOWANCES, at: 'LineItem/AllowanceCharge' },
    { ...LINE_CHARGES, at: 'LineItem/AllowanceCharge' },
    { ...PROPERTIES, at: 'LineItem/Item/AdditionalItemProperty' },
  ],
};

/** Where a period begins, by date and time. */
export function periodStart(at: string): string[] {
  return [`${at}/StartDate`, `${at}/StartTime`];
}
export function periodEnd(at: string): string[] {
  return [`${at}/EndDate`, `${at}/EndTime`];
}

function prefixed<Id extends TermId>(
  at: string,
  terms: Readonly<Record<Id, string | readonly string[]>>,
): Partial<Record<TermId, readonly string[]>> {
  const entries = Object.entries<string | readonly string[]>(terms);
  return Object.fromEntries(
    entries.map(([id, paths]) => [id, [paths].flat().map((path) => `${at}/${path}`)]),
  );
}
