import type { Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family } from '../rule.ts';
import { customization, isItemIdentified, isPartyKnown, profile, taxCategory } from './shared-blocks.ts';
import { dateNumberAt, numberAt } from './values.ts';

/**
 * First and last day as numbers such as 20261231; NaN, which is within nothing, for what is no date. Each is looked up
 * when it is asked for, so that a doubled day spoils only what depends on it.
 */
interface Validity {
  from: () => number;
  to: () => number;
}

/** What an outer validity leaves when an inner one may narrow it. */
const narrowed = (doc: DocumentView, node: Node, period: string, outer: Validity): Validity => ({
  from: remembered(() => dateNumberAt(doc, node, `${period}/cbc:StartDate`) ?? outer.from()),
  to: remembered(() => dateNumberAt(doc, node, `${period}/cbc:EndDate`) ?? outer.to()),
});

function remembered(compute: () => number): () => number {
  let value: number | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}

const firstDay = (doc: DocumentView): number =>
  dateNumberAt(doc, doc.root, 'cac:ValidityPeriod/cbc:StartDate') ?? 0;
const lastDay = (doc: DocumentView): number =>
  dateNumberAt(doc, doc.root, 'cac:ValidityPeriod/cbc:EndDate') ?? 99_999_999;
const ofCatalogue = (doc: DocumentView): Validity => ({
  from: () => doc.once(firstDay),
  to: () => doc.once(lastDay),
});
/** Lines are asked for by each of their prices. */
const knownLines = (): Map<Node, Validity> => new Map();
function ofLine(doc: DocumentView, node: Node): Validity {
  const known = doc.once(knownLines);
  const validity = known.get(node) ?? narrowed(doc, node, 'cac:LineValidityPeriod', ofCatalogue(doc));
  known.set(node, validity);
  return validity;
}
const ofPrice = (doc: DocumentView, node: Node): Validity =>
  narrowed(doc, node, 'cac:Price/cac:ValidityPeriod', ofLine(doc, doc.tape.parent(node)));

function isWithin(inner: Validity, outer: Validity): boolean {
  const [from, to, first, last] = [inner.from(), inner.to(), outer.from(), outer.to()];
  return from >= first && from <= last && to <= last && to >= first;
}
const isInOrder = ({ from, to }: Validity): boolean => from() <= to();

const isNoneOrNotNegative = (doc: DocumentView, node: Node, path: string): boolean =>
  !doc.has(node, path) || numberAt(doc, node, path) >= 0;

const party = (id: string, at: string, name: string): Block => ({
  at: [at],
  rules: errors([id, '', `The ${name} must have a name or an identifier.`, isPartyKnown]),
});

const line: Block = {
  at: ['cac:CatalogueLine'],
  rules: errors(
    [
      'PEPPOL-T19-R008',
      '',
      'The greatest quantity that can be ordered must not be negative.',
      (doc, node) => isNoneOrNotNegative(doc, node, 'cbc:MaximumOrderQuantity'),
    ],
    [
      'PEPPOL-T19-R009',
      '',
      'The least quantity that can be ordered must not be negative.',
      (doc, node) => isNoneOrNotNegative(doc, node, 'cbc:MinimumOrderQuantity'),
    ],
    [
      'PEPPOL-T19-R010',
      '',
      'The greatest quantity that can be ordered must not be less than the least one.',
      (doc, node) =>
        !doc.has(node, 'cbc:MaximumOrderQuantity') ||
        !doc.has(node, 'cbc:MinimumOrderQuantity') ||
        numberAt(doc, node, 'cbc:MaximumOrderQuantity') >= numberAt(doc, node, 'cbc:MinimumOrderQuantity'),
    ],
    [
      'PEPPOL-T19-R007',
      '',
      'A line must be valid within the time in which the catalogue is.',
      (doc, node) => isWithin(ofLine(doc, node), ofCatalogue(doc)),
    ],
    [
      'PEPPOL-T19-R013',
      '',
      'The validity of a line must not end before it starts.',
      (doc, node) => isInOrder(ofLine(doc, node)),
    ],
  ),
};

const offer: Block = {
  at: ['cac:RequiredItemLocationQuantity'],
  rules: errors(
    [
      'PEPPOL-T19-R006',
      '',
      'An item must have a price that is not negative.',
      (doc, node) => numberAt(doc, node, 'cac:Price/cbc:PriceAmount') >= 0,
    ],
    [
      'PEPPOL-T19-R011',
      '',
      'A price must be valid within the time in which its line is.',
      (doc, node) => isWithin(ofPrice(doc, node), ofLine(doc, doc.tape.parent(node))),
    ],
    [
      'PEPPOL-T19-R016',
      '',
      'The validity of a price must not end before it starts.',
      (doc, node) => isInOrder(ofPrice(doc, node)),
    ],
  ),
};

const BIS = 'urn:fdc:peppol.eu:poacc:bis';

/** Conditions of the catalogue, T19. */
export const CATALOGUE_RULES: Family = {
  name: 'PEPPOL-T19-R',
  patterns: [
    [
      profile('PEPPOL-T19-R017', `${BIS}:catalogue_only:3`, `${BIS}:catalogue_wo_response:3`),
      customization('PEPPOL-T19-R018', 'urn:fdc:peppol.eu:poacc:trns:catalogue:3'),
      {
        at: ['/Catalogue/cac:ValidityPeriod'],
        rules: errors([
          'PEPPOL-T19-R001',
          '',
          'The validity of the catalogue must not end before it starts.',
          (doc) => isInOrder(ofCatalogue(doc)),
        ]),
      },
      party('PEPPOL-T19-R004', 'cac:SellerSupplierParty', 'supplier'),
      party('PEPPOL-T19-R005', 'cac:ContractorCustomerParty', 'customer'),
      line,
      offer,
      {
        at: ['cac:ClassifiedTaxCategory'],
        rules: errors(...taxCategory('PEPPOL-T19-R014', 'PEPPOL-T19-R015')),
      },
      {
        at: ['cac:Item'],
        rules: errors([
          'PEPPOL-T19-R012',
          '',
          "An item must have the seller's identifier or a standard one.",
          isItemIdentified,
        ]),
      },
    ],
  ],
};
