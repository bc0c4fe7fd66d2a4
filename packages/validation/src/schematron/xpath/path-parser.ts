import { AXES, type Axis, type Expression, type NodeTest, type Step, XPathError } from './ast.ts';
import type { TokenReader } from './token-reader.ts';

const KINDS = [
  'node',
  'text',
  'element',
  'attribute',
  'document-node',
  'comment',
  'processing-instruction',
] as const;

/** Words that follow an operand: after a lone `/` they are operators, not steps. */
const OPERATOR_WORDS = new Set(
  'and or div mod idiv eq ne lt gt le ge union to is then else return satisfies in intersect except castable cast instance treat'.split(
    ' ',
  ),
);

const everyNodeBelow = (): Step => ({
  kind: 'axis',
  axis: 'descendant-or-self',
  test: { kind: 'node' },
  predicates: [],
});

/** Paths, steps and what may stand in a step [XPath 2.0, 3.2 and 3.1]. */
export class PathParser {
  readonly #reader: TokenReader;
  readonly #expression: () => Expression;
  readonly #single: () => Expression;

  constructor(reader: TokenReader, expression: () => Expression, single: () => Expression) {
    this.#reader = reader;
    this.#expression = expression;
    this.#single = single;
  }

  path(): Expression {
    const reader = this.#reader;
    const steps: Step[] = [];
    let isAbsolute = false;
    if (reader.takeSymbol('//')) {
      isAbsolute = true;
      steps.push(everyNodeBelow());
    } else if (reader.takeSymbol('/')) {
      isAbsolute = true;
      if (!this.#startsStep()) return { kind: 'path', isAbsolute, steps };
    }
    steps.push(this.#step());
    while (reader.isSymbol('/') || reader.isSymbol('//')) {
      if (reader.next().text === '//') steps.push(everyNodeBelow());
      steps.push(this.#step());
    }
    return simplified(isAbsolute, steps);
  }

  #startsStep(): boolean {
    const token = this.#reader.peek();
    if (token.kind === 'name') return !OPERATOR_WORDS.has(token.text);
    if (token.kind === 'symbol') return ['*', '.', '..', '@', '(', '$'].includes(token.text);
    return token.kind !== 'end';
  }

  #step(): Step {
    const reader = this.#reader;
    if (reader.takeSymbol('..')) return this.#axisStep('parent', { kind: 'node' });
    if (reader.takeSymbol('@')) return this.#axisStep('attribute', this.#nodeTest());
    const token = reader.peek();
    if (token.kind === 'name' && reader.isSymbol('::', 1)) {
      const axis = AXES.find((candidate) => candidate === token.text);
      if (!axis) throw new XPathError(`The axis ${token.text} is not supported`, token.text);
      reader.next();
      reader.next();
      return this.#axisStep(axis, this.#nodeTest());
    }
    if (this.#isNodeTest()) {
      const test = this.#nodeTest();
      return this.#axisStep(test.kind === 'attribute' ? 'attribute' : 'child', test);
    }
    return { kind: 'expression', expression: this.#primary(), predicates: this.#predicates() };
  }

  #axisStep(axis: Axis, test: NodeTest): Step {
    return { kind: 'axis', axis, test, predicates: this.#predicates() };
  }

  #isNodeTest(): boolean {
    const token = this.#reader.peek();
    if (token.kind !== 'name') return this.#reader.isSymbol('*');
    return !this.#reader.isSymbol('(', 1) || KINDS.some((kind) => kind === token.text);
  }

  #nodeTest(): NodeTest {
    const reader = this.#reader;
    if (reader.takeSymbol('*')) return { kind: 'name', prefix: '*', localName: '*' };
    const token = reader.expectName();
    const kind = KINDS.find((candidate) => candidate === token.text);
    if (!kind || !reader.takeSymbol('('))
      return { kind: 'name', prefix: token.prefix, localName: token.localName };
    if (!reader.isSymbol(')')) {
      const argument = reader.next().text;
      if (argument !== '*')
        throw new XPathError(`${kind}(${argument}) is not supported`, `${kind}(${argument})`);
    }
    reader.expectSymbol(')');
    return { kind };
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.#reader.takeSymbol('[')) {
      predicates.push(this.#expression());
      this.#reader.expectSymbol(']');
    }
    return predicates;
  }

  #primary(): Expression {
    const reader = this.#reader;
    const token = reader.next();
    switch (token.kind) {
      case 'string':
        return { kind: 'string', value: token.text };
      case 'integer':
      case 'decimal':
      case 'double':
        return { kind: 'number', type: token.kind, text: token.text };
      case 'name':
        return { kind: 'call', name: token.text, operands: this.#operands() };
      default:
        if (token.text === '.') return { kind: 'context' };
        if (token.text === '$') return { kind: 'variable', name: reader.expectName().text };
        if (token.text === '(') return this.#parenthesised();
        return reader.fail(`${token.text} is not expected`);
    }
  }

  #parenthesised(): Expression {
    if (this.#reader.takeSymbol(')')) return { kind: 'sequence', items: [] };
    const expression = this.#expression();
    this.#reader.expectSymbol(')');
    return expression;
  }

  #operands(): Expression[] {
    const reader = this.#reader;
    const operands: Expression[] = [];
    reader.expectSymbol('(');
    if (reader.takeSymbol(')')) return operands;
    reader.nested(() => {
      do operands.push(this.#single());
      while (reader.takeSymbol(','));
    });
    reader.expectSymbol(')');
    return operands;
  }
}

/** A path of one primary expression is that expression, filtered if it has predicates. */
function simplified(isAbsolute: boolean, steps: Step[]): Expression {
  const [first] = steps;
  if (isAbsolute || steps.length !== 1 || first?.kind !== 'expression')
    return { kind: 'path', isAbsolute, steps };
  if (first.predicates.length === 0) return first.expression;
  return { kind: 'filter', base: first.expression, predicates: first.predicates };
}
