import type { GroupSpec } from '../read-group.ts';
import { ALLOWANCES, CHARGES, invoiceLine } from './line.ts';
import { address, BUYER_TERMS, party, SELLER_TERMS } from './party.ts';

/** The tables of EN 16931's terms over UBL Invoice and CreditNote [EN 16931-3-2]. */

const HEADER = {
  'BT-1': 'ID',
  'BT-2': 'IssueDate',
  issueTime: 'IssueTime',
  'BT-9': ['DueDate', 'PaymentMeans/PaymentDueDate'],
  'BT-3': ['InvoiceTypeCode', 'CreditNoteTypeCode'],
  'BT-5': 'DocumentCurrencyCode',
  'BT-6': 'TaxCurrencyCode',
  'BT-7': 'TaxPointDate',
  'BT-8': 'InvoicePeriod/DescriptionCode',
  'BT-10': 'BuyerReference',
  'BT-13': 'OrderReference/ID',
  'BT-14': 'OrderReference/SalesOrderID',
  'BT-12': 'ContractDocumentReference/ID',
  'BT-11': 'ProjectReference/ID',
  'BT-15': 'ReceiptDocumentReference/ID',
  'BT-16': 'DespatchDocumentReference/ID',
  'BT-17': 'OriginatorDocumentReference/ID',
  'BT-19': 'AccountingCost',
  'BT-20': 'PaymentTerms/Note',
  'BT-22': 'Note',
  'BT-23': 'ProfileID',
  'BT-24': 'CustomizationID',
} as const;

const PRECEDING: GroupSpec = {
  id: 'BG-3',
  at: 'BillingReference/InvoiceDocumentReference',
  terms: { 'BT-25': 'ID', 'BT-26': 'IssueDate' },
};

const PAYEE: GroupSpec = {
  id: 'BG-10',
  at: 'PayeeParty',
  terms: {
    'BT-59': 'PartyName/Name',
    'BT-60': 'PartyIdentification/ID',
    'BT-61': 'PartyLegalEntity/CompanyID',
  },
};

const TAX_REPRESENTATIVE: GroupSpec = {
  id: 'BG-11',
  at: 'TaxRepresentativeParty',
  terms: {
    'BT-62': 'PartyName/Name',
    'BT-63': ['PartyTaxScheme/CompanyID', 'PartyTaxScheme/TaxScheme/ID'],
    ...address('PostalAddress', ['BT-64', 'BT-65', 'BT-164', 'BT-67', 'BT-66', 'BT-68', 'BT-69']),
  },
};

const DELIVERY: GroupSpec = {
  id: 'BG-13',
  at: 'Delivery',
  terms: {
    'BT-72': 'ActualDeliveryDate',
    'BT-70': 'DeliveryParty/PartyName/Name',
    'BT-71': 'DeliveryLocation/ID',
    ...address('DeliveryLocation/Address', ['BT-75', 'BT-76', 'BT-165', 'BT-78', 'BT-77', 'BT-79', 'BT-80']),
  },
};

const PAYMENT: GroupSpec = {
  id: 'BG-16',
  at: 'PaymentMeans',
  terms: {
    'BT-81': 'PaymentMeansCode',
    'BT-83': 'PaymentID',
    'BT-84': 'PayeeFinancialAccount/ID',
    'BT-85': 'PayeeFinancialAccount/Name',
    'BT-86': 'PayeeFinancialAccount/FinancialInstitutionBranch/ID',
    'BT-87': ['CardAccount/PrimaryAccountNumberID', 'CardAccount/NetworkID'],
    'BT-88': 'CardAccount/HolderName',
    'BT-89': 'PaymentMandate/ID',
    'BT-91': 'PaymentMandate/PayerFinancialAccount/ID',
  },
};

/** VAT breakdown (BG-23), and the totals beside it (BG-22). */
const VAT: GroupSpec = {
  id: 'BG-23',
  at: 'TaxTotal/TaxSubtotal',
  terms: {
    'BT-118': ['TaxCategory/ID', 'TaxCategory/TaxScheme/ID'],
    'BT-119': 'TaxCategory/Percent',
    'BT-116': 'TaxableAmount',
    'BT-117': 'TaxAmount',
    'BT-120': 'TaxCategory/TaxExemptionReason',
    'BT-121': 'TaxCategory/TaxExemptionReasonCode',
  },
};

/** Document totals (BG-22) of an invoice; the same of an order, where they are expectations. */
export function totals(element: string): GroupSpec {
  return {
    id: 'BG-22',
    at: '',
    terms: {
      'BT-106': `${element}/LineExtensionAmount`,
      'BT-107': `${element}/AllowanceTotalAmount`,
      'BT-108': `${element}/ChargeTotalAmount`,
      'BT-109': `${element}/TaxExclusiveAmount`,
      'BT-110': 'TaxTotal/TaxAmount',
      'BT-112': `${element}/TaxInclusiveAmount`,
      'BT-113': `${element}/PrepaidAmount`,
      'BT-114': `${element}/PayableRoundingAmount`,
      'BT-115': `${element}/PayableAmount`,
    },
  };
}

/** Supporting documents (BG-24), and references of other kinds that stand at the same place. */
export const SUPPORTING: GroupSpec = {
  id: 'BG-24',
  at: 'AdditionalDocumentReference',
  terms: {
    'BT-122': 'ID',
    documentType: ['DocumentTypeCode', 'DocumentType'],
    'BT-123': 'DocumentDescription',
    'BT-124': 'Attachment/ExternalReference/URI',
  },
};

function billing(line: GroupSpec): GroupSpec {
  return {
    id: 'document',
    at: '',
    terms: HEADER,
    groups: [
      party('BG-4', 'AccountingSupplierParty/Party', SELLER_TERMS),
      party('BG-7', 'AccountingCustomerParty/Party', BUYER_TERMS),
      PAYEE,
      TAX_REPRESENTATIVE,
      DELIVERY,
      { id: 'BG-14', at: 'InvoicePeriod', terms: { 'BT-73': 'StartDate', 'BT-74': 'EndDate' } },
      PRECEDING,
      line,
      ALLOWANCES,
      CHARGES,
      VAT,
      totals('LegalMonetaryTotal'),
      PAYMENT,
      SUPPORTING,
    ],
  };
}

export const INVOICE = billing(invoiceLine('InvoiceLine', 'InvoicedQuantity'));
export const CREDIT_NOTE = billing(invoiceLine('CreditNoteLine', 'CreditedQuantity'));
