import type { Absence, Block, Family, Rule, Test } from './rule.ts';

/** How a release differs from the one after it, by ids. */
export interface Amendments {
  /** Rules that it does not have. */
  without?: readonly string[];
  /** Tests that it makes in another way. */
  tests?: Readonly<Record<string, Test>>;
  severities?: Readonly<Record<string, Rule['severity']>>;
  /** Elements at which rules look; their whole block is changed. */
  conditions?: Readonly<Record<string, NonNullable<Block['where']>>>;
  /** Where something must not be. */
  paths?: Readonly<Record<string, readonly string[]>>;
}

/** The families of another release. @throws Error for an id that they do not have */
export function amended(families: readonly Family[], amendments: Amendments): Family[] {
  const unknown = new Set(
    Object.values(amendments).flatMap((of) => (Array.isArray(of) ? of : Object.keys(of))),
  );
  const known = (id: string): void => void unknown.delete(id);
  const changed = families.map(({ name, patterns, absences }) => ({
    name,
    patterns: (patterns ?? []).map((blocks) =>
      blocks.flatMap((block) => amendedBlock(block, amendments, known)),
    ),
    absences: (absences ?? []).flatMap((absence) => amendedAbsence(absence, amendments, known)),
  }));
  if (unknown.size > 0) throw new Error(`There is nothing to amend: ${[...unknown].join(', ')}`);
  return changed;
}

/** A block that has lost all its rules no longer stands before others. */
function amendedBlock(
  block: Block,
  { without = [], tests = {}, severities = {}, conditions = {} }: Amendments,
  known: (id: string) => void,
): Block[] {
  for (const { id } of block.rules) known(id);
  const rules = block.rules
    .filter(({ id }) => !without.includes(id))
    .map((rule) => ({
      ...rule,
      holds: tests[rule.id] ?? rule.holds,
      severity: severities[rule.id] ?? rule.severity,
    }));
  if (rules.length === 0 && block.rules.length > 0) return [];
  const where = rules.map(({ id }) => conditions[id]).find((one) => one !== undefined) ?? block.where;
  return [{ at: block.at, ...(where && { where }), rules }];
}

function amendedAbsence(
  absence: Absence,
  { without = [], paths = {} }: Amendments,
  known: (id: string) => void,
): Absence[] {
  known(absence.id);
  return without.includes(absence.id) ? [] : [{ ...absence, paths: paths[absence.id] ?? absence.paths }];
}
