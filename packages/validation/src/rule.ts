import type { XmlElement } from '@pappel/xml/tree';

/** One rule: where it looks, and when what it sees is in order. */
export interface Rule {
  id: string;
  severity: 'ERROR' | 'WARNING';
  /** Business terms of EN 16931 that it is about. */
  terms: string;
  /** Our own sentence for people; the rule's answer may add what was found and expected. */
  message: string;
  /** The elements to hold against the rule. */
  context: (document: XmlElement) => XmlElement[];
  /** True when in order; a text says what was found and expected. */
  holds: (element: XmlElement) => boolean | string;
}

/** A family: rules that belong together and stand in one file. */
export interface RuleFamily {
  name: string;
  ruleset: string;
  rules: readonly Rule[];
}

/** A rule as it stands in a family's table. */
export type RuleRow = [
  id: string,
  terms: string,
  context: Rule['context'],
  message: string,
  holds: Rule['holds'],
];

/** A family of errors from its table. */
export function errorFamily(name: string, ruleset: string, rows: readonly RuleRow[]): RuleFamily {
  const rules = rows.map(
    ([id, terms, context, message, holds]): Rule => ({
      id,
      severity: 'ERROR',
      terms,
      context,
      message,
      holds,
    }),
  );
  return { name, ruleset, rules };
}
