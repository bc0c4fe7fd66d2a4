import type { Vocabulary } from '../../tape/vocabulary.ts';
import {
  type Candidate,
  type Candidates,
  type Conditions,
  candidateOf,
  candidatesAt,
  waysTo,
} from './candidate.ts';
import {
  type Alternative,
  type CompiledRule,
  fits,
  keyOf,
  type Name,
  type PatternStep,
} from './rule-module.ts';

/** What is to be done at elements of one path. */
export interface Plan {
  always: ((node: number) => void)[];
  conditional: Candidates[];
  /** One list a pattern that looks at attributes. */
  attributes: AttributeCandidate[][];
  /** Elements of this path are what a rule wants absent from their ancestor. */
  unwanted: Unwanted[];
}

export type AttributeCandidate = Candidate & { test: PatternStep['test'] };

export interface Unwanted {
  rule: CompiledRule;
  assertion: number;
  /** Steps up to the node of the rule. */
  up: number;
  /** Of the pattern, at the path of that node. */
  candidates: Candidates;
}

/** A path that a rule of a pattern wants absent. */
interface Absence {
  pattern: PatternIndex;
  rule: CompiledRule;
  assertion: number;
  path: Name[];
}

/**
 * Finds out once for each path of elements what the rules have to do with it. Rules are found by the name that they end
 * with, so that names of which no rule has heard cost next to nothing.
 */
export class Planner {
  readonly #patterns: readonly PatternIndex[];
  readonly #absences = new Map<string, Absence[]>();
  readonly #vocabulary: Vocabulary;

  constructor(patterns: readonly CompiledRule[][], vocabulary: Vocabulary) {
    this.#patterns = patterns.map((rules) => new PatternIndex(rules));
    this.#vocabulary = vocabulary;
    for (const pattern of this.#patterns) for (const rule of pattern.rules) this.#addAbsences(pattern, rule);
  }

  #addAbsences(pattern: PatternIndex, rule: CompiledRule): void {
    for (const { assertion, paths } of rule.absences)
      for (const path of paths) {
        const last = path.at(-1);
        if (last) append(this.#absences, keyOf(last), { pattern, rule, assertion, path });
      }
  }

  /** Undefined when there is nothing to do. */
  planFor(path: number): Plan | undefined {
    const names = this.#namesOf(path);
    const plan: Plan = { always: [], conditional: [], attributes: [], unwanted: [] };
    for (const pattern of this.#patterns) {
      addCandidates(plan, pattern.candidatesAt(names));
      const attributes = pattern.attributeRules.flatMap((rule) => attributeCandidates(rule, names));
      if (attributes.length > 0) plan.attributes.push(attributes);
    }
    this.#addUnwanted(plan, names);
    const isEmpty = Object.values(plan).every((list: unknown[]) => list.length === 0);
    return isEmpty ? undefined : plan;
  }

  #namesOf(path: number): Name[] {
    const names: Name[] = [];
    for (let at = path; at !== 0; at = this.#vocabulary.parentOf(at)) {
      const name = this.#vocabulary.nameOf(at);
      names.push({ uri: this.#vocabulary.uri(name), localName: this.#vocabulary.localName(name) });
    }
    return names.reverse();
  }

  #addUnwanted(plan: Plan, names: readonly Name[]): void {
    const last = names.at(-1);
    if (!last) return;
    for (const { pattern, rule, assertion, path } of this.#absences.get(keyOf(last)) ?? []) {
      const up = path.length;
      if (up > names.length || !areAt(path, names.slice(names.length - up))) continue;
      const candidates = pattern.candidatesAt(names.slice(0, names.length - up));
      if (candidates.some((candidate) => candidate.rule === rule))
        plan.unwanted.push({ rule, assertion, up, candidates });
    }
  }
}

/** The rules of a pattern by the name of the elements that they may match, in their order. */
class PatternIndex {
  readonly rules: readonly CompiledRule[];
  readonly attributeRules: readonly CompiledRule[];
  readonly #named = new Map<string, CompiledRule[]>();
  readonly #others: CompiledRule[];

  constructor(rules: readonly CompiledRule[]) {
    this.rules = rules;
    this.attributeRules = rules.filter(({ alternatives }) => alternatives.some(isForAttributes));
    this.#others = rules.filter(({ alternatives }) => alternatives.some(isForAnyName));
    const names = rules.flatMap(({ alternatives }) => alternatives.map(nameAtEnd));
    for (const name of new Map(names.map((one) => [one && keyOf(one), one])).values())
      if (name)
        this.#named.set(
          keyOf(name),
          rules.filter((rule) => mayMatch(rule, name)),
        );
  }

  candidatesAt(names: readonly Name[]): Candidates {
    const last = names.at(-1);
    const rules = last ? (this.#named.get(keyOf(last)) ?? this.#others) : this.rules;
    return candidatesAt(rules, names);
  }
}

const isForAttributes = ({ steps }: Alternative): boolean => steps.at(-1)?.isAttribute ?? false;

const isForAnyName = (alternative: Alternative): boolean =>
  alternative.steps.length > 0 && !isForAttributes(alternative) && nameAtEnd(alternative) === undefined;

function nameAtEnd(alternative: Alternative): Name | undefined {
  const { uri, localName } = alternative.steps.at(-1)?.test ?? {};
  const isName = uri !== undefined && localName !== undefined && !isForAttributes(alternative);
  return isName ? { uri, localName } : undefined;
}

const mayMatch = ({ alternatives }: CompiledRule, name: Name): boolean =>
  alternatives.some(
    (alternative) => !isForAttributes(alternative) && fits(alternative.steps.at(-1)?.test ?? {}, name),
  );

const areAt = (path: readonly Name[], names: readonly Name[]): boolean =>
  names.every((name, index) => fits(path[index] ?? {}, name));

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function addCandidates(plan: Plan, candidates: Candidates): void {
  const [first] = candidates;
  if (!first || candidates.every(({ rule }) => !rule.run)) return;
  if (!first.isCertain) plan.conditional.push(candidates);
  else if (first.rule.run) plan.always.push(first.rule.run);
}

function attributeCandidates(rule: CompiledRule, names: readonly Name[]): AttributeCandidate[] {
  return rule.alternatives.flatMap(({ isAnchored, steps }) => {
    const last = steps.at(-1);
    if (!last?.isAttribute) return [];
    const own = last.conditions.map((holds) => ({ up: 0, holds }));
    const outer = { isAnchored, steps: steps.slice(0, -1) };
    const ways = steps.length === 1 ? [own] : elementWays(outer, names, last, own);
    return ways.length === 0 ? [] : [{ ...candidateOf(rule, ways), test: last.test }];
  });
}

/** Ways to the element of an attribute, which is one step up, or further up across a gap. */
function elementWays(
  alternative: Alternative,
  names: readonly Name[],
  last: PatternStep,
  own: Conditions,
): Conditions[] {
  const ends = last.isAfterGap ? names.map((_, index) => index + 1) : [names.length];
  return ends.flatMap((end) =>
    waysTo(alternative, names.slice(0, end)).map((conditions) => [
      ...own,
      ...conditions.map(({ up, holds }) => ({ up: up + 1 + names.length - end, holds })),
    ]),
  );
}
