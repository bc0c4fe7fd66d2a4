import { DynamicError } from './dynamic-error.ts';
import { type Alternative, type CompiledRule, fits, type Name } from './rule-module.ts';

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

export const candidateOf = (rule: CompiledRule, ways: Conditions[]): Candidate => ({
  rule,
  isCertain: ways.some((conditions) => conditions.length === 0),
  ways,
});

/** The rules that may match elements of a path, up to the first that certainly does. */
export function candidatesAt(rules: readonly CompiledRule[], names: readonly Name[]): Candidates {
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

/** All ways in which an alternative fits a path, with the conditions that each has. */
export function waysTo({ isAnchored, steps }: Alternative, names: readonly Name[]): Conditions[] {
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

interface Parents {
  parentOf: (node: number) => number;
}

/** Whether a candidate matches a node. An error in a condition means that it does not [XSLT 2.0, 5.5.4]. */
export function isMatch({ isCertain, ways }: Candidate, node: number, document: Parents): boolean {
  if (isCertain) return true;
  for (const conditions of ways) if (holdAll(conditions, node, document)) return true;
  return false;
}

function holdAll(conditions: Conditions, node: number, document: Parents): boolean {
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
