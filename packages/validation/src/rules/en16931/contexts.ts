import type { XmlElement } from '@pappel/xml/tree';
import { all, attribute, text } from '../../query.ts';

/** The places that rules of EN 16931 look at, in UBL invoices and credit notes. */
export const document = (root: XmlElement): XmlElement[] => [root];
export const lines = (root: XmlElement): XmlElement[] => [
  ...all(root, 'cac:InvoiceLine'),
  ...all(root, 'cac:CreditNoteLine'),
];
export const totals = (root: XmlElement): XmlElement[] => all(root, 'cac:LegalMonetaryTotal');
export const seller = (root: XmlElement): XmlElement[] => all(root, 'cac:AccountingSupplierParty');
export const buyer = (root: XmlElement): XmlElement[] => all(root, 'cac:AccountingCustomerParty');
export const taxSubtotals = (root: XmlElement): XmlElement[] => all(root, 'cac:TaxTotal/cac:TaxSubtotal');
export const quantityOf = (line: XmlElement): XmlElement | undefined =>
  all(line, 'cbc:InvoicedQuantity')[0] ?? all(line, 'cbc:CreditedQuantity')[0];

const charges = (elements: XmlElement[], indicator: string): XmlElement[] =>
  elements.filter((element) => text(element, 'cbc:ChargeIndicator') === indicator);

export const documentAllowances = (root: XmlElement): XmlElement[] =>
  charges(all(root, 'cac:AllowanceCharge'), 'false');
export const documentCharges = (root: XmlElement): XmlElement[] =>
  charges(all(root, 'cac:AllowanceCharge'), 'true');
export const lineAllowances = (root: XmlElement): XmlElement[] =>
  lines(root).flatMap((line) => charges(all(line, 'cac:AllowanceCharge'), 'false'));
export const lineCharges = (root: XmlElement): XmlElement[] =>
  lines(root).flatMap((line) => charges(all(line, 'cac:AllowanceCharge'), 'true'));

/** TaxAmounts of the document in a currency. */
export const taxAmounts = (root: XmlElement, currency: string): XmlElement[] =>
  all(root, 'cac:TaxTotal/cbc:TaxAmount').filter((element) => attribute(element, 'currencyID') === currency);
