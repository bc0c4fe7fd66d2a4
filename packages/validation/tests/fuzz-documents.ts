import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, randomFrom } from '../../../scripts/seeded-random.ts';
import { mutate } from './mutate.ts';

/** A hostile or broken document, and how it was made. */
export interface FuzzDocument {
  kind: string;
  bytes: Buffer;
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
/** Mostly small, at times up to the limit. */
const amount = (random: Random, limit: number): number => Math.floor(limit ** random());

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

const FIXTURES = join(import.meta.dirname, 'fixtures');
/** The good documents that all others are made from. */
const GOOD: readonly Buffer[] = readdirSync(FIXTURES)
  .sort()
  .map((name) => readFileSync(join(FIXTURES, name)));
/** A document of more than this is not made from one. */
const LARGEST = 1_500_000;

const SYNTAX =
  `< > </ /> <? ?> <!-- --> -- <![CDATA[ ]]> ]] & ; = " ' : <!DOCTYPE <!ENTITY <!ELEMENT xmlns xmlns= xmlns:cbc="" xmlns:xml="u"
xml:lang="en" xsi:type="x" &amp; &lt; &#0; &#x10FFFF; &#xD800; &#1114112; &#x; &nbsp; &a; %a; <a> <a/> </a> <cbc:ID> </cbc:ID> <cac:Party/>
<?xml version="1.0"?> <?xml-stylesheet href="x"?> cbc: cac: x:y:z 1a -a .a`.split(/\s+/);
const CHARACTERS = [
  '\0',
  '\u0001',
  '\r',
  '\t',
  '\n',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\uffff',
  'é',
  '€',
  '😀',
  '\u200f',
];
const BYTES = [0x00, 0x3c, 0x3e, 0x26, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xef, 0xf4, 0xf8, 0xfe, 0xff];

function spliceAt(bytes: Buffer, from: number, to: number, middle: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);
}

/** Several small changes at any places. */
function changed(random: Random, bytes: Buffer): Buffer {
  let current = bytes;
  for (let count = 1 + amount(random, 12); count > 0; count--) {
    const at = below(random, current.length);
    const change = below(random, 7);
    if (change === 0) current = spliceAt(current, at, at + 1, Buffer.from([pick(random, BYTES)]));
    else if (change === 1) current = spliceAt(current, at, at + 1, Buffer.from([below(random, 256)]));
    else if (change === 2) current = spliceAt(current, at, at, Buffer.from(pick(random, SYNTAX)));
    else if (change === 3) current = spliceAt(current, at, at, Buffer.from(pick(random, CHARACTERS)));
    else if (change === 4) current = spliceAt(current, at, at + amount(random, 400), Buffer.alloc(0));
    else {
      const part = current.subarray(at, at + amount(random, 2000));
      const other = below(random, current.length);
      current = spliceAt(current, other, change === 5 ? other : other + part.length, Buffer.from(part));
    }
  }
  return current;
}

const truncated = (random: Random, bytes: Buffer): Buffer =>
  random() < 0.5
    ? bytes.subarray(0, below(random, bytes.length))
    : bytes.subarray(below(random, bytes.length));

/** Offsets of start tags. */
function tags(bytes: Buffer): number[] {
  return [...bytes.toString('latin1').matchAll(/<[A-Za-z]/g)].map(({ index }) => index);
}

/** The beginning of one document and the end of another, cut at tags, or anywhere. */
function spliced(random: Random, bytes: Buffer): Buffer {
  const other = pick(random, GOOD);
  const cut = (one: Buffer): number => (random() < 0.7 ? pick(random, tags(one)) : below(random, one.length));
  return Buffer.concat([bytes.subarray(0, cut(bytes)), other.subarray(cut(other))]);
}

/** An element of the document, by its first child tag and the end tag of the same name. */
function anyElement(random: Random, text: string): { from: number; to: number } | undefined {
  const starts = [...text.matchAll(/<((?:cac|cbc):\w+)[^>]*>/g)];
  if (starts.length === 0) return undefined;
  const { index, 1: name = '' } = pick(random, starts);
  const close = `</${name}>`;
  const end = text.indexOf(close, index);
  return end < 0 ? undefined : { from: index, to: end + close.length };
}

/** One element again and again. */
function wide(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString();
  const element = anyElement(random, text);
  if (!element) return bytes;
  const one = text.slice(element.from, element.to);
  const times = Math.min(amount(random, 20_000), Math.floor(LARGEST / one.length));
  return Buffer.from(text.slice(0, element.to) + one.repeat(times) + text.slice(element.to));
}

/** One element inside itself again and again, in the document or instead of it. */
function deep(random: Random, bytes: Buffer): Buffer {
  const depth = amount(random, 50_000);
  const name = pick(random, ['a', 'cac:Party', 'cac:SubInvoiceLine', 'x:y xmlns:x="u"', 'a b="c"']);
  const nested = `<${name}>`.repeat(depth) + (random() < 0.8 ? `</${name.split(' ')[0]}>`.repeat(depth) : '');
  if (random() < 0.3) return Buffer.from(nested);
  const at = pick(random, tags(bytes).slice(1));
  return spliceAt(bytes, at, at, Buffer.from(nested));
}

const numbered = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

/** Names, attributes and namespaces without end. */
function manyNames(random: Random, bytes: Buffer): Buffer {
  const count = amount(random, 30_000);
  const markup = pick(random, [
    () => numbered(count, (index) => `<n${index}/>`),
    () => `<a ${numbered(count, (index) => ` n${index}=""`)}/>`,
    () => `<a ${numbered(count, (index) => ` xmlns:n${index}="u${index}"`)}/>`,
    () => numbered(count, (index) => `<a xmlns="u${index}" b=""/>`),
    () => numbered(count, (index) => `<p:a xmlns:p="u${index % 7}" p:b=""/>`),
    () => numbered(count, (index) => `<a n${index}="${index}"/>`),
    () => `<${'n'.repeat(count)}/>`,
    () => `<a ${'n'.repeat(count)}="1"/>`,
    () => `<a b="${'x'.repeat(count)}"/>`,
    () => numbered(count, (index) => `<cbc:ID schemeID="${index}">${index}</cbc:ID>`),
  ])();
  const at = pick(random, tags(bytes).slice(1));
  return spliceAt(bytes, at, at, Buffer.from(markup));
}

/** Document types, entities and references. */
function entities(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString();
  const count = amount(random, 50_000);
  const types = [
    '<!DOCTYPE Invoice>',
    '<!DOCTYPE Invoice SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE Invoice [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>',
    '<!DOCTYPE Invoice [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>',
    '<!doctype Invoice>',
    '',
    '',
  ];
  const references = pick(random, ['&#65;', '&amp;', '&#x1F600;', '&lt;', '&a;', '&c;', '&#13;', '&#0;']);
  const at = text.indexOf('>', text.indexOf('<cbc:')) + 1;
  const head = /^<\?xml.*?\?>/.exec(text)?.[0] ?? '';
  const body = text.slice(head.length, at) + references.repeat(count) + text.slice(at);
  return Buffer.from(head + pick(random, types) + body);
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

/** Right, wrong and half encodings. */
function encoded(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString();
  const utf16 = Buffer.from(text, 'utf16le');
  const claim = pick(random, [
    'UTF-16',
    'ISO-8859-1',
    'utf-8',
    'US-ASCII',
    'UTF-32',
    'windows-1252',
    'x',
    '',
  ]);
  const claiming = text.replace('UTF-8', claim);
  const forms = [
    () => utf16,
    () => swapped(utf16),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    () => Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(utf16)]),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16.subarray(0, below(random, utf16.length))]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf16]),
    () => Buffer.from(claiming),
    () => Buffer.from(claiming, 'latin1'),
    () => Buffer.from(claiming, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), changed(random, utf16)]),
  ];
  return pick(random, forms)();
}

function noise(random: Random): Buffer {
  const length = amount(random, 20_000);
  const kind = below(random, 3);
  if (kind === 0) return Buffer.from(Array.from({ length }, () => below(random, 256)));
  if (kind === 1) return Buffer.from(Array.from({ length }, () => 32 + below(random, 95)));
  return Buffer.from(
    `<a>${Array.from({ length }, () => pick(random, SYNTAX)).join(random() < 0.5 ? '' : ' ')}`,
  );
}

const LONG: readonly ((length: number) => string)[] = [
  (length) => '9'.repeat(length),
  (length) => `0.${'3'.repeat(length)}`,
  (length) => `-${'0'.repeat(length)}1`,
  (length) => ' '.repeat(length),
  (length) => `${' \n'.repeat(length)}x`,
  (length) => `x${' '.repeat(length)}x`,
  (length) => 'A'.repeat(length),
  (length) => 'SE'.repeat(length),
  (length) => '#'.repeat(length),
  (length) => '#AAI#x'.repeat(length),
  (length) => '#SKONTO#TAGE=1#PROZENT=1.00#\n'.repeat(length),
  (length) => `DE${'0'.repeat(length)}`,
  (length) => `${'a@b.'.repeat(length)}`,
  (length) => `1e${'9'.repeat(length)}`,
  (length) => `${'9'.repeat(length)}-01-01`,
  (length) => `${'QUJD'.repeat(length)}=`,
  (length) => '😀'.repeat(length),
  (length) => '&#65;'.repeat(length),
  (length) => `<!--${'x'.repeat(length)}-->`,
  (length) => 'a<!-- -->'.repeat(length),
  (length) => '<![CDATA[x]]>'.repeat(length),
  (length) => '<?p x?>'.repeat(length),
];

/** Values that are hard to compute with, in any places. */
function longValues(random: Random, bytes: Buffer): Buffer {
  let text = bytes.toString();
  for (let count = 1 + amount(random, 6); count > 0; count--) {
    const value = pick(random, LONG)(amount(random, 20_000));
    const all = [...text.matchAll(/>[^<>\n]{1,200}<\/|="[^"<]{1,100}"/g)];
    if (all.length === 0 || text.length > LARGEST) break;
    const { index, 0: found } = pick(random, all);
    const [before, behind] = found.startsWith('>') ? ['>', '</'] : ['="', '"'];
    text = `${text.slice(0, index)}${before}${value}${behind}${text.slice(index + found.length)}`;
  }
  return Buffer.from(text);
}

/** Edits that leave the document well-formed, so that structure and rules have something to say. */
function edited(random: Random, bytes: Buffer): Buffer {
  let current = bytes;
  for (let count = amount(random, 8); count >= 0; count--) current = mutate(current, random).xml;
  return current;
}

const KINDS: Record<string, (random: Random, bytes: Buffer) => Buffer> = {
  changed,
  truncated,
  spliced,
  wide,
  deep,
  'many names': manyNames,
  entities,
  encoded,
  noise: (random) => noise(random),
  'long values': longValues,
  edited,
  'edited and changed': (random, bytes) => changed(random, edited(random, bytes)),
  'wide with long values': (random, bytes) => longValues(random, wide(random, bytes)),
};

/** A document of a stream: the same for the same seed and number. */
export function fuzzDocument(seed: number, number: number): FuzzDocument {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ number);
  const kind = pick(random, Object.keys(KINDS));
  const bytes = KINDS[kind]?.(random, pick(random, GOOD)) ?? Buffer.alloc(0);
  return { kind, bytes };
}
