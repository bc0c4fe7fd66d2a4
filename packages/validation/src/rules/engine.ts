import { excerpt } from '../excerpt.ts';
import type { Hits } from '../hit.ts';
import { NONE, type Node } from '../tape/tape.ts';
import type { Vocabulary } from '../tape/vocabulary.ts';
import { type DocumentView, NotEvaluable } from '../view.ts';
import { detailsOf } from './mismatch.ts';
import { type PathPattern, readPattern } from './path-pattern.ts';
import type { Absence, Block, Family, Rule } from './rule.ts';

interface Watch {
  absence: Absence;
  pattern: PathPattern;
  /** What the last step of the pattern is called. */
  localName: string;
  /** Attribute that must not be there; where there is none, the element itself must not. */
  attribute: string | undefined;
  /** Steps from the offender up to its context; undefined when that is the root element. */
  up: number | undefined;
}

/** A block and where it looks. */
interface PlacedBlock {
  block: Block;
  places: readonly PathPattern[];
}

/** What families say about the elements of one path. */
interface Dispatch {
  /** Of each pattern the blocks that may take them, in order. */
  candidates: Block[][];
  watches: Watch[];
}

/** The elements of one path, of which `next` and those behind it are still to be looked at. */
interface Visit {
  candidates: readonly Block[][];
  next: Node;
}

/**
 * So many elements are looked at together, path by path: that asks the same rules in a row, and yet does not
 * lead through all of a large document for each path.
 */
const WINDOW = 1024;

/** Families made ready: which rules look at a path is found out once for a path, not once for a document. */
export class RuleEngine {
  /** Patterns by the local name of the elements that they may look at: few of them look at any one name. */
  readonly #named: ReadonlyMap<string, PlacedBlock[][]>;
  /** For elements that no place names. */
  readonly #unnamed: PlacedBlock[][];
  readonly #watches: ReadonlyMap<string, Watch[]>;
  readonly #dispatches = new WeakMap<Vocabulary, (Dispatch | undefined)[]>();

  constructor(families: readonly Family[]) {
    const patterns = families
      .flatMap((family) => family.patterns ?? [])
      .map((pattern) => pattern.map((block) => ({ block, places: block.at.map(readPattern) })));
    const names = new Set(
      patterns.flat().flatMap(({ places }) => places.flatMap(({ localName }) => localName ?? [])),
    );
    this.#named = new Map([...names].map((name) => [name, patternsFor(patterns, name)]));
    this.#unnamed = patternsFor(patterns, undefined);
    const watches = families.flatMap((family) => family.absences ?? []).flatMap(watchesOf);
    this.#watches = Map.groupBy(watches, (watch) => watch.localName);
  }

  /** Every rule at every place it looks at, until there are too many hits: one for each time that a rule is broken. */
  run(doc: DocumentView, hits: Hits): void {
    const seen = new Map<Absence, Set<Node>>();
    const { tape } = doc;
    const known = this.#dispatches.get(tape.vocabulary) ?? [];
    this.#dispatches.set(tape.vocabulary, known);
    const visits: Visit[] = [];
    for (const path of tape.paths) {
      const dispatch = known[path] ?? this.#dispatchOf(tape.vocabulary, path);
      known[path] = dispatch;
      const { candidates, watches } = dispatch;
      if (candidates.length > 0) visits.push({ candidates, next: tape.firstOn(path) });
      for (const watch of watches) reportPresence(watch, doc, path, seen, hits);
    }
    for (let end = WINDOW; end < tape.count + WINDOW && !hits.isFull; end += WINDOW)
      for (const visit of visits) runBefore(end, visit, doc, hits);
  }

  #dispatchOf(vocabulary: Vocabulary, path: number): Dispatch {
    const localName = vocabulary.localName(vocabulary.nameOf(path));
    const candidates: Block[][] = [];
    for (const pattern of this.#named.get(localName) ?? this.#unnamed) {
      const blocks = pattern.filter(({ places }) => places.some((place) => place.matches(vocabulary, path)));
      if (blocks.length > 0) candidates.push(blocks.map(({ block }) => block));
    }
    const named = this.#watches.get(localName) ?? [];
    const watches = named.filter(({ pattern }) => pattern.matches(vocabulary, path));
    return { candidates, watches };
  }
}

/** What is left of patterns for elements of one local name. */
function patternsFor(patterns: readonly PlacedBlock[][], name: string | undefined): PlacedBlock[][] {
  const suits = ({ localName }: PathPattern): boolean => localName === undefined || localName === name;
  const suiting = patterns.map((pattern) =>
    pattern
      .map(({ block, places }) => ({ block, places: places.filter(suits) }))
      .filter(({ places }) => places.length > 0),
  );
  return suiting.filter((pattern) => pattern.length > 0);
}

function runBefore(end: Node, visit: Visit, doc: DocumentView, hits: Hits): void {
  const { candidates } = visit;
  let node = visit.next;
  for (; node !== NONE && node < end; node = doc.tape.nextOn(node))
    for (const blocks of candidates) runFirst(blocks, doc, node, hits);
  visit.next = node;
}

function runFirst(blocks: readonly Block[], doc: DocumentView, node: Node, hits: Hits): void {
  for (const block of blocks) {
    if (!takes(block, doc, node)) continue;
    for (const rule of block.rules) runRule(rule, doc, node, hits);
    return;
  }
}

/** An element for which the condition cannot be evaluated is left to the next block. */
function takes({ where }: Block, doc: DocumentView, node: Node): boolean {
  if (!where) return true;
  try {
    return where(doc, node);
  } catch (error) {
    if (!(error instanceof NotEvaluable)) throw error;
    return false;
  }
}

function runRule(rule: Rule, doc: DocumentView, node: Node, hits: Hits): void {
  const { id: code, severity, message } = rule;
  try {
    const answer = rule.holds(doc, node);
    if (answer === true) return;
    hits.add(code, { code, severity, node }, () =>
      answer === false ? { message } : detailsOf(message, answer()),
    );
  } catch (error) {
    if (!(error instanceof NotEvaluable)) throw error;
    hits.add(code, { code, severity: 'ERROR', node }, () => ({
      message: `${message} This could not be checked: ${excerpt(error.message)}.`,
    }));
  }
}

function watchesOf(absence: Absence): Watch[] {
  return absence.context.flatMap((context) => absence.paths.map((path) => watchOf(absence, context, path)));
}

function watchOf(absence: Absence, context: string, path: string): Watch {
  const [elements = '', attribute] = path.split('/@');
  const isLoose = path.startsWith('//');
  const steps = elements.split('/');
  return {
    absence,
    pattern: readPattern(isLoose ? context + elements : `${context}/${elements}`),
    localName: steps.at(-1)?.replace(/^.*:/, '') ?? '',
    attribute,
    up: isLoose ? undefined : steps.length,
  };
}

function reportPresence(
  { absence, attribute, up }: Watch,
  doc: DocumentView,
  path: number,
  seen: Map<Absence, Set<Node>>,
  hits: Hits,
): void {
  const { tape } = doc;
  const contexts = seen.get(absence) ?? new Set();
  seen.set(absence, contexts);
  const { id: code, severity, message } = absence;
  for (let node = tape.firstOn(path); node !== NONE; node = tape.nextOn(node)) {
    if (attribute !== undefined && doc.attribute(node, attribute) === undefined) continue;
    let context = up === undefined ? doc.root : node;
    for (let step = 0; step < (up ?? 0); step++) context = tape.parent(context);
    if (contexts.has(context)) continue;
    contexts.add(context);
    hits.add(code, { code, severity, node }, () => ({ message }));
  }
}
