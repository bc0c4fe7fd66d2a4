/** A Schematron schema as written in its files, with everything included and every abstraction made concrete. */
export interface Schema {
  title: string;
  /** Prefix to namespace. */
  namespaces: ReadonlyMap<string, string>;
  /** Of the schema and its phase: evaluated once, at the document. */
  lets: Let[];
  keys: Key[];
  functions: FunctionDefinition[];
  patterns: Pattern[];
}

/** Expressions are XPath as written; `file` says where, for messages. */
export interface Let {
  name: string;
  value: string;
  file: string;
}

export interface Key {
  name: string;
  match: string;
  use: string;
  file: string;
}

export interface Pattern {
  id: string;
  /** Evaluated once, at the document. */
  lets: Let[];
  rules: Rule[];
}

export interface Rule {
  context: string;
  lets: Let[];
  assertions: Assertion[];
  file: string;
}

export interface Assertion {
  id: string;
  /** A report fires when its test is true, an assert when it is false. */
  isReport: boolean;
  test: string;
  severity: 'ERROR' | 'WARNING';
  message: MessagePart[];
}

export type MessagePart = { kind: 'text'; text: string } | { kind: 'value'; select: string };

/** An `xsl:function`; `as` are sequence types as written. */
export interface FunctionDefinition {
  name: string;
  parameters: { name: string; as: string | undefined }[];
  as: string | undefined;
  body: Instruction[];
  file: string;
}

export type Instruction =
  | { kind: 'sequence' | 'value-of'; select: string }
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: string; as: string | undefined; value: string | Instruction[] }
  | { kind: 'choose'; branches: { test: string; body: Instruction[] }[]; otherwise: Instruction[] };

/** Why a schema cannot be used, for the person who installs it. */
export interface SchemaProblem {
  message: string;
  file?: string;
  ruleId?: string;
  /** The function, axis or element that is not supported, if that is the reason. */
  construct?: string;
}

/** Thrown while a schema is read or compiled; the doors answer its `problem`. */
export class SchemaError extends Error {
  readonly problem: SchemaProblem;

  constructor(problem: SchemaProblem) {
    super(problem.message);
    this.name = 'SchemaError';
    this.problem = problem;
  }
}
