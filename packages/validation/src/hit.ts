import type { Node } from './tape/tape.ts';

export type Severity = 'ERROR' | 'WARNING';

/** What a check says of a place, made only when it is to be shown. */
export interface Details {
  message: string;
  /** What stands there. */
  found?: string | undefined;
  /** What should stand there. */
  expected?: string | undefined;
}

/** What a check found at an element, before it becomes a finding with line, column and XPath. */
export interface Hit extends Details {
  code: string;
  severity: Severity;
  node: Node;
  /** Of whose rules, where it is not the rule set's. */
  ruleset?: string;
}

/** Where checks report what they find. */
export interface Hits {
  /** Whether there is no use in looking for more. */
  readonly isFull: boolean;
  /**
   * @param key what makes it the same as an earlier one: the id of a rule, for the structure also what is said
   * @param describe asked only when it is the first of its kind
   */
  add(key: string, hit: Place, describe: () => Details): void;
  /** Says that something was too much to be looked at to its end. */
  stop(): void;
}

export type Place = Pick<Hit, 'code' | 'severity' | 'node' | 'ruleset'>;
