import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { parseXml } from '@pappel/xml/parse';
import type { XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import type { Finding, Verdict } from './finding.ts';
import { locationOf, NotEvaluable, positionOf } from './query.ts';
import type { Rule, RuleFamily } from './rule.ts';
import { type RuleSet, ruleSetFor } from './rule-sets.ts';

/**
 * Holds a document against the rules of its type.
 *
 * @param bytes the XML document; what is not well formed becomes a finding with line and column
 * @returns errors first, then warnings; `no-rules` when this type has none here
 */
export function validate(bytes: Uint8Array, documentTypeId: DocumentTypeId): Verdict {
  const ruleSet = ruleSetFor(documentTypeId);
  if (!ruleSet) return { kind: 'no-rules' };
  try {
    return judge(parseXml(bytes), ruleSet);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { message, line, column } = error;
    return {
      kind: 'invalid',
      ruleset: ruleSet.version,
      findings: [{ code: 'XML', severity: 'ERROR', message, line, column, ruleset: 'xml-1.0' }],
    };
  }
}

function judge(root: XmlElement, ruleSet: RuleSet): Verdict {
  const findings = ruleSet.families.flatMap((family) => applyFamily(family, root));
  const errors = findings.filter((finding) => finding.severity === 'ERROR');
  const warnings = findings.filter((finding) => finding.severity === 'WARNING');
  if (errors.length === 0) return { kind: 'valid', warnings, ruleset: ruleSet.version };
  return { kind: 'invalid', findings: [...errors, ...warnings], ruleset: ruleSet.version };
}

/** Every rule of a family at every place it looks at. */
export function applyFamily(family: RuleFamily, root: XmlElement): Finding[] {
  return family.rules.flatMap((rule) =>
    rule.context(root).flatMap((element) => apply(rule, family.ruleset, element)),
  );
}

function apply(rule: Rule, ruleset: string, element: XmlElement): Finding[] {
  const answer = holds(rule, element);
  if (answer === true) return [];
  const message = answer === false ? rule.message : `${rule.message} ${answer}`;
  return [
    {
      code: rule.id,
      severity: rule.severity,
      message,
      location: locationOf(element),
      ...positionOf(element),
      ruleset,
    },
  ];
}

/** A value that cannot be evaluated breaks this rule and no other. */
function holds(rule: Rule, element: XmlElement): boolean | string {
  try {
    return rule.holds(element);
  } catch (error) {
    if (error instanceof NotEvaluable) return `This could not be checked: ${error.message}.`;
    throw error;
  }
}
