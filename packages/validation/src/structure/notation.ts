import { nameId } from '../tape/vocabulary.ts';
import { ublName } from '../ubl.ts';
import { type DataType, dataTypeOf } from './data-types.ts';

/**
 * The notation of the tables beside this file. A line says what an aggregate holds, in order:
 *
 *     Price = PriceAmount BaseQuantity? PriceChangeReason* / ValidityPeriod:Period* AllowanceCharge*
 *
 * Before the slash basic elements (cbc), behind it aggregates (cac), with the aggregate's type after a colon where it
 * has another name. `?` at most one, `*` any number, `+` at least one, nothing: exactly one.
 */
export interface Aggregate {
  name: string;
  /** In order. */
  steps: readonly Step[];
  byName: ReadonlyMap<number, number>;
}

export interface Step {
  name: number;
  /** As a finding writes it, `cbc:ID`. */
  label: string;
  required: boolean;
  repeats: boolean;
  /** What it holds; `any` is not looked into. */
  content: Aggregate | Leaf | 'any';
}

export interface Leaf {
  type: DataType;
  /** Name numbers of the attributes it may have. */
  attributes: ReadonlySet<number>;
  required: number | undefined;
}

export interface Grammar {
  /** Root elements by name number. */
  documents: ReadonlyMap<number, Aggregate>;
}

const EXTENSIONS = `
UBLExtensions = / UBLExtension+
UBLExtension = ID? Name? / ExtensionAgencyID? ExtensionAgencyName? ExtensionVersionID? ExtensionAgencyURI?
  ExtensionURI? ExtensionReasonCode? ExtensionReason? ExtensionContent
`;

/** Reads tables into a grammar; `documents` are the aggregates that may be a root element. */
export function readNotation(tables: readonly string[], documents: readonly string[]): Grammar {
  const lines = [...tables, EXTENSIONS].flatMap((table) => table.trim().split(/\n(?! )/));
  const found = new Map<string, { aggregate: Aggregate; steps: Step[]; body: string }>();
  for (const line of lines) {
    const [name = '', body = ''] = line.split(' = ');
    const steps: Step[] = [];
    found.set(name, { aggregate: { name, steps, byName: new Map() }, steps, body });
  }
  const typeOf = (name: string): Aggregate => {
    const entry = found.get(name);
    if (!entry) throw new Error(`The tables do not say what ${name} holds`);
    return entry.aggregate;
  };
  for (const [name, { aggregate, steps, body }] of found) {
    const prefix = name.startsWith('UBLExtension') ? 'ext' : 'cac';
    if (documents.includes(name)) steps.push(readStep('UBLExtensions?', 'ext', typeOf));
    const [basics = '', aggregates = ''] = body.split('/');
    for (const word of wordsOf(basics)) steps.push(readStep(word, 'cbc', typeOf));
    for (const word of wordsOf(aggregates)) steps.push(readStep(word, prefix, typeOf));
    aggregate.byName = new Map(steps.map((step, index) => [step.name, index]));
  }
  return { documents: new Map(documents.map((name) => [ublName(name), typeOf(name)])) };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function readStep(word: string, prefix: string, typeOf: (name: string) => Aggregate): Step {
  const [, localName = '', type = '', occurrence = ''] = /^(\w+)(?::(\w+))?([?*+]?)$/.exec(word) ?? [];
  const label = `${prefix}:${localName}`;
  return {
    name: ublName(label),
    label,
    required: occurrence === '' || occurrence === '+',
    repeats: occurrence === '*' || occurrence === '+',
    content: contentOf(prefix, localName, type, typeOf),
  };
}

function contentOf(prefix: string, localName: string, type: string, typeOf: (name: string) => Aggregate) {
  if (localName === 'ExtensionContent') return 'any';
  const isAggregate = prefix === 'cac' || localName.startsWith('UBLExtension');
  return isAggregate ? typeOf(type || localName) : leaf(localName);
}

const leaves = new Map<DataType, Leaf>();

function leaf(localName: string): Leaf {
  const type = dataTypeOf(localName);
  const made = leaves.get(type) ?? {
    type,
    attributes: new Set(type.attributes.map((name) => nameId('', name))),
    required: type.required === undefined ? undefined : nameId('', type.required),
  };
  leaves.set(type, made);
  return made;
}
