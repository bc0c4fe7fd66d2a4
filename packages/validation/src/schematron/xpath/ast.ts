/** XPath 2.0 expressions as Schematron files use them [XPath 2.0, 3], with `!`, `||` and `let` of XPath 3. */
export type Expression =
  | { kind: 'string'; value: string }
  | { kind: 'number'; type: 'integer' | 'decimal' | 'double'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'context' }
  | { kind: 'sequence'; items: Expression[] }
  | { kind: 'path'; isAbsolute: boolean; steps: Step[] }
  | { kind: 'filter'; base: Expression; predicates: Expression[] }
  | { kind: 'call'; name: string; operands: Expression[] }
  | { kind: 'if'; condition: Expression; consequent: Expression; otherwise: Expression }
  | { kind: 'for' | 'let'; bindings: Binding[]; result: Expression }
  | { kind: 'quantified'; quantifier: 'some' | 'every'; bindings: Binding[]; result: Expression }
  | { kind: 'and' | 'or'; operands: Expression[] }
  | { kind: 'union'; operands: Expression[] }
  | { kind: 'intersect' | 'except'; left: Expression; right: Expression }
  | { kind: 'general' | 'value' | 'node'; operator: string; left: Expression; right: Expression }
  | { kind: 'arithmetic'; operator: ArithmeticOperator; left: Expression; right: Expression }
  | { kind: 'negation'; isNegative: boolean; operand: Expression }
  | { kind: 'range'; from: Expression; to: Expression }
  | { kind: 'map'; left: Expression; right: Expression }
  | {
      kind: 'cast' | 'castable' | 'treat' | 'instance';
      operand: Expression;
      type: SequenceTypeName;
    };

export type ArithmeticOperator = '+' | '-' | '*' | 'div' | 'idiv' | 'mod';

export interface Binding {
  name: string;
  value: Expression;
  /** Declared sequence type; only variables of XSLT have one. */
  as?: string;
}

/** As written: `xs:decimal?`, `node()*`. */
export interface SequenceTypeName {
  name: string;
  occurrence: '' | '?' | '*' | '+';
}

export type Step =
  | { kind: 'axis'; axis: Axis; test: NodeTest; predicates: Expression[] }
  | { kind: 'expression'; expression: Expression; predicates: Expression[] };

export const AXES = [
  'child',
  'descendant',
  'attribute',
  'self',
  'descendant-or-self',
  'following-sibling',
  'following',
  'parent',
  'ancestor',
  'preceding-sibling',
  'preceding',
  'ancestor-or-self',
] as const;

export type Axis = (typeof AXES)[number];

/** Prefix and local name may be `*`. A name without prefix is in no namespace. */
export type NodeTest =
  | { kind: 'name'; prefix: string; localName: string }
  | {
      kind:
        | 'node'
        | 'text'
        | 'element'
        | 'attribute'
        | 'document-node'
        | 'comment'
        | 'processing-instruction';
    };

/** Why an expression cannot be used; `name` is the function, axis or construct that is not known, if it is that. */
export class XPathError extends Error {
  readonly construct: string | undefined;

  constructor(message: string, construct?: string) {
    super(message);
    this.name = 'XPathError';
    this.construct = construct;
  }
}
