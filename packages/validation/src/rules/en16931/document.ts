import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import { errors, type Family, type Test } from '../rule.ts';
import { DOCUMENTS } from './absence-table.ts';
import { exists, filled } from './conditions.ts';

const taxAmountsAnywhere = everywhere('cac:TaxTotal/cbc:TaxAmount');

const hasTypeCode: Test = (doc, root) =>
  filled('cbc:InvoiceTypeCode')(doc, root) === true || filled('cbc:CreditNoteTypeCode')(doc, root) === true;

const taxCurrencies = perDocument(
  (doc) => new Set(taxAmountsAnywhere(doc).map((amount) => doc.attribute(amount, 'currencyID'))),
);

const hasTaxInAccountingCurrency: Test = (doc, root) =>
  doc.strings(root, 'cbc:TaxCurrencyCode').every((currency) => taxCurrencies(doc).has(currency));

const hasOneKindOfTaxPoint: Test = (doc, root) =>
  !(doc.has(root, 'cbc:TaxPointDate') && doc.has(root, 'cac:InvoicePeriod/cbc:DescriptionCode'));

/** Header of the document: what must be there. */
export const DOCUMENT: Family = {
  name: 'Document',
  patterns: [
    [
      {
        at: DOCUMENTS,
        // biome-ignore format: one rule a line
        rules: errors(
          ['BR-01', 'BT-24', 'An invoice has a specification identifier.', filled('cbc:CustomizationID')],
          ['BR-02', 'BT-1', 'An invoice has a number.', filled('cbc:ID')],
          ['BR-03', 'BT-2', 'An invoice has an issue date.', filled('cbc:IssueDate')],
          ['BR-04', 'BT-3', 'An invoice has a type code.', hasTypeCode],
          ['BR-05', 'BT-5', 'An invoice has a currency.', filled('cbc:DocumentCurrencyCode')],
          ['BR-06', 'BT-27', 'The seller has a name.', filled('cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
          ['BR-07', 'BT-44', 'The buyer has a name.', filled('cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName')],
          ['BR-08', 'BG-5', 'The seller has a postal address.', exists('cac:AccountingSupplierParty/cac:Party/cac:PostalAddress')],
          ['BR-10', 'BG-8', 'The buyer has a postal address.', exists('cac:AccountingCustomerParty/cac:Party/cac:PostalAddress')],
          ['BR-16', 'BG-25', 'An invoice has at least one line.', exists('cac:InvoiceLine', 'cac:CreditNoteLine')],
          ['BR-53', 'BT-6 BT-111', 'When VAT is accounted in another currency, the total VAT amount is also given in it.', hasTaxInAccountingCurrency],
          ['BR-CO-03', 'BT-7 BT-8', 'The VAT point has either a date or a code, not both.', hasOneKindOfTaxPoint],
          ['BR-CO-18', 'BG-23', 'An invoice has a VAT breakdown.', exists('cac:TaxTotal/cac:TaxSubtotal')],
        ),
      },
    ],
  ],
};
