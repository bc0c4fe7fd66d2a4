import { excerpt, LONGEST_MESSAGE } from '../../excerpt.ts';
import type { Details, Hits } from '../../hit.ts';
import { MOST_ERRORS } from '../../hit-log.ts';
import type { Tape } from '../../tape/tape.ts';
import type { Vocabulary } from '../../tape/vocabulary.ts';
import { type Candidate, isMatch } from './candidate.ts';
import { FIRST_ATTRIBUTE, XDocument, type XNode } from './document.ts';
import { DynamicError } from './dynamic-error.ts';
import { type AttributeCandidate, type Plan, Planner } from './plan.ts';
import type { CompiledRule, RuleModule } from './rule-module.ts';

/** Warnings are not worth more memory than this either. */
const MOST_PAIRS = 250_000;

/** Numbers of assertions and nodes, in pairs. */
class Pairs {
  readonly values: number[] = [];
  errors = 0;
  readonly #assertions: RuleModule['assertions'];

  constructor(assertions: RuleModule['assertions']) {
    this.#assertions = assertions;
  }

  push(assertion: number, node: XNode): void {
    this.values.push(assertion, node);
    if (this.#assertions[assertion]?.severity === 'ERROR') this.errors++;
  }

  get isFull(): boolean {
    return this.errors >= MOST_ERRORS || this.values.length >= 2 * MOST_PAIRS;
  }
}

interface Finding {
  assertion: number;
  node: XNode;
  error?: Error;
}

/** Rules that are ready to look at documents, one after the other. */
export class CompiledRules {
  readonly #module: RuleModule;
  readonly #document = new XDocument();
  #vocabulary: Vocabulary | undefined;
  #planner: Planner | undefined;
  #plans: (Plan | null | undefined)[] = [];
  #names = new Int32Array(0);
  #hits = new Pairs([]);
  #errors: Finding[] = [];

  constructor(module: RuleModule) {
    this.#module = module;
  }

  /** Ids of all rules. */
  get ids(): readonly string[] {
    return [...new Set(this.#module.assertions.map(({ id }) => id))];
  }

  /**
   * Looks at a document: one hit for each assertion that fires at a node, in document order, until there are too many.
   * An assertion that cannot be evaluated at a node is a hit with severity ERROR; the others go on.
   *
   * @param now what `current-date()` answers
   */
  run(tape: Tape, { now }: { now: Date }, hits: Hits): void {
    this.#begin(tape, now);
    try {
      const { path, count } = this.#document;
      for (let node = 0; node < count; node++) {
        const plan = this.#planAt(path[node] ?? 0);
        if (plan) this.#visit(plan, node);
        if (this.#hits.isFull || this.#errors.length >= MOST_ERRORS) {
          hits.stop();
          break;
        }
      }
      this.#report(hits);
    } finally {
      this.#document.release();
      this.#bind();
    }
  }

  #begin(tape: Tape, now: Date): void {
    const { vocabulary } = tape;
    if (vocabulary !== this.#vocabulary) {
      this.#vocabulary = vocabulary;
      this.#planner = new Planner(this.#module.patterns, vocabulary);
      this.#plans = [];
      this.#names = Int32Array.from(this.#module.names, ([uri, localName]) =>
        vocabulary.name(uri, localName),
      );
    }
    this.#document.read(tape, now);
    this.#hits = new Pairs(this.#module.assertions);
    this.#errors = [];
    this.#bind();
  }

  /** Gives the compiled rules the document as it is now. */
  #bind(): void {
    this.#module.begin({
      doc: this.#document,
      N: this.#names,
      hits: this.#hits,
      failed: (assertion: number, node: XNode, error: unknown) => this.#failed(assertion, node, error),
    });
  }

  #planAt(path: number): Plan | null {
    const known = this.#plans[path];
    if (known !== undefined) return known;
    const plan = this.#planner?.planFor(path) ?? null;
    this.#plans[path] = plan;
    return plan;
  }

  #visit(plan: Plan, node: XNode): void {
    for (const run of plan.always) run(node);
    for (const candidates of plan.conditional) this.#ruleFor(candidates, node)?.run?.(node);
    for (const { rule, assertion, up, candidates } of plan.unwanted) {
      let ancestor = node;
      for (let steps = up; steps > 0; steps--) ancestor = this.#document.parent[ancestor] ?? 0;
      if (this.#ruleFor(candidates, ancestor) === rule) this.#hits.push(assertion, ancestor);
    }
    if (plan.attributes.length > 0) this.#visitAttributes(plan.attributes, node);
  }

  /** The one rule of a pattern that looks at a node. */
  #ruleFor(candidates: readonly Candidate[], node: XNode): CompiledRule | undefined {
    for (const candidate of candidates) if (isMatch(candidate, node, this.#document)) return candidate.rule;
    return undefined;
  }

  #visitAttributes(patterns: readonly AttributeCandidate[][], node: XNode): void {
    const { attributes } = this.#document;
    for (let attribute = attributes[node] ?? 0; attribute < (attributes[node + 1] ?? 0); attribute++) {
      const [uri, localName] = [this.#document.namespace(attribute), this.#document.localName(attribute)];
      for (const candidates of patterns) {
        const fitting = candidates.filter(
          ({ test }) => (test.uri ?? uri) === uri && (test.localName ?? localName) === localName,
        );
        this.#ruleFor(fitting, attribute)?.run?.(attribute);
      }
    }
  }

  #failed(assertion: number, node: XNode, error: unknown): void {
    this.#document.leaveAll();
    if (!(error instanceof DynamicError) && !(error instanceof RangeError)) throw error;
    this.#errors.push({ assertion, node, error });
  }

  #report(hits: Hits): void {
    const findings = [...this.#errors];
    const { values } = this.#hits;
    for (let at = 0; at < values.length; at += 2)
      findings.push({ assertion: values[at] ?? 0, node: values[at + 1] ?? 0 });
    findings.sort((a, b) => this.#placeOf(a.node) - this.#placeOf(b.node) || a.assertion - b.assertion);
    const isRepeated = ({ assertion, node }: Finding, index: number): boolean =>
      index > 0 && findings[index - 1]?.assertion === assertion && findings[index - 1]?.node === node;
    for (const [index, finding] of findings.entries())
      if (!isRepeated(finding, index)) this.#add(hits, finding);
  }

  #placeOf(node: XNode): number {
    return node < FIRST_ATTRIBUTE ? node : this.#document.parentOf(node) + 0.5;
  }

  #add(hits: Hits, finding: Finding): void {
    const { assertion, node, error } = finding;
    const { id: code, severity } = this.#module.assertions[assertion] ?? NO_ASSERTION;
    const at = Math.max(node < FIRST_ATTRIBUTE ? node : this.#document.parentOf(node), 1) - 1;
    hits.add(code, { code, severity: error ? 'ERROR' : severity, node: at }, () => this.#details(finding));
  }

  #details({ assertion, node, error }: Finding): Details {
    if (error) return { message: cannotTell(error) };
    const { message } = this.#module.assertions[assertion] ?? NO_ASSERTION;
    const text = message(node).map((part) => (typeof part === 'string' ? part : this.#evaluated(part)));
    return { message: excerpt(text.join('').replace(/\s+/g, ' ').trim(), LONGEST_MESSAGE) };
  }

  /** What a message quotes; nothing where that cannot be evaluated. */
  #evaluated(part: () => string): string {
    try {
      return part();
    } catch (error) {
      this.#document.leaveAll();
      if (error instanceof DynamicError || error instanceof RangeError) return '';
      throw error;
    }
  }
}

const NO_ASSERTION: RuleModule['assertions'][number] = { id: '', severity: 'ERROR', message: () => [] };

function cannotTell(error: Error): string {
  const reason =
    error instanceof DynamicError
      ? `${error.message} (${error.code})`
      : 'A function calls itself without end';
  return `This rule could not be evaluated here. ${reason}`;
}
