import type { Node } from './tape/tape.ts';

export type Severity = 'ERROR' | 'WARNING';

/** What a check found at an element, before it becomes a finding with line, column and XPath. */
export interface Hit {
  code: string;
  severity: Severity;
  message: string;
  node: Node;
}
