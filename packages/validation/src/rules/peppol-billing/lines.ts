import { NONE, type Node } from '../../tape/tape.ts';
import { date } from '../../values/date.ts';
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  round2,
  subtract,
  sum,
  ZERO,
} from '../../values/decimal.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { attributesAt, isOneOf, ownText } from '../common/single.ts';
import { foundAmount } from '../mismatch.ts';
import { type Answer, errors, type Family } from '../rule.ts';
import { areClose } from './amounts.ts';
import { isInvoice } from './parties.ts';

const ONE: Decimal = { units: 1n, scale: 0 };
const quantityPath = (doc: DocumentView): string =>
  isInvoice(doc) ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity';

/** Net amount of a line: quantity times price, and charges, without allowances. */
function isNetAmount(doc: DocumentView, line: Node): Answer {
  const found = doc.decimalAt(line, 'cbc:LineExtensionAmount') ?? ZERO;
  const quantity = doc.decimalAt(line, quantityPath(doc)) ?? ONE;
  const price = doc.decimalAt(line, 'cac:Price/cbc:PriceAmount') ?? ZERO;
  const base = doc.decimalAt(line, 'cac:Price/cbc:BaseQuantity');
  const unitPrice = base === undefined || base.units === 0n ? price : divide(price, base);
  const adjusted = subtract(adjustments(doc, line, 'true'), adjustments(doc, line, 'false'));
  const expected = add(multiply(quantity, unitPrice), adjusted);
  return areClose(found, expected) || foundAmount(found, round2(expected));
}

/** Sum of the charges or allowances of a line, rounded. */
function adjustments(doc: DocumentView, line: Node, indicator: string): Decimal {
  const amounts: Decimal[] = [];
  for (const entry of doc.all(line, 'cac:AllowanceCharge'))
    if (doc.onlyText(entry, 'cbc:ChargeIndicator') === indicator)
      for (const amount of doc.all(entry, 'cbc:Amount')) amounts.push(doc.decimal(amount));
  return amounts.length === 0 ? ZERO : round2(sum(amounts));
}

function hasPositiveBase(doc: DocumentView, line: Node): boolean {
  const base = doc.decimalAt(line, 'cac:Price/cbc:BaseQuantity');
  return base === undefined || compare(base, ZERO) > 0;
}

function refersToObject(doc: DocumentView, line: Node): boolean {
  return (
    !doc.has(line, 'cac:DocumentReference') ||
    isOneOf(doc, line, 'cac:DocumentReference/cbc:DocumentTypeCode', '130')
  );
}

// biome-ignore format: a rule is a row
const LINE_RULES = errors(
  ['PEPPOL-EN16931-R120', 'BT-131', 'The net amount of a line must be quantity × price, with charges and without allowances, give or take two cents.', isNetAmount],
  ['PEPPOL-EN16931-R121', 'BT-149', 'The quantity that a price is for must be more than zero.', hasPositiveBase],
  ['PEPPOL-EN16931-R100', 'BT-128', 'A line may be about one object only.', (doc, line) => doc.all(line, 'cac:DocumentReference').length <= 1],
  ['PEPPOL-EN16931-R101', 'BT-128', 'The document reference of a line must have type 130: it names the object invoiced.', refersToObject],
);

function hasUnitOfLine(doc: DocumentView, base: Node): boolean {
  const { tape } = doc;
  const line = tape.parent(tape.parent(base));
  if (line === NONE) return true;
  const hasQuantity = doc.has(line, 'cbc:InvoicedQuantity') || doc.has(line, 'cbc:CreditedQuantity');
  const unit = doc.attribute(base, 'unitCode') ?? '';
  return !hasQuantity || attributesAt(doc, line, quantityPath(doc), 'unitCode').includes(unit);
}

const UNIT_RULES = errors([
  'PEPPOL-EN16931-R130',
  'BT-150',
  'The quantity that a price is for must have the same unit as the quantity invoiced.',
  hasUnitOfLine,
]);

/** The document of a date in the period of a line. */
const documentOf = ({ tape }: DocumentView, node: Node): Node => tape.parent(tape.parent(tape.parent(node)));

function dayOf(text: string): number {
  const day = date(text);
  if (day === undefined) throw new NotEvaluable(`"${text}" is not a date`);
  return day;
}

/** Whether days are in order: of a line's date, and of the same one of the document. */
const compareWithDocument =
  (path: string, isInOrder: (line: number, document: number) => boolean) =>
  (doc: DocumentView, node: Node): boolean => {
    const text = ownText(doc, node);
    if (text === '') return false;
    return isInOrder(dayOf(text), dayOf(doc.onlyString(documentOf(doc, node), path)));
  };

// biome-ignore format: a rule is a row
const PERIODS: { date: string; rules: ReturnType<typeof errors> }[] = [
  {
    date: 'cac:InvoicePeriod/cbc:StartDate',
    rules: errors(['PEPPOL-EN16931-R110', 'BT-134', 'The period of a line must not begin before the period of the invoice.',
      compareWithDocument('cac:InvoicePeriod/cbc:StartDate', (line, document) => line >= document)]),
  },
  {
    date: 'cac:InvoicePeriod/cbc:EndDate',
    rules: errors(['PEPPOL-EN16931-R111', 'BT-135', 'The period of a line must not end after the period of the invoice.',
      compareWithDocument('cac:InvoicePeriod/cbc:EndDate', (line, document) => line <= document)]),
  },
];

/** R100 to R130. */
export const LINE_FAMILY: Family = {
  name: 'Peppol BIS Billing, lines',
  patterns: [
    [
      { at: ['cac:InvoiceLine', 'cac:CreditNoteLine'], rules: LINE_RULES },
      {
        at: ['cac:Price/cbc:BaseQuantity'],
        where: (doc, node) => doc.attribute(node, 'unitCode') !== undefined,
        rules: UNIT_RULES,
      },
      ...PERIODS.map(({ date: path, rules }) => ({
        at: [`Invoice/cac:InvoiceLine/${path}`, `CreditNote/cac:CreditNoteLine/${path}`],
        where: (doc: DocumentView, node: Node) => doc.has(documentOf(doc, node), path),
        rules,
      })),
    ],
  ],
};
