import type { Node } from '../../tape/tape.ts';
import { date } from '../../values/date.ts';
import { double } from '../../values/double.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { errors, type Family, type Row, type Test } from '../rule.ts';
import { allExist, exists, filled, hasAttribute, twoDecimals } from './conditions.ts';
import { isVatAlone } from './terms.ts';

const LINES = ['cac:InvoiceLine', 'cac:CreditNoteLine'];
const inLines = (path: string): string[] => LINES.map((line) => `${line}/${path}`);
const GROSS_PRICE = 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount';
const NET_PRICE = 'cac:Price/cbc:PriceAmount';

const unitAt = (doc: DocumentView, line: Node, path: string): boolean =>
  doc.all(line, path).some((quantity) => doc.attribute(quantity, 'unitCode') !== undefined);

const hasUnit: Test = (doc, line) =>
  unitAt(doc, line, 'cbc:InvoicedQuantity') || unitAt(doc, line, 'cbc:CreditedQuantity');

/** Whether one of the amounts of a path is zero or more. @throws NotEvaluable when one before it is no number */
const someNotNegative = (doc: DocumentView, node: Node, path: string): boolean =>
  doc.all(node, path).some((amount) => numberIn(doc, amount) >= 0);

/** As XPath reads what it compares with a number. @throws NotEvaluable when it is none */
export function numberIn(doc: DocumentView, node: Node): number {
  const value = double(doc.string(node));
  if (value === undefined) throw new NotEvaluable(`"${doc.string(node)}" is not a number`);
  return value;
}

const hasVatCategory: Test = (doc, line) =>
  doc
    .all(line, 'cac:Item/cac:ClassifiedTaxCategory')
    .some((category) => isVatAlone(doc, category) && doc.has(category, 'cbc:ID'));

function dateAt(doc: DocumentView, node: Node, path: string): number {
  const text = doc.onlyString(node, path);
  const value = date(text);
  if (value === undefined) throw new NotEvaluable(`"${text}" is not a date`);
  return value;
}

const endsAfterStart: Test = (doc, period) =>
  !doc.has(period, 'cbc:StartDate') ||
  !doc.has(period, 'cbc:EndDate') ||
  dateAt(doc, period, 'cbc:EndDate') >= dateAt(doc, period, 'cbc:StartDate');

const LINE_RULES: Row[] = [
  ['BR-21', 'BT-126', 'A line has an identifier.', filled('cbc:ID')],
  ['BR-22', 'BT-129', 'A line has a quantity.', exists('cbc:InvoicedQuantity', 'cbc:CreditedQuantity')],
  ['BR-23', 'BT-130', 'The quantity of a line has a unit.', hasUnit],
  ['BR-24', 'BT-131', 'A line has a net amount.', exists('cbc:LineExtensionAmount')],
  ['BR-25', 'BT-153', 'The item of a line has a name.', filled('cac:Item/cbc:Name')],
  ['BR-26', 'BT-146', 'A line has the net price of its item.', exists(NET_PRICE)],
  [
    'BR-27',
    'BT-146',
    'The net price of an item is not negative.',
    (doc, line) => someNotNegative(doc, line, NET_PRICE),
  ],
  [
    'BR-28',
    'BT-148',
    'The gross price of an item is not negative.',
    (doc, line) => !doc.has(line, GROSS_PRICE) || someNotNegative(doc, line, GROSS_PRICE),
  ],
  ['BR-CO-04', 'BT-151', 'The item of a line has a VAT category.', hasVatCategory],
  [
    'BR-DEC-23',
    'BT-131',
    'The net amount of a line has at most two decimals.',
    twoDecimals('cbc:LineExtensionAmount'),
  ],
];

/** Lines with their periods and items. */
export const LINES_AND_PERIODS: Family = {
  name: 'Lines and periods',
  patterns: [
    // biome-ignore format: one rule a line
    [
      { at: LINES, rules: errors(...LINE_RULES) },
      { at: inLines('cac:InvoicePeriod'), rules: errors(
        ['BR-30', 'BT-134 BT-135', 'The period of a line does not end before it starts.', endsAfterStart],
        ['BR-CO-20', 'BT-134 BT-135', 'The period of a line has a start or an end.', exists('cbc:StartDate', 'cbc:EndDate')],
      ) },
      { at: ['cac:InvoicePeriod'], rules: errors(
        ['BR-29', 'BT-73 BT-74', 'The invoicing period does not end before it starts.', endsAfterStart],
        ['BR-CO-19', 'BT-73 BT-74', 'The invoicing period has a start or an end.', exists('cbc:StartDate', 'cbc:EndDate', 'cbc:DescriptionCode')],
      ) },
      { at: ['cac:AdditionalItemProperty'], rules: errors(['BR-54', 'BT-160 BT-161', 'A property of an item has a name and a value.', allExist('cbc:Name', 'cbc:Value')]) },
      { at: inLines('cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode'), rules: errors(['BR-65', 'BT-158', 'The classification of an item names its scheme.', hasAttribute('listID')]) },
      { at: inLines('cac:Item/cac:StandardItemIdentification/cbc:ID'), rules: errors(['BR-64', 'BT-157', 'The standard identifier of an item names its scheme.', hasAttribute('schemeID')]) },
    ],
  ],
};
