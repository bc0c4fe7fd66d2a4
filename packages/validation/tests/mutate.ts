import { parseXml } from '@pappel/xml/parse';
import { childElements, type XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import type { Random } from '../../../scripts/seeded-random.ts';

const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)];

/** A document as edits see it. */
interface Sheet {
  /** UTF-8. */
  source: Buffer;
  elements: XmlElement[];
  leaves: XmlElement[];
  random: Random;
}

/** A range of bytes and what takes its place. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

const raw = ({ source }: Sheet, { start, end }: XmlElement): string => source.toString('utf8', start, end);

/** Range between the tags; undefined for `<name/>`. */
function content({ source }: Sheet, { start, end }: XmlElement): { from: number; to: number } | undefined {
  const from = source.indexOf('>', start) + 1;
  const to = source.lastIndexOf('<', end - 1);
  return to >= from ? { from, to } : undefined;
}

function rewrite(sheet: Sheet, leaf: XmlElement | undefined, change: (text: string) => string): Edit[] {
  const range = leaf && content(sheet, leaf);
  if (!range) return [];
  return [{ ...range, text: change(sheet.source.toString('utf8', range.from, range.to)) }];
}

const ending =
  (...names: string[]) =>
  (leaf: XmlElement): boolean =>
    names.some((name) => leaf.localName.endsWith(name));
const isNumber = ending('Amount', 'Percent', 'Quantity', 'Numeric');
const isCode = ending('Code', 'ID');
const isDate = ending('Date');

const rewriteAny =
  (suits: (leaf: XmlElement) => boolean, change: (text: string, sheet: Sheet) => string) =>
  (sheet: Sheet): Edit[] =>
    rewrite(sheet, pick(sheet.random, sheet.leaves.filter(suits)), (text) => change(text, sheet));

const anyLeaf = (): boolean => true;
const oneOf =
  (...values: string[]) =>
  (_: string, { random }: Sheet): string =>
    pick(random, values) ?? '';

/** Replaces the start tag's attributes. */
function retag(change: (attributes: string, sheet: Sheet) => string) {
  return (sheet: Sheet): Edit[] => {
    const element = pick(
      sheet.random,
      sheet.leaves.filter(({ attributes }) => attributes.length > 0),
    );
    if (!element) return [];
    const tagEnd = sheet.source.indexOf('>', element.start);
    const [name = '', attributes = ''] =
      /^<([^\s/>]+)([^>]*)$/.exec(sheet.source.toString('utf8', element.start, tagEnd))?.slice(1) ?? [];
    return [{ from: element.start, to: tagEnd, text: `<${name}${change(attributes, sheet)}` }];
  };
}

const edited =
  (edit: (sheet: Sheet, element: XmlElement) => Edit[]) =>
  (sheet: Sheet): Edit[] => {
    const element = pick(sheet.random, sheet.elements);
    return element ? edit(sheet, element) : [];
  };

function sibling({ random }: Sheet, element: XmlElement): XmlElement | undefined {
  const siblings = element.parent ? childElements(element.parent) : [];
  return pick(
    random,
    siblings.filter((one) => one !== element),
  );
}

const swapTexts = (sheet: Sheet): Edit[] => {
  const [one, other] = [pick(sheet.random, sheet.leaves), pick(sheet.random, sheet.leaves)];
  if (!one || !other || one === other) return [];
  const text = ({ from, to }: { from: number; to: number }) => sheet.source.toString('utf8', from, to);
  const [a, b] = [content(sheet, one), content(sheet, other)];
  return a && b
    ? [
        { ...a, text: text(b) },
        { ...b, text: text(a) },
      ]
    : [];
};

const borrowedText = (_: string, sheet: Sheet): string => {
  const lender = pick(sheet.random, sheet.leaves.filter(isCode));
  const range = lender && content(sheet, lender);
  return range ? sheet.source.toString('utf8', range.from, range.to) : '';
};

/** The kinds of edits, each of which leaves a well-formed document. */
export const EDITS: Record<string, (sheet: Sheet) => Edit[]> = {
  'drop an element': edited((_, { start, end }) => [{ from: start, to: end, text: '' }]),
  'double an element': edited((sheet, element) => [
    { from: element.end, to: element.end, text: raw(sheet, element) },
  ]),
  'move an element before a sibling': edited((sheet, element) => {
    const target = sibling(sheet, element);
    if (!target) return [];
    const { start, end } = element;
    return [
      { from: start, to: end, text: '' },
      { from: target.start, to: target.start, text: raw(sheet, element) },
    ];
  }),
  'copy an element elsewhere': edited((sheet, element) => {
    const target = pick(sheet.random, sheet.elements);
    return target ? [{ from: target.start, to: target.start, text: raw(sheet, element) }] : [];
  }),
  'empty an element': edited((sheet, element) => {
    const range = content(sheet, element);
    return range ? [{ ...range, text: '' }] : [];
  }),
  'rename an element': edited((sheet, element) => {
    const other = pick(sheet.random, sheet.elements);
    if (!other || other.prefix !== element.prefix) return [];
    const name = element.prefix === '' ? element.localName : `${element.prefix}:${element.localName}`;
    const text = raw(sheet, element).replaceAll(name, name.replace(element.localName, other.localName));
    return [{ from: element.start, to: element.end, text }];
  }),
  'blank a text': rewriteAny(anyLeaf, () => '  '),
  'pad a text': rewriteAny(anyLeaf, (text) => `\n  ${text}\t `),
  'change the case': rewriteAny(anyLeaf, (text, { random }) =>
    random() < 0.5 ? text.toLowerCase() : text.toUpperCase(),
  ),
  'shorten a text': rewriteAny(anyLeaf, (text) => (text.endsWith(';') ? text : text.slice(0, -1))),
  'lengthen a text': rewriteAny(anyLeaf, (text) => `${text}${text.slice(-1) === ';' ? 'x' : text.slice(-1)}`),
  'change a digit': rewriteAny(anyLeaf, (text, { random }) =>
    text.replace(/\d/, () => String(Math.floor(random() * 10))),
  ),
  'change an amount': rewriteAny(isNumber, (text) => String(Number(text) + 1)),
  'negate a number': rewriteAny(isNumber, (text) => (text.startsWith('-') ? text.slice(1) : `-${text}`)),
  'add decimals': rewriteAny(isNumber, (text) => `${text}${text.includes('.') ? '' : '.'}005`),
  'write a strange number': rewriteAny(
    isNumber,
    oneOf('0', '.5', '5.', '+5', '1e3', 'NaN', 'INF', '1,000', '0.00', '12 3', '99999999999999999999.99'),
  ),
  'change a code': rewriteAny(
    isCode,
    oneOf('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', 'VAT', 'ZZ', 'EUR'),
  ),
  'change a country': rewriteAny(
    ({ localName }) => localName === 'IdentificationCode',
    oneOf('DE', 'DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE', 'BE', 'XX'),
  ),
  'borrow a code': rewriteAny(isCode, borrowedText),
  'change a date': rewriteAny(
    isDate,
    oneOf('2015-01-01', '2030-12-31', '2026-02-30', '20260101', '2026-1-1'),
  ),
  'turn an indicator': rewriteAny(ending('Indicator'), (text, { random }) =>
    random() < 0.2 ? 'maybe' : text === 'true' ? 'false' : 'true',
  ),
  'swap two texts': swapTexts,
  'drop an attribute': retag((attributes) => attributes.replace(/\s+[\w:]+\s*=\s*("[^"]*"|'[^']*')/, '')),
  'change an attribute': retag((attributes, { random }) =>
    attributes.replace(
      /"[^"]*"/,
      () => `"${pick(random, ['0088', '0192', '9930', '0007', 'EUR', 'SEK', 'XXX', 'C62', 'GLN', ''])}"`,
    ),
  ),
  'add an attribute': edited((sheet, { start, attributes }) => {
    const name =
      pick(sheet.random, ['schemeID', 'currencyID', 'unitCode', 'listID', 'name', 'mimeCode']) ?? '';
    if (attributes.some((one) => one.localName === name)) return [];
    const tag = /^<[^\s/>]+/.exec(sheet.source.toString('utf8', start, start + 200))?.[0] ?? '';
    return [
      { from: start + Buffer.byteLength(tag), to: start + Buffer.byteLength(tag), text: ` ${name}="0088"` },
    ];
  }),
};

const KINDS = Object.keys(EDITS);

/** A changed document, in UTF-8, and what was done to it: up to three edits, one after the other. */
export function mutate(source: Uint8Array, random: Random): { kinds: string[]; xml: Buffer } {
  const kinds: string[] = [];
  let sheet = sheetOf(source, random);
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const kind = pick(random, KINDS) ?? '';
    const edits = EDITS[kind]?.(sheet) ?? [];
    const changed = edits.length > 0 && reread(apply(sheet.source, edits), random);
    if (!changed) continue;
    kinds.push(kind);
    sheet = changed;
  }
  return { kinds, xml: sheet.source };
}

/** An edit may have hit another one's place: what is no longer well-formed is not kept. */
function reread(source: Buffer, random: Random): Sheet | undefined {
  try {
    return sheetOf(source, random);
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

function sheetOf(bytes: Uint8Array, random: Random): Sheet {
  const root = parseXml(bytes);
  const elements = descendants(root);
  const leaves = elements.filter((one) => childElements(one).length === 0);
  const source = Buffer.from(root.source);
  if (Buffer.compare(source, bytes) === 0) return { source, elements, leaves, random };
  return sheetOf(Buffer.from(source.toString().replace(/^\s*<\?xml.*?\?>/s, '')), random);
}

function descendants(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const open = childElements(root);
  for (let element = open.pop(); element; element = open.pop()) {
    found.push(element);
    open.push(...childElements(element));
  }
  return found;
}

/** Edits that overlap are not made both. */
function apply(source: Buffer, edits: Edit[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of edits.sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(source.subarray(at, from), Buffer.from(text));
    at = to;
  }
  return Buffer.concat([...parts, source.subarray(at)]);
}
