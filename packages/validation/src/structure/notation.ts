import { nameId } from '../tape/vocabulary.ts';
import { ublName } from '../ubl.ts';
import { TYPES } from './data-types.ts';
import type { Aggregate, Content, Grammar, Leaf, Step } from './grammar.ts';
import { valueKind } from './value-kind.ts';

/**
 * The tables beside this file, `ubl-*.gen.ts`. A line says what an aggregate holds, in order:
 *
 *     Price = PriceAmount BaseQuantity? PriceChangeReason* / ValidityPeriod:Period* AllowanceCharge*
 *
 * Before the slash basic elements (cbc), behind it aggregates (cac), with the aggregate's type after a colon where it
 * has another name. `?` at most one, `*` any number, `+` at least one, nothing: exactly one.
 *
 * A line with `~` says what a later version changes:
 *
 *     CardAccount ~ NetworkID? HolderName> RoleCode? / Contact?
 *
 * A name that is there already gets another number; a new one is put behind the name before it, or first if there is
 * none; `HolderName>` only leads to a place.
 */
export interface Notation {
  tables: readonly string[];
  /** Aggregates that may be a root element. */
  documents: readonly string[];
  /** Where extensions may stand, as the first element: in the root element only, or in every aggregate. */
  extensions: 'documents' | 'everywhere';
}

interface Word {
  localName: string;
  /** Aggregate that tells what it holds. */
  type: string;
  occurrence: string;
}

interface Definition {
  basics: readonly Word[];
  aggregates: readonly Word[];
}

/** Reads tables into a grammar for each document, by its name. */
export function readNotation(notation: Notation): ReadonlyMap<string, Grammar> {
  const reader = new Reader(notation);
  return new Map(notation.documents.map((name) => [name, reader.grammar(name)]));
}

class Reader {
  readonly #notation: Notation;
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #aggregates = new Map<string, Aggregate>();

  constructor(notation: Notation) {
    this.#notation = notation;
    this.#definitions = readTables(notation.tables);
  }

  grammar(document: string): Grammar {
    const contents: (Content | undefined)[] = [];
    const root = ublName(document);
    this.#reach(document, root, contents);
    return { root, rootLabel: document, contents: Array.from(contents) };
  }

  /** Enters what `name` holds, and everything below it. */
  #reach(type: string, name: number, contents: (Content | undefined)[]): void {
    const known = contents[name];
    contents[name] = this.#aggregate(type);
    if (known && known !== contents[name]) throw new Error(`The tables say two things of what ${type} is`);
    if (known) return;
    const { basics, aggregates } = this.#definition(type);
    const prefix = prefixBelow(type);
    if (this.#hasExtensions(type)) this.#reach('UBLExtensions', ublName('ext:UBLExtensions'), contents);
    for (const { localName } of basics) contents[ublName(`cbc:${localName}`)] = leaf(localName);
    for (const { localName, type: held } of aggregates) {
      const child = ublName(`${prefix}:${localName}`);
      if (this.#definitions.has(held)) this.#reach(held, child, contents);
      else contents[child] = localName === 'ExtensionContent' ? { kind: 'any' } : leaf(localName);
    }
  }

  #definition(name: string): Definition {
    const found = this.#definitions.get(name);
    if (!found) throw new Error(`The tables do not say what ${name} holds`);
    return found;
  }

  #hasExtensions(name: string): boolean {
    if (name.startsWith('UBLExtension')) return false;
    return this.#notation.extensions === 'everywhere' || this.#notation.documents.includes(name);
  }

  #aggregate(name: string): Aggregate {
    const known = this.#aggregates.get(name);
    if (known) return known;
    const { basics, aggregates } = this.#definition(name);
    const prefix = prefixBelow(name);
    const steps = [
      ...(this.#hasExtensions(name) ? [stepOf('ext:UBLExtensions', '?')] : []),
      ...basics.map(({ localName, occurrence }) => stepOf(`cbc:${localName}`, occurrence)),
      ...aggregates.map(({ localName, occurrence }) => stepOf(`${prefix}:${localName}`, occurrence)),
    ];
    const made: Aggregate = { kind: 'aggregate', name, steps };
    this.#aggregates.set(name, made);
    return made;
  }
}

const prefixBelow = (aggregate: string): string => (aggregate.startsWith('UBLExtension') ? 'ext' : 'cac');

const stepOf = (label: string, occurrence: string): Step => ({
  name: ublName(label),
  label,
  required: occurrence === '' || occurrence === '+',
  repeats: occurrence === '*' || occurrence === '+',
});

/** In the order of the tables: changes come behind what they change. */
function readTables(tables: readonly string[]): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const line of tables.flatMap((table) => table.trim().split(/\n(?! )/))) {
    const [, name = '', sign, basics = '', aggregates = ''] =
      /^(\w+) ([=~])([^/]*)(?:\/([^/]*))?$/.exec(line) ?? [];
    const read: Definition = { basics: wordsOf(basics), aggregates: wordsOf(aggregates) };
    const old = definitions.get(name);
    if (name === '' || (sign === '~') !== (old !== undefined)) throw new Error(`Not in order: ${line}`);
    definitions.set(name, old ? changed(old, read) : read);
  }
  return definitions;
}

function wordsOf(text: string): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => {
    const [, localName, type, occurrence = ''] = /^(\w+)(?::(\w+))?([?*+>]?)$/.exec(word) ?? [];
    if (localName === undefined) throw new Error(`"${word}" is not in order`);
    return { localName, type: type ?? localName, occurrence };
  });
}

const changed = (old: Definition, change: Definition): Definition => ({
  basics: changedWords(old.basics, change.basics),
  aggregates: changedWords(old.aggregates, change.aggregates),
});

function changedWords(old: readonly Word[], changes: readonly Word[]): Word[] {
  const words = [...old];
  let at = 0;
  for (const change of changes) {
    const place = words.findIndex(({ localName }) => localName === change.localName);
    if (place < 0 && change.occurrence === '>') throw new Error(`There is no ${change.localName} to follow`);
    if (place < 0) words.splice(at++, 0, change);
    else {
      if (change.occurrence !== '>') words[place] = change;
      at = place + 1;
    }
  }
  return words;
}

const leaves = new Map<string, Leaf>();

function leaf(localName: string): Leaf {
  const kind = valueKind(localName);
  const known = leaves.get(kind);
  if (known) return known;
  const type = TYPES.get(kind);
  if (!type) throw new Error(`The tables do not say what ${localName} holds`);
  const made: Leaf = {
    kind: 'leaf',
    type,
    attributes: new Set(type.attributes.map((name) => nameId('', name))),
    required: type.required === undefined ? undefined : nameId('', type.required),
  };
  leaves.set(kind, made);
  return made;
}
