/** One violated rule at one place. */
export interface Finding {
  /** Rule id such as BR-CO-15, or XML, DOCUMENT_TYPE_MISMATCH, ADDRESS_MISMATCH. */
  code: string;
  severity: 'ERROR' | 'WARNING';
  /** For people who keep books. */
  message: string;
  /** XPath of the element. */
  location?: string;
  /** Counted from 1; columns in bytes. */
  line?: number;
  column?: number;
  /** Name and version of the rules, such as `en16931-1.3.16`. */
  ruleset: string;
}

export type Verdict =
  | { kind: 'valid'; warnings: Finding[]; ruleset: string }
  | { kind: 'invalid'; findings: Finding[]; ruleset: string }
  | { kind: 'no-rules' };
