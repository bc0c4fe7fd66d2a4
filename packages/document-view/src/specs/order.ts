import type { GroupSpec } from '../read-group.ts';
import { SUPPORTING, totals } from './invoice.ts';
import { ALLOWANCES, CHARGES, ORDER_LINE, periodEnd, periodStart } from './line.ts';
import { address, BUYER_TERMS, party, SELLER_TERMS } from './party.ts';

/** Orders and the answers to them; what they share with invoices has the same terms. */

const HEADER = {
  'BT-1': 'ID',
  'BT-2': 'IssueDate',
  issueTime: 'IssueTime',
  'BT-3': ['OrderTypeCode', 'OrderResponseCode'],
  'BT-5': 'DocumentCurrencyCode',
  'BT-10': 'CustomerReference',
  'BT-13': ['OrderReference/ID', 'OrderDocumentReference/ID'],
  'BT-14': 'SalesOrderID',
  quotation: 'QuotationDocumentReference/ID',
  'BT-17': 'OriginatorDocumentReference/ID',
  'BT-12': 'Contract/ID',
  'BT-11': 'ProjectReference/ID',
  'BT-19': 'AccountingCost',
  validFrom: periodStart('ValidityPeriod'),
  validTo: periodEnd('ValidityPeriod'),
  cancellationNote: 'CancellationNote',
  'BT-20': 'PaymentTerms/Note',
  deliveryTerms: ['DeliveryTerms/ID', 'DeliveryTerms/SpecialTerms', 'DeliveryTerms/DeliveryLocation/ID'],
  'BT-22': 'Note',
  'BT-23': 'ProfileID',
  'BT-24': 'CustomizationID',
} as const;

const DELIVERY: GroupSpec = {
  id: 'BG-13',
  at: 'Delivery',
  terms: {
    requestedFrom: periodStart('RequestedDeliveryPeriod'),
    requestedTo: periodEnd('RequestedDeliveryPeriod'),
    promisedFrom: periodStart('PromisedDeliveryPeriod'),
    promisedTo: periodEnd('PromisedDeliveryPeriod'),
    'BT-70': ['DeliveryParty/PartyName/Name', 'DeliveryLocation/Name'],
    'BT-71': ['DeliveryLocation/ID', 'DeliveryParty/PartyIdentification/ID'],
    ...address('DeliveryLocation/Address', ['BT-75', 'BT-76', 'BT-165', 'BT-78', 'BT-77', 'BT-79', 'BT-80']),
  },
};

const PARTIES: readonly GroupSpec[] = [
  party('BG-4', 'SellerSupplierParty/Party', SELLER_TERMS),
  party('BG-7', 'BuyerCustomerParty/Party', BUYER_TERMS),
  party('originator', 'OriginatorCustomerParty/Party', BUYER_TERMS),
  party('payer', 'AccountingCustomerParty/Party', BUYER_TERMS),
];

export const ORDER: GroupSpec = {
  id: 'document',
  at: '',
  terms: HEADER,
  groups: [
    ...PARTIES,
    DELIVERY,
    ORDER_LINE,
    ALLOWANCES,
    CHARGES,
    totals('AnticipatedMonetaryTotal'),
    SUPPORTING,
  ],
};

const { 'BT-3': _typeCode, ...answerHeader } = HEADER;

export const ORDER_RESPONSE: GroupSpec = {
  ...ORDER,
  terms: { ...answerHeader, responseCode: 'OrderResponseCode' },
};
