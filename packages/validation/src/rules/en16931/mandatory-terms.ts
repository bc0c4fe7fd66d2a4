import type { XmlElement } from '@pappel/xml/tree';
import { amountAt, attribute, exists, text } from '../../query.ts';
import { errorFamily, type RuleRow } from '../../rule.ts';
import { compare, ZERO } from '../../values/decimal.ts';
import * as at from './contexts.ts';

const filled =
  (path: string) =>
  (element: XmlElement): boolean =>
    text(element, path) !== '';
const present =
  (path: string) =>
  (element: XmlElement): boolean =>
    exists(element, path);
const notNegative =
  (path: string) =>
  (element: XmlElement): boolean => {
    const value = amountAt(element, path);
    return value === undefined || compare(value, ZERO) >= 0;
  };
const typeCode = (root: XmlElement): boolean =>
  filled('cbc:InvoiceTypeCode')(root) || filled('cbc:CreditNoteTypeCode')(root);
const quantity = (line: XmlElement): boolean => at.quantityOf(line) !== undefined;
const unit = (line: XmlElement): boolean => {
  const found = at.quantityOf(line);
  return found !== undefined && attribute(found, 'unitCode') !== '';
};
const reason = (element: XmlElement): boolean =>
  exists(element, 'cbc:AllowanceChargeReason') || exists(element, 'cbc:AllowanceChargeReasonCode');
const taxCategory = present('cac:TaxCategory/cbc:ID');
const rate = (subtotal: XmlElement): boolean =>
  exists(subtotal, 'cac:TaxCategory/cbc:Percent') || text(subtotal, 'cac:TaxCategory/cbc:ID') === 'O';

const ROWS: RuleRow[] = [
  [
    'BR-01',
    'BT-24',
    at.document,
    'The specification identifier (CustomizationID) is missing.',
    filled('cbc:CustomizationID'),
  ],
  ['BR-02', 'BT-1', at.document, 'The document has no number.', filled('cbc:ID')],
  ['BR-03', 'BT-2', at.document, 'The issue date is missing.', filled('cbc:IssueDate')],
  ['BR-04', 'BT-3', at.document, 'The type code of the document is missing.', typeCode],
  [
    'BR-05',
    'BT-5',
    at.document,
    'The currency of the document is missing.',
    filled('cbc:DocumentCurrencyCode'),
  ],
  [
    'BR-06',
    'BT-27',
    at.document,
    'The name of the seller is missing.',
    filled('cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName'),
  ],
  [
    'BR-07',
    'BT-44',
    at.document,
    'The name of the buyer is missing.',
    filled('cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName'),
  ],
  [
    'BR-08',
    'BG-5',
    at.document,
    'The postal address of the seller is missing.',
    present('cac:AccountingSupplierParty/cac:Party/cac:PostalAddress'),
  ],
  [
    'BR-09',
    'BT-40',
    (root) => at.seller(root).filter(present('cac:Party/cac:PostalAddress')),
    'The country of the seller is missing in the postal address.',
    filled('cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode'),
  ],
  [
    'BR-10',
    'BG-8',
    at.document,
    'The postal address of the buyer is missing.',
    present('cac:AccountingCustomerParty/cac:Party/cac:PostalAddress'),
  ],
  [
    'BR-11',
    'BT-55',
    (root) => at.buyer(root).filter(present('cac:Party/cac:PostalAddress')),
    'The country of the buyer is missing in the postal address.',
    filled('cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode'),
  ],
  [
    'BR-12',
    'BT-106',
    at.totals,
    'The sum of line net amounts is missing.',
    present('cbc:LineExtensionAmount'),
  ],
  ['BR-13', 'BT-109', at.totals, 'The total without VAT is missing.', present('cbc:TaxExclusiveAmount')],
  ['BR-14', 'BT-112', at.totals, 'The total with VAT is missing.', present('cbc:TaxInclusiveAmount')],
  ['BR-15', 'BT-115', at.totals, 'The amount due for payment is missing.', present('cbc:PayableAmount')],
  ['BR-16', 'BG-25', at.document, 'The document has no line.', (root) => at.lines(root).length > 0],
  ['BR-21', 'BT-126', at.lines, 'A line has no identifier.', filled('cbc:ID')],
  ['BR-22', 'BT-129', at.lines, 'A line has no quantity.', quantity],
  ['BR-23', 'BT-130', at.lines, 'The quantity of a line has no unit.', unit],
  ['BR-24', 'BT-131', at.lines, 'A line has no net amount.', present('cbc:LineExtensionAmount')],
  ['BR-25', 'BT-153', at.lines, 'The item of a line has no name.', filled('cac:Item/cbc:Name')],
  ['BR-26', 'BT-146', at.lines, 'A line has no net price.', present('cac:Price/cbc:PriceAmount')],
  [
    'BR-27',
    'BT-146',
    at.lines,
    'The net price of an item is negative.',
    notNegative('cac:Price/cbc:PriceAmount'),
  ],
  [
    'BR-28',
    'BT-148',
    at.lines,
    'The gross price of an item is negative.',
    notNegative('cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
  ],
  [
    'BR-31',
    'BT-92',
    at.documentAllowances,
    'An allowance on the document has no amount.',
    present('cbc:Amount'),
  ],
  ['BR-32', 'BT-95', at.documentAllowances, 'An allowance on the document has no VAT category.', taxCategory],
  ['BR-33', 'BT-97, BT-98', at.documentAllowances, 'An allowance on the document has no reason.', reason],
  ['BR-36', 'BT-99', at.documentCharges, 'A charge on the document has no amount.', present('cbc:Amount')],
  ['BR-37', 'BT-102', at.documentCharges, 'A charge on the document has no VAT category.', taxCategory],
  ['BR-38', 'BT-104, BT-105', at.documentCharges, 'A charge on the document has no reason.', reason],
  ['BR-41', 'BT-136', at.lineAllowances, 'An allowance on a line has no amount.', present('cbc:Amount')],
  ['BR-42', 'BT-139, BT-140', at.lineAllowances, 'An allowance on a line has no reason.', reason],
  ['BR-43', 'BT-141', at.lineCharges, 'A charge on a line has no amount.', present('cbc:Amount')],
  ['BR-44', 'BT-144, BT-145', at.lineCharges, 'A charge on a line has no reason.', reason],
  [
    'BR-45',
    'BT-116',
    at.taxSubtotals,
    'A VAT breakdown has no taxable amount.',
    present('cbc:TaxableAmount'),
  ],
  ['BR-46', 'BT-117', at.taxSubtotals, 'A VAT breakdown has no tax amount.', present('cbc:TaxAmount')],
  ['BR-47', 'BT-118', at.taxSubtotals, 'A VAT breakdown has no VAT category.', taxCategory],
  ['BR-48', 'BT-119', at.taxSubtotals, 'A VAT breakdown has no rate.', rate],
];

/** BR-nn: what must be there at all. */
export const MANDATORY_TERMS = errorFamily('mandatory terms', 'en16931-1.3.16', ROWS);
