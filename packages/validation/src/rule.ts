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
