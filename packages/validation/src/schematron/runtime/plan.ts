import type { Vocabulary } from '../../tape/vocabulary.ts';
import { DynamicError } from './dynamic-error.ts';

/** What compiled rules consist of, as their source answers it. */
export interface RuleModule {
  version: number;
  begin: (run: object) => void;
  /** Namespace and local name of everything that the rules compare names to. */
  names: [uri: string, localName: string][];
  assertions: {
    id: string;
    severity: 'ERROR' | 'WARNING';
    message: (node: number) => (string | (() => string))[];
  }[];
  patterns: CompiledRule[][];
}

export interface CompiledRule {
  alternatives: { isAnchored: boolean; steps: PatternStep[] }[];
  /** Evaluates the tests of the rule at a node. */
  run: ((node: number) => void) | undefined;
  absences: { assertion: number; paths: { uri: string; localName: string }[][] }[];
}

interface PatternStep {
  isAttribute: boolean;
  isAfterGap: boolean;
  test: { uri?: string; localName?: string };
  conditions: ((node: number) => boolean)[];
}

/** Conditions on a node and its ancestors under which a rule matches. */
export type Conditions = { up: number; holds: (node: number) => boolean }[];

/** A rule that may match the elements of a path: certainly, or when one of the lists of conditions holds. */
export interface Candidate {
  rule: CompiledRule;
  isCertain: boolean;
  ways: Conditions[];
}

/** Rules of one pattern that may match the elements of a path; the first that matches is the one [ISO 19757-3, 6.3]. */
export type Candidates = Candidate[];

export interface AttributeCandidates {
  candidates: (Candidate & { test: PatternStep['test'] })[];
}

/** What is to be done at elements of one path. */
export interface Plan {
  always: ((node: number) => void)[];
  conditional: Candidates[];
  attributes: AttributeCandidates[];
  /** Elements of this path are what a rule wants absent from their ancestor. */
  unwanted: Unwanted[];
}

export interface Unwanted {
  rule: CompiledRule;
  assertion: number;
  /** Steps up to the node of the rule. */
  up: number;
  /** Of the pattern, at the path of that node. */
  candidates: Candidates;
}

interface Name {
  uri: string;
  localName: string;
}

/** Finds out once for each path of elements what the rules have to do with it. */
export class Planner {
  readonly #patterns: readonly CompiledRule[][];
  readonly #vocabulary: Vocabulary;

  constructor(patterns: readonly CompiledRule[][], vocabulary: Vocabulary) {
    this.#patterns = patterns;
    this.#vocabulary = vocabulary;
  }

  /** Undefined when there is nothing to do. */
  planFor(path: number): Plan | undefined {
    const names = this.#namesOf(path);
    const plan: Plan = { always: [], conditional: [], attributes: [], unwanted: [] };
    for (const rules of this.#patterns) {
      addCandidates(plan, candidatesAt(rules, names));
      const candidates = attributeCandidatesAt(rules, names);
      if (candidates.length > 0) plan.attributes.push({ candidates });
      for (let up = 1; up <= names.length; up++) addUnwanted(plan, rules, names, up);
    }
    const isEmpty = Object.values(plan).every((list: unknown[]) => list.length === 0);
    return isEmpty ? undefined : plan;
  }

  #namesOf(path: number): Name[] {
    const names: Name[] = [];
    for (let at = path; at !== 0; at = this.#vocabulary.parentOf(at)) {
      const name = this.#vocabulary.nameOf(at);
      names.unshift({ uri: this.#vocabulary.uri(name), localName: this.#vocabulary.localName(name) });
    }
    return names;
  }
}

function addCandidates(plan: Plan, candidates: Candidates): void {
  const [first] = candidates;
  if (!first || candidates.every(({ rule }) => !rule.run)) return;
  if (!first.isCertain) plan.conditional.push(candidates);
  else if (first.rule.run) plan.always.push(first.rule.run);
}

const candidateOf = (rule: CompiledRule, ways: Conditions[]): Candidate => ({
  rule,
  isCertain: ways.some((conditions) => conditions.length === 0),
  ways,
});

/** The rules that may match, up to the first that certainly does. */
function candidatesAt(rules: readonly CompiledRule[], names: readonly Name[]): Candidates {
  const candidates: Candidates = [];
  for (const rule of rules) {
    const ways = rule.alternatives
      .filter(({ steps }) => !steps.at(-1)?.isAttribute)
      .flatMap((alternative) => waysTo(alternative, names));
    if (ways.length === 0) continue;
    const candidate = candidateOf(rule, ways);
    candidates.push(candidate);
    if (candidate.isCertain) break;
  }
  return candidates;
}

function attributeCandidatesAt(
  rules: readonly CompiledRule[],
  names: readonly Name[],
): AttributeCandidates['candidates'] {
  return rules.flatMap((rule) =>
    rule.alternatives.flatMap(({ isAnchored, steps }) => {
      const last = steps.at(-1);
      if (!last?.isAttribute) return [];
      const own = last.conditions.map((holds) => ({ up: 0, holds }));
      const ways =
        steps.length === 1 ? [own] : elementWays({ isAnchored, steps: steps.slice(0, -1) }, names, last, own);
      return ways.length === 0 ? [] : [{ ...candidateOf(rule, ways), test: last.test }];
    }),
  );
}

/** Ways to the element of an attribute, which is one step up, or further up across a gap. */
function elementWays(
  alternative: CompiledRule['alternatives'][number],
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

/** All ways in which an alternative fits a path, with the conditions that each has. */
function waysTo(
  { isAnchored, steps }: CompiledRule['alternatives'][number],
  names: readonly Name[],
): Conditions[] {
  if (steps.length === 0) return isAnchored && names.length === 0 ? [[]] : [];
  const ways: Conditions[] = [];
  const visit = (step: number, level: number, conditions: Conditions): void => {
    const here = steps[step];
    const name = names[level];
    if (!here || !name || !fits(here.test, name)) return;
    const up = names.length - 1 - level;
    const all = [...conditions, ...here.conditions.map((holds) => ({ up, holds }))];
    if (step === 0) {
      if (!isAnchored || level === 0) ways.push(all);
    } else if (!here.isAfterGap) visit(step - 1, level - 1, all);
    else for (let above = level - 1; above >= 0; above--) visit(step - 1, above, all);
  };
  visit(steps.length - 1, names.length - 1, []);
  return ways;
}

const fits = (test: PatternStep['test'], name: Name): boolean =>
  (test.uri === undefined || test.uri === name.uri) &&
  (test.localName === undefined || test.localName === name.localName);

/** What rules at the ancestor `up` steps above want absent, and this path is. */
function addUnwanted(plan: Plan, rules: readonly CompiledRule[], names: readonly Name[], up: number): void {
  const tail = names.slice(names.length - up);
  const isUnwanted = (path: readonly Name[]): boolean =>
    path.length === up && path.every((name, index) => fits(name, tail[index] as Name));
  if (!rules.some(({ absences }) => absences.some(({ paths }) => paths.some(isUnwanted)))) return;
  const candidates = candidatesAt(rules, names.slice(0, names.length - up));
  for (const { rule } of candidates)
    for (const { assertion, paths } of rule.absences)
      if (paths.some(isUnwanted)) plan.unwanted.push({ rule, assertion, up, candidates });
}

/** Whether a candidate matches a node. An error in a condition means that it does not [XSLT 2.0, 5.5.4]. */
export function isMatch(
  { isCertain, ways }: Candidate,
  node: number,
  document: { parentOf: (node: number) => number },
): boolean {
  if (isCertain) return true;
  for (const conditions of ways) if (holdAll(conditions, node, document)) return true;
  return false;
}

function holdAll(
  conditions: Conditions,
  node: number,
  document: { parentOf: (node: number) => number },
): boolean {
  for (const { up, holds } of conditions) {
    let at = node;
    for (let steps = up; steps > 0; steps--) at = document.parentOf(at);
    try {
      if (!holds(at)) return false;
    } catch (error) {
      if (error instanceof DynamicError || error instanceof RangeError) return false;
      throw error;
    }
  }
  return true;
}
