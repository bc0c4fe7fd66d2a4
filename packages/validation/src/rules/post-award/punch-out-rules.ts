import type { Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family } from '../rule.ts';
import { customization, isItemIdentified, isNotNegative, taxCategory } from './shared-blocks.ts';
import { dateNumberAt, numberAt, someText } from './values.ts';

/** NaN, not to be compared, for no date. */
function isValidWhenIssued(doc: DocumentView, node: Node): boolean {
  const end = dateNumberAt(doc, node, 'cbc:EndDate');
  if (end === undefined) return false;
  return end >= (dateNumberAt(doc, doc.tape.parent(node), 'cbc:IssueDate') ?? Number.NaN);
}

const BASE = 'cac:Price/cbc:BaseQuantity';
const BATCH = 'cac:DeliveryUnit/cbc:BatchQuantity';

const unitsAt = (doc: DocumentView, node: Node, path: string): string[] =>
  doc.all(node, path).flatMap((quantity) => doc.attribute(quantity, 'unitCode') ?? []);

/** One unit of the one is a unit of the other, where there are both. */
function hasSameUnit(doc: DocumentView, node: Node): boolean {
  if (!doc.has(node, BASE) || !doc.has(node, BATCH)) return true;
  const units = new Set(unitsAt(doc, node, BATCH));
  return unitsAt(doc, node, BASE).some((unit) => units.has(unit));
}

const areQuantitiesPositive = (doc: DocumentView, node: Node): boolean =>
  (numberAt(doc, node, BASE) > 0 && numberAt(doc, node, BATCH) > 0) ||
  !doc.has(node, BASE) ||
  !doc.has(node, BATCH);

const isMainImage = (doc: DocumentView, node: Node): boolean =>
  someText(doc, node, 'cbc:DocumentTypeCode', 'PRODUCT_IMAGE');

const itemBlocks: Block[] = [
  {
    at: ['cac:Item'],
    rules: errors(
      [
        'PEPPOL-T77-R004',
        '',
        "An item must have the seller's identifier or a standard one.",
        isItemIdentified,
      ],
      [
        'PEPPOL-T77-R005',
        '',
        'An item must have no more than one main image.',
        (doc, node) =>
          doc.all(node, 'cac:ItemSpecificationDocumentReference').filter((one) => isMainImage(doc, one))
            .length <= 1,
      ],
    ),
  },
  {
    at: ['cac:CatalogueLine/cac:RequiredItemLocationQuantity'],
    rules: errors(
      [
        'PEPPOL-T77-R006',
        '',
        'The quantity that a price is for must have the unit of the batch quantity.',
        hasSameUnit,
      ],
      [
        'PEPPOL-T77-R002',
        '',
        'The quantity that a price is for, and the batch quantity, must be above zero.',
        areQuantitiesPositive,
      ],
    ),
  },
  {
    at: ['cac:Item/cac:AdditionalItemProperty'],
    where: (doc, node) => someText(doc, node, 'cbc:Name', 'ServiceIndicator'),
    rules: errors([
      'PEPPOL-T77-R007',
      '',
      'The property ServiceIndicator must be true or false.',
      (doc, node) => someText(doc, node, 'cbc:Value', 'true') || someText(doc, node, 'cbc:Value', 'false'),
    ]),
  },
];

/** Conditions of the punch-out cart, T77. */
export const PUNCH_OUT_RULES: Family = {
  name: 'PEPPOL-T77-R',
  patterns: [
    [
      customization('PEPPOL-T77-R010', 'urn:fdc:peppol.eu:poacc:trns:punch_out:3'),
      {
        at: ['Catalogue/cac:ValidityPeriod'],
        rules: errors([
          'PEPPOL-T77-R001',
          '',
          'A cart must have an end of its validity, not before the day of its issue.',
          isValidWhenIssued,
        ]),
      },
      {
        at: ['cac:RequiredItemLocationQuantity/cac:Price'],
        rules: errors([
          'PEPPOL-T77-R003',
          '',
          'An item must have a price that is not negative.',
          isNotNegative('cbc:PriceAmount'),
        ]),
      },
      ...itemBlocks,
      {
        at: ['cac:ClassifiedTaxCategory'],
        rules: errors(...taxCategory('PEPPOL-T77-R008', 'PEPPOL-T77-R009')),
      },
    ],
  ],
};
