import type { Node } from '../../tape/tape.ts';
import { ublName } from '../../ubl.ts';
import type { DocumentView } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import { errors, type Family, type Row, type Test, warnings } from '../rule.ts';
import { DOCUMENTS } from './absence-table.ts';
import { ATTRIBUTES } from './absences.gen.ts';
import { hasAttribute, hasTwoDecimals } from './conditions.ts';

/** Attributes of UBL's data types that an invoice of EN 16931 does not have. */
const UNUSED = [...ATTRIBUTES.matchAll(/(UBL-\S+) (\w+)/g)].map(([, id = '', attribute = '']) => ({
  id,
  attribute,
}));

/** How often attributes are in the document, by name. */
const attributeCounts = perDocument(({ tape }) => {
  const counts = new Map<number, number>();
  for (let row = 0; row < tape.attributeCount; row++) {
    const name = tape.attributeName(row);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
});

/** First element with the attribute, of those that `counts`. */
function firstWith(doc: DocumentView, attribute: string, counts: (node: Node) => boolean): Node | undefined {
  for (let node = 0; node < doc.tape.count; node++)
    if (doc.attribute(node, attribute) !== undefined && counts(node)) return node;
  return undefined;
}

const unused = ({ id, attribute }: (typeof UNUSED)[number]): Row => {
  const name = ublName(`@${attribute}`);
  const holds: Test = (doc) => {
    if (!attributeCounts(doc).has(name)) return true;
    const node = firstWith(doc, attribute, () => true) ?? doc.root;
    return () => `The first one is at ${doc.tape.xpath(node)}.`;
  };
  return [id, '', `The attribute ${attribute} is not used in an invoice of EN 16931.`, holds];
};

const NAME = ublName('@name');
const paymentMeansCodes = everywhere('cbc:PaymentMeansCode');

const onlyPaymentMeansAreNamed: Test = (doc) => {
  const named = attributeCounts(doc).get(NAME) ?? 0;
  if (named === 0) return true;
  const codes = paymentMeansCodes(doc).filter((code) => doc.attribute(code, 'name') !== undefined);
  if (named === codes.length) return true;
  const all = new Set(codes);
  const node = firstWith(doc, 'name', (found) => !all.has(found)) ?? doc.root;
  return () => `The first one is at ${doc.tape.xpath(node)}.`;
};

const PRICE = ublName('cac:Price');
const ALLOWANCE_CHARGE = ublName('cac:AllowanceCharge');

/** Below a price with an allowance any number of decimals may stand. */
function isOfDiscountedPrice({ tape }: DocumentView, node: Node): boolean {
  for (let at = tape.parent(node); at >= 0; at = tape.parent(at))
    if (tape.name(at) === PRICE && tape.child(at, ALLOWANCE_CHARGE) >= 0) return true;
  return false;
}

/** Form of amounts, attachments and attributes. */
export const DATA_TYPES: Family = {
  name: 'Data types',
  patterns: [
    // biome-ignore format: one rule a line
    [
      { at: ['*PriceAmount'], rules: [] },
      { at: ['cac:Price//*Amount'], where: isOfDiscountedPrice, rules: [] },
      { at: ['*Amount'], rules: errors(['UBL-DT-01', '', 'An amount has at most two decimals.', (doc, node) => hasTwoDecimals(doc.string(node))]) },
      { at: ['*BinaryObject'], rules: errors(
        ['UBL-DT-06', 'BT-125', 'An attachment says of what type it is.', hasAttribute('mimeCode')],
        ['UBL-DT-07', 'BT-125', 'An attachment has a file name.', hasAttribute('filename')],
      ) },
    ],
    // biome-ignore format: one rule a line
    [
      {
        at: DOCUMENTS,
        rules: warnings(
          ...UNUSED.map(unused),
          ['UBL-DT-18', 'BT-82', 'The attribute name is used for means of payment only.', onlyPaymentMeansAreNamed],
        ),
      },
    ],
  ],
};
