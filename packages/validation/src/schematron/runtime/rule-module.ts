/** Changes whenever source of an older version cannot be used by this run time. */
export const SOURCE_VERSION = 1;

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
  alternatives: Alternative[];
  /** Evaluates the tests of the rule at a node. */
  run: ((node: number) => void) | undefined;
  absences: { assertion: number; paths: Name[][] }[];
}

export interface Alternative {
  isAnchored: boolean;
  steps: PatternStep[];
}

export interface PatternStep {
  isAttribute: boolean;
  isAfterGap: boolean;
  test: Partial<Name>;
  conditions: ((node: number) => boolean)[];
}

export interface Name {
  uri: string;
  localName: string;
}

export const keyOf = ({ uri, localName }: Name): string => `${uri} ${localName}`;

export const fits = (test: Partial<Name>, name: Name): boolean =>
  (test.uri === undefined || test.uri === name.uri) &&
  (test.localName === undefined || test.localName === name.localName);
