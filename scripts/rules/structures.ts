import type { Aggregate, Grammar } from '../../packages/validation/src/structure/grammar.ts';
import { type Notation, readNotation } from '../../packages/validation/src/structure/notation.ts';
import { valueKind } from '../../packages/validation/src/structure/value-kind.ts';
import { expandName } from '../../packages/validation/src/ubl.ts';
import { type Generated, generated, wrapped } from './generated.ts';
import { type Name, type Particle, Schemas, type SimpleType } from './read-xsd.ts';

/** By version of UBL: the documents of the Peppol BIS. A further one is its name here. */
const DOCUMENTS = {
  '2.1': [
    'Invoice',
    'CreditNote',
    'Order',
    'OrderResponse',
    'DespatchAdvice',
    'ApplicationResponse',
    'Catalogue',
  ],
  '2.3': ['OrderResponse', 'OrderChange', 'OrderCancellation'],
};

type Version = keyof typeof DOCUMENTS;

const nameOf = (name: string): Name => {
  const { uri, localName } = expandName(name);
  return `{${uri}}${localName}`;
};
const namespaceOf = (name: Name): string => name.slice(0, name.indexOf('}') + 1);
const localName = (name: Name): string => name.slice(name.indexOf('}') + 1);

const CBC = namespaceOf(nameOf('cbc:ID'));
const EXTENSIONS = nameOf('ext:UBLExtensions');
/** Only extensions themselves have none. */
const mayBeExtended = (title: string): boolean => !title.startsWith('UBLExtension');

/** `PartyType` holds what the notation calls `Party`. */
const titleOf = (type: Name): string => localName(type).replace(/Type$/, '');

interface Word {
  localName: string;
  type: string;
  occurrence: string;
}

/** What an aggregate holds: basic elements, then aggregates. */
interface Definition {
  basics: Word[];
  aggregates: Word[];
  hasExtensions: boolean;
}

/** All that documents reach, by name, in the order of the documents and then of the names; and their simple types. */
class Structure {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly simpleTypes = new Map<string, SimpleType>();
  readonly #schemas: Schemas;
  readonly #found = new Map<string, Definition>();

  constructor(version: Version) {
    this.#schemas = new Schemas(version);
    const documents = DOCUMENTS[version];
    for (const document of documents) this.#reach(this.#schemas.typeOf(nameOf(document)));
    const others = [...this.#found.keys()].filter((name) => !documents.includes(name)).sort();
    this.definitions = new Map(
      [...documents, ...others].map((name) => [name, this.#found.get(name) ?? notASequence(name)]),
    );
  }

  #reach(type: Name): void {
    const title = titleOf(type);
    if (this.#found.has(title)) return;
    const particles = this.#schemas.particlesOf(type) ?? notASequence(title);
    const [first] = particles;
    const hasExtensions = first?.name === EXTENSIONS && first.occurrence === '?';
    const own = hasExtensions ? particles.slice(1) : particles;
    const basics = own.filter(({ name }) => namespaceOf(name) === CBC);
    const aggregates = own.slice(basics.length);
    if (own.slice(0, basics.length).some((particle, index) => particle !== basics[index]))
      throw new Error(`${title} has basic elements behind aggregates: the notation has no place for that`);
    this.#found.set(title, {
      basics: basics.map((one) => this.#word(one)),
      aggregates: aggregates.map((one) => this.#word(one)),
      hasExtensions,
    });
    if (hasExtensions) this.#reach(this.#schemas.typeOf(EXTENSIONS));
    for (const { name } of own) this.#below(name);
  }

  #word({ name, occurrence }: Particle): Word {
    const type = this.#schemas.typeOf(name);
    const isAggregate = this.#schemas.particlesOf(type) !== undefined;
    return { localName: localName(name), type: isAggregate ? titleOf(type) : localName(name), occurrence };
  }

  #below(name: Name): void {
    const type = this.#schemas.typeOf(name);
    const simple = this.#schemas.simpleTypeOf(type);
    if (simple) this.simpleTypes.set(localName(name), simple);
    else if (this.#schemas.particlesOf(type)) this.#reach(type);
  }
}

function notASequence(name: string): never {
  throw new Error(`${name} holds no sequence of elements`);
}

const wordText = ({ localName, type, occurrence }: Word): string =>
  `${localName}${type === localName ? '' : `:${type}`}${occurrence}`;

function line(
  name: string,
  sign: '=' | '~',
  basics: readonly string[],
  aggregates: readonly string[],
): string {
  return wrapped(
    [`${name} ${sign}`, ...basics, ...(aggregates.length > 0 ? ['/', ...aggregates] : [])],
    ' ',
    '  ',
  );
}

const definitionLine = (name: string, { basics, aggregates }: Definition): string =>
  line(name, '=', basics.map(wordText), aggregates.map(wordText));

/** New and other words, each new one behind the word before it. @throws Error for what can only be said anew */
function changes(title: string, before: readonly Word[], now: readonly Word[]): string[] {
  const old = new Map(before.map((word) => [word.localName, wordText(word)]));
  const words: string[] = [];
  let place: string | undefined;
  let last: string | undefined;
  for (const word of now) {
    const text = wordText(word);
    if (old.get(word.localName) !== text) {
      if (!old.has(word.localName) && last !== place) words.push(`${last}>`);
      words.push(text);
      place = word.localName;
    }
    last = word.localName;
  }
  const kept = now.map(({ localName }) => localName).filter((name) => old.has(name));
  if (kept.join() !== [...old.keys()].join())
    throw new Error(`${title} lost elements, or changed their order`);
  return words;
}

function changeLine(name: string, before: Definition, now: Definition): string[] {
  const basics = changes(name, before.basics, now.basics);
  const aggregates = changes(name, before.aggregates, now.aggregates);
  return basics.length + aggregates.length === 0 ? [] : [line(name, '~', basics, aggregates)];
}

/** Where extensions may stand. @throws Error for a place between both */
function extensionsIn({ definitions }: Structure, documents: readonly string[]): Notation['extensions'] {
  const extended = [...definitions].filter(([, { hasExtensions }]) => hasExtensions).map(([name]) => name);
  if (extended.join() === documents.join()) return 'documents';
  if (extended.join() === [...definitions.keys()].filter(mayBeExtended).join()) return 'everywhere';
  throw new Error('Extensions stand neither in documents nor everywhere');
}

const literal = (table: string): string => `\`\n${table}\n\``;

/** Source of a notation, after it was read back: its tables must say what the schemas say. */
function notation(
  version: Version,
  structure: Structure,
  before: readonly string[],
  own: readonly string[],
): string {
  const documents = DOCUMENTS[version];
  const extensions = extensionsIn(structure, documents);
  for (const grammar of readNotation({ documents, extensions, tables: [...before, ...own] }).values())
    for (const content of grammar.contents)
      if (content?.kind === 'aggregate') compare(content, grammar, structure);
  const tables = [...before.map(() => '...UBL_2_1.tables'), ...own.map(literal)];
  return [
    `export const UBL_${version.replace('.', '_')}: Notation = {`,
    `  documents: [${documents.map((name) => `'${name}'`).join(', ')}],`,
    `  extensions: '${extensions}',`,
    `  tables: [${tables.join(', ')}],`,
    '};',
  ].join('\n');
}

function compare({ name, steps }: Aggregate, { contents }: Grammar, { definitions }: Structure): void {
  const read = steps.map(({ label, name: step, required, repeats }) => {
    const content = contents[step];
    const localName = label.slice(label.indexOf(':') + 1);
    const type = content?.kind === 'aggregate' ? content.name : localName;
    return wordText({ localName, type, occurrence: required ? (repeats ? '+' : '') : repeats ? '*' : '?' });
  });
  const { basics, aggregates, hasExtensions } = definitions.get(name) ?? notASequence(name);
  const official = [
    ...(hasExtensions ? ['UBLExtensions?'] : []),
    ...[...basics, ...aggregates].map(wordText),
  ];
  if (read.join() !== official.join()) throw new Error(`The tables say of ${name}: ${read.join(' ')}`);
}

const IMPORT = "import type { Notation } from './notation.ts';";

/** What the schemas of UBL say, in the notation of packages/validation/src/structure/notation.ts. */
export function structureFiles(): Generated[] {
  const [older, newer] = [new Structure('2.1'), new Structure('2.3')];
  const all = [...older.definitions].map(([name, definition]) => definitionLine(name, definition)).join('\n');
  const [added, changed]: [string[], string[]] = [[], []];
  for (const [name, definition] of newer.definitions) {
    const old = older.definitions.get(name);
    if (old) changed.push(...changeLine(name, old, definition));
    else added.push(definitionLine(name, definition));
  }
  const about = {
    older: '/** The documents of the Peppol BIS, and all that may stand in them. [UBL 2.1] */',
    newer: '/** What UBL 2.3 adds to 2.1, and what it changes in it. [UBL 2.3] */',
  };
  const source = {
    older: notation('2.1', older, [], [all]),
    newer: notation('2.3', newer, [all], [added.join('\n'), changed.join('\n')]),
  };
  const head = `${IMPORT}\nimport { UBL_2_1 } from './ubl-2.1.gen.ts';`;
  return [
    generated(
      'structure/ubl-2.1.gen.ts',
      'schemas of UBL 2.1',
      `${IMPORT}\n\n${about.older}\n${source.older}`,
    ),
    generated(
      'structure/ubl-2.3.gen.ts',
      'schemas of UBL 2.3 and 2.1',
      `${head}\n\n${about.newer}\n${source.newer}`,
    ),
    dataTypes([older, newer]),
  ];
}

/** A row for each kind of value; all names of a kind must have the same type. */
function dataTypes(structures: readonly Structure[]): Generated {
  const rows = new Map<string, string>();
  for (const [name, { primitive, attributes }] of structures.flatMap((one) => [...one.simpleTypes])) {
    const kind = valueKind(name);
    const names = [...attributes].map(([attribute, isRequired]) => `${attribute}${isRequired ? '!' : ''}`);
    const row = wrapped([kind, primitive, ...names], ' ', '  ');
    if ((rows.get(kind) ?? row) !== row) throw new Error(`${name} has another type than others on ${kind}`);
    rows.set(kind, row);
  }
  const about =
    '/** By kind of value, which `value-kind.ts` tells: its type of XML Schema and its attributes; `!` is mandatory. */';
  const body = `${about}\nexport const DATA_TYPES = ${literal([...rows.values()].sort().join('\n'))};`;
  return generated('structure/data-types.gen.ts', 'schemas of UBL 2.1 and 2.3', body);
}
