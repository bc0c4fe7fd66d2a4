import type { XmlElement } from '@pappel/xml/tree';
import { all, amount, amountAt, amounts, exists, first, text } from '../../query.ts';
import { errorFamily, type Rule, type RuleRow } from '../../rule.ts';
import {
  add,
  compare,
  type Decimal,
  decimal,
  equal,
  multiply,
  print,
  round2,
  subtract,
  sum,
  ZERO,
} from '../../values/decimal.ts';
import * as at from './contexts.ts';

/** In order when both are equal; otherwise says both. */
function mustEqual(found: Decimal | undefined, expected: Decimal): boolean | string {
  if (found && equal(found, expected)) return true;
  return `Found ${found ? print(found) : 'nothing'}, expected ${print(round2(expected))}.`;
}

const parentOf = (element: XmlElement): XmlElement => element.parent ?? element;
const optionalAmount = (totals: XmlElement, path: string): Decimal => amountAt(totals, path) ?? ZERO;
const oneOf =
  (a: string, b: string) =>
  (element: XmlElement): boolean =>
    exists(element, a) || exists(element, b);
const currencyOf = (root: XmlElement): string => text(root, 'cbc:DocumentCurrencyCode');

const sumOfLines = (totals: XmlElement) =>
  mustEqual(
    amountAt(totals, 'cbc:LineExtensionAmount'),
    round2(sum(at.lines(parentOf(totals)).flatMap((line) => amounts(line, 'cbc:LineExtensionAmount')))),
  );

function sumOfCharges(path: string, among: (root: XmlElement) => XmlElement[]): Rule['holds'] {
  return (totals) => {
    const found = amountAt(totals, path);
    const entries = among(parentOf(totals));
    if (found === undefined && entries.length === 0) return true;
    return mustEqual(found, round2(sum(entries.flatMap((entry) => amounts(entry, 'cbc:Amount')))));
  };
}

function totalWithoutVat(totals: XmlElement): boolean | string {
  const net = optionalAmount(totals, 'cbc:LineExtensionAmount');
  const charges = optionalAmount(totals, 'cbc:ChargeTotalAmount');
  const allowances = optionalAmount(totals, 'cbc:AllowanceTotalAmount');
  return mustEqual(
    amountAt(totals, 'cbc:TaxExclusiveAmount'),
    round2(subtract(add(net, charges), allowances)),
  );
}

function sumOfTaxes(taxTotal: XmlElement): boolean | string {
  const subtotals = all(taxTotal, 'cac:TaxSubtotal');
  if (subtotals.length === 0) return true;
  return mustEqual(
    amountAt(taxTotal, 'cbc:TaxAmount'),
    round2(sum(subtotals.flatMap((subtotal) => amounts(subtotal, 'cbc:TaxAmount')))),
  );
}

function totalWithVat(root: XmlElement): boolean | string {
  const [totals] = at.totals(root);
  const taxes = at.taxAmounts(root, currencyOf(root));
  const [tax] = taxes;
  if (!totals || !tax || taxes.length !== 1)
    return 'There must be exactly one total of VAT in the currency of the document.';
  const net = amountAt(totals, 'cbc:TaxExclusiveAmount');
  return mustEqual(amountAt(totals, 'cbc:TaxInclusiveAmount'), round2(add(net ?? ZERO, amount(tax))));
}

function amountDue(totals: XmlElement): boolean | string {
  const gross = optionalAmount(totals, 'cbc:TaxInclusiveAmount');
  const paid = optionalAmount(totals, 'cbc:PrepaidAmount');
  const rounding = optionalAmount(totals, 'cbc:PayableRoundingAmount');
  return mustEqual(amountAt(totals, 'cbc:PayableAmount'), round2(add(subtract(gross, paid), rounding)));
}

/** The official rule allows a difference below one; the exact amount is a matter of rounding per line. */
function taxOfCategory(subtotal: XmlElement): boolean | string {
  const percent = decimal(text(subtotal, 'cac:TaxCategory/cbc:Percent'));
  const tax = amountAt(subtotal, 'cbc:TaxAmount') ?? ZERO;
  if (!percent || percent.units === 0n) return round2(tax).units === 0n || `Found ${print(tax)}, expected 0.`;
  const base = optionalAmount(subtotal, 'cbc:TaxableAmount');
  const expected = round2(multiply(absolute(base), { units: percent.units, scale: percent.scale + 2 }));
  const difference = absolute(subtract(absolute(tax), expected));
  return compare(difference, ONE) < 0 || `Found ${print(tax)}, expected ${print(expected)}.`;
}

const ONE: Decimal = { units: 1n, scale: 0 };
const absolute = (value: Decimal): Decimal => (value.units < 0n ? { ...value, units: -value.units } : value);

/** A credit note asks for no payment. */
const invoicesOnly = (root: XmlElement): XmlElement[] => (root.localName === 'Invoice' ? [root] : []);

function dueDateOrTerms(root: XmlElement): boolean {
  const [totals] = at.totals(root);
  const due = totals && amountAt(totals, 'cbc:PayableAmount');
  if (!due || due.units <= 0n) return true;
  const dates = ['cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate', 'cac:PaymentTerms/cbc:Note'];
  return dates.some((path) => exists(root, path));
}

const VAT_IDS = [
  'cac:AccountingSupplierParty/cac:Party',
  'cac:AccountingCustomerParty/cac:Party',
  'cac:TaxRepresentativeParty',
];

/** The VAT identifiers of the parties. */
const vatIdentifiers = (root: XmlElement): XmlElement[] =>
  VAT_IDS.flatMap((party) => all(root, `${party}/cac:PartyTaxScheme`))
    .filter((scheme) => text(scheme, 'cac:TaxScheme/cbc:ID').toUpperCase() === 'VAT')
    .flatMap((scheme) => all(scheme, 'cbc:CompanyID'));

function startsWithCountry(identifier: XmlElement): boolean {
  const prefix = text(parentOf(identifier), 'cbc:CompanyID').slice(0, 2).toUpperCase();
  return prefix === 'EL' || /^(1A|[A-Z]{2})$/.test(prefix);
}

function sellerIsKnown(supplier: XmlElement): boolean {
  const taxes = all(supplier, 'cac:Party/cac:PartyTaxScheme').filter(
    (scheme) => text(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT',
  );
  return (
    taxes.some((scheme) => exists(scheme, 'cbc:CompanyID')) ||
    exists(supplier, 'cac:Party/cac:PartyIdentification/cbc:ID') ||
    exists(supplier, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID')
  );
}

const hasVatCategory = (line: XmlElement): boolean =>
  all(line, 'cac:Item/cac:ClassifiedTaxCategory').some(
    (category) =>
      text(category, 'cac:TaxScheme/cbc:ID').toUpperCase() === 'VAT' && exists(category, 'cbc:ID'),
  );

const pointDateOnce = (root: XmlElement): boolean =>
  !(exists(root, 'cbc:TaxPointDate') && exists(root, 'cac:InvoicePeriod/cbc:DescriptionCode'));
const reason = oneOf('cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode');
const periodIsFilled = (period: XmlElement): boolean =>
  ['cbc:StartDate', 'cbc:EndDate', 'cbc:DescriptionCode'].some((path) => exists(period, path));
const taxTotals = (root: XmlElement): XmlElement[] => all(root, 'cac:TaxTotal');
const linePeriods = (root: XmlElement): XmlElement[] =>
  at.lines(root).flatMap((line) => all(line, 'cac:InvoicePeriod'));
const breakdownExists = (root: XmlElement): boolean =>
  first(root, 'cac:TaxTotal/cac:TaxSubtotal') !== undefined;

const ROWS: RuleRow[] = [
  [
    'BR-CO-03',
    'BT-7, BT-8',
    at.document,
    'Give either the VAT point date or its code, not both.',
    pointDateOnce,
  ],
  ['BR-CO-04', 'BT-151', at.lines, 'A line has no VAT category.', hasVatCategory],
  [
    'BR-CO-09',
    'BT-31, BT-48, BT-63',
    vatIdentifiers,
    'A VAT identifier must begin with the code of its country.',
    startsWithCountry,
  ],
  ['BR-CO-10', 'BT-106', at.totals, 'The sum of line net amounts is not the sum of the lines.', sumOfLines],
  [
    'BR-CO-11',
    'BT-107',
    at.totals,
    'The sum of allowances is not the sum of the allowances on the document.',
    sumOfCharges('cbc:AllowanceTotalAmount', at.documentAllowances),
  ],
  [
    'BR-CO-12',
    'BT-108',
    at.totals,
    'The sum of charges is not the sum of the charges on the document.',
    sumOfCharges('cbc:ChargeTotalAmount', at.documentCharges),
  ],
  [
    'BR-CO-13',
    'BT-109',
    at.totals,
    'The total without VAT is not lines plus charges minus allowances.',
    totalWithoutVat,
  ],
  ['BR-CO-14', 'BT-110', taxTotals, 'The total of VAT is not the sum of the VAT breakdown.', sumOfTaxes],
  [
    'BR-CO-15',
    'BT-112',
    at.document,
    'The total with VAT is not the total without VAT plus the VAT.',
    totalWithVat,
  ],
  [
    'BR-CO-16',
    'BT-115',
    at.totals,
    'The amount due is not the total with VAT minus what is paid plus rounding.',
    amountDue,
  ],
  [
    'BR-CO-17',
    'BT-117',
    at.taxSubtotals,
    'The VAT of a category is not its taxable amount times its rate.',
    taxOfCategory,
  ],
  ['BR-CO-18', 'BG-23', at.document, 'The document has no VAT breakdown.', breakdownExists],
  [
    'BR-CO-19',
    'BT-73, BT-74',
    (root) => all(root, 'cac:InvoicePeriod'),
    'An invoicing period has neither start nor end.',
    periodIsFilled,
  ],
  [
    'BR-CO-20',
    'BT-134, BT-135',
    linePeriods,
    'The period of a line has neither start nor end.',
    oneOf('cbc:StartDate', 'cbc:EndDate'),
  ],
  [
    'BR-CO-21',
    'BT-97, BT-98',
    at.documentAllowances,
    'An allowance on the document needs a reason or its code.',
    reason,
  ],
  [
    'BR-CO-22',
    'BT-104, BT-105',
    at.documentCharges,
    'A charge on the document needs a reason or its code.',
    reason,
  ],
  [
    'BR-CO-23',
    'BT-139, BT-140',
    at.lineAllowances,
    'An allowance on a line needs a reason or its code.',
    reason,
  ],
  ['BR-CO-24', 'BT-144, BT-145', at.lineCharges, 'A charge on a line needs a reason or its code.', reason],
  [
    'BR-CO-25',
    'BT-9, BT-20',
    invoicesOnly,
    'Something is due, so a due date or payment terms are needed.',
    dueDateOrTerms,
  ],
  [
    'BR-CO-26',
    'BT-29, BT-30, BT-31',
    at.seller,
    'The seller needs an identifier, a registration number or a VAT number.',
    sellerIsKnown,
  ],
];

/** BR-CO: what must agree. BR-CO-05 to 08 cannot fail in UBL and are no rules here. */
export const TOTALS = errorFamily('totals and conditions', 'en16931-1.3.16', ROWS);
