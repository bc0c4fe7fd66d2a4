import type { ArithmeticOperator, Binding, Expression, SequenceTypeName } from './ast.ts';
import { PathParser } from './path-parser.ts';
import { TokenReader } from './token-reader.ts';

/** Operands of one chain such as `a + b + c`; each makes the tree one level deeper. */
const MAX_CHAIN = 300;

const GENERAL = ['=', '!=', '<', '<=', '>', '>='];
const VALUE = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const NODE = ['is', '<<', '>>'];
const TYPE_OPERATORS = [
  { kind: 'instance', first: 'instance', second: 'of' },
  { kind: 'treat', first: 'treat', second: 'as' },
  { kind: 'castable', first: 'castable', second: 'as' },
  { kind: 'cast', first: 'cast', second: 'as' },
] as const;

/**
 * Parses an XPath expression into a tree.
 *
 * @throws XPathError with what is wrong and where; also for expressions that are too long or nested too deep
 */
export function parseXPath(source: string): Expression {
  const reader = new TokenReader(source);
  const expression = new Parser(reader).expression();
  if (reader.peek().kind !== 'end') reader.fail(`${reader.peek().text} is not expected`);
  return expression;
}

/** One method a level of precedence, loosest first [XPath 2.0, A.4]. */
class Parser {
  readonly #reader: TokenReader;
  readonly #paths: PathParser;

  constructor(reader: TokenReader) {
    this.#reader = reader;
    this.#paths = new PathParser(
      reader,
      () => this.expression(),
      () => this.#single(),
    );
  }

  expression(): Expression {
    return this.#reader.nested(() => {
      const items = [this.#single()];
      while (this.#reader.takeSymbol(',')) items.push(this.#single());
      return items.length === 1 && items[0] ? items[0] : { kind: 'sequence', items };
    });
  }

  #single(): Expression {
    const reader = this.#reader;
    const { text } = reader.peek();
    if (reader.peek().kind === 'name' && reader.isSymbol('$', 1)) {
      if (text === 'for' || text === 'let') return reader.nested(() => this.#loop(text));
      if (text === 'some' || text === 'every') return reader.nested(() => this.#quantified(text));
    }
    if (reader.isWord('if') && reader.isSymbol('(', 1)) return reader.nested(() => this.#conditional());
    return this.#list('or', 'or', () => this.#and());
  }

  #loop(kind: 'for' | 'let'): Expression {
    this.#reader.next();
    const bindings = this.#bindings(kind === 'let');
    this.#reader.expectWord('return');
    return { kind, bindings, result: this.#single() };
  }

  #quantified(quantifier: 'some' | 'every'): Expression {
    this.#reader.next();
    const bindings = this.#bindings(false);
    this.#reader.expectWord('satisfies');
    return { kind: 'quantified', quantifier, bindings, result: this.#single() };
  }

  #bindings(isLet: boolean): Binding[] {
    const bindings: Binding[] = [];
    do {
      this.#reader.expectSymbol('$');
      const name = this.#reader.expectName().text;
      if (isLet) this.#reader.expectSymbol(':=');
      else this.#reader.expectWord('in');
      bindings.push({ name, value: this.#single() });
    } while (this.#reader.takeSymbol(','));
    return bindings;
  }

  #conditional(): Expression {
    const reader = this.#reader;
    reader.next();
    reader.expectSymbol('(');
    const condition = this.expression();
    reader.expectSymbol(')');
    reader.expectWord('then');
    const consequent = this.#single();
    reader.expectWord('else');
    return { kind: 'if', condition, consequent, otherwise: this.#single() };
  }

  #and(): Expression {
    return this.#list('and', 'and', () => this.#comparison());
  }

  #list(kind: 'and' | 'or' | 'union', word: string, operand: () => Expression): Expression {
    const operands = [operand()];
    while (this.#reader.isWord(word) || (kind === 'union' && this.#reader.isSymbol('|'))) {
      this.#reader.next();
      operands.push(operand());
    }
    return operands.length === 1 && operands[0] ? operands[0] : { kind, operands };
  }

  #comparison(): Expression {
    const left = this.#concatenation();
    const { kind, text: operator } = this.#reader.peek();
    const family =
      kind === 'symbol' && GENERAL.includes(operator)
        ? 'general'
        : kind === 'name' && VALUE.includes(operator)
          ? 'value'
          : (kind === 'name' || kind === 'symbol') && NODE.includes(operator)
            ? 'node'
            : undefined;
    if (!family) return left;
    this.#reader.next();
    return { kind: family, operator, left, right: this.#concatenation() };
  }

  #concatenation(): Expression {
    const operands = [this.#range()];
    while (this.#reader.takeSymbol('||')) operands.push(this.#range());
    return operands.length === 1 && operands[0] ? operands[0] : { kind: 'call', name: 'concat', operands };
  }

  #range(): Expression {
    const from = this.#chain(['+', '-'], () => this.#product());
    if (!this.#reader.isWord('to')) return from;
    this.#reader.next();
    return { kind: 'range', from, to: this.#chain(['+', '-'], () => this.#product()) };
  }

  #product(): Expression {
    return this.#chain(['*', 'div', 'idiv', 'mod'], () => this.#list('union', 'union', () => this.#meet()));
  }

  #chain(operators: ArithmeticOperator[], operand: () => Expression): Expression {
    let left = operand();
    for (let length = 0; ; length++) {
      const { kind, text } = this.#reader.peek();
      const operator = operators.find((candidate) => candidate === text);
      if (!operator || (kind !== 'name' && kind !== 'symbol')) return left;
      if (length === MAX_CHAIN) this.#reader.fail(`More than ${MAX_CHAIN} operands stand in one chain`);
      this.#reader.next();
      left = { kind: 'arithmetic', operator, left, right: operand() };
    }
  }

  #meet(): Expression {
    let left = this.#typed(0);
    while (this.#reader.isWord('intersect') || this.#reader.isWord('except')) {
      const kind = this.#reader.next().text === 'except' ? 'except' : 'intersect';
      left = this.#reader.nested(() => ({ kind, left, right: this.#typed(0) }));
    }
    return left;
  }

  /** `instance of`, `treat as`, `castable as`, `cast as`, each binding tighter than the one before. */
  #typed(level: number): Expression {
    const operator = TYPE_OPERATORS[level];
    if (!operator) return this.#unary();
    const operand = this.#typed(level + 1);
    if (!this.#reader.isWord(operator.first) || !this.#reader.isWord(operator.second, 1)) return operand;
    this.#reader.next();
    this.#reader.next();
    return { kind: operator.kind, operand, type: this.#sequenceType() };
  }

  #sequenceType(): SequenceTypeName {
    const reader = this.#reader;
    let name = reader.expectName().text;
    if (reader.takeSymbol('(')) {
      while (!reader.isSymbol(')') && reader.peek().kind !== 'end') reader.next();
      reader.expectSymbol(')');
      name += '()';
    }
    for (const occurrence of ['?', '*', '+'] as const)
      if (reader.takeSymbol(occurrence)) return { name, occurrence };
    return { name, occurrence: '' };
  }

  #unary(): Expression {
    let signs = 0;
    let isNegative = false;
    while (this.#reader.isSymbol('+') || this.#reader.isSymbol('-')) {
      if (this.#reader.next().text === '-') isNegative = !isNegative;
      signs++;
    }
    const operand = this.#map();
    return signs === 0 ? operand : { kind: 'negation', isNegative, operand };
  }

  #map(): Expression {
    let left = this.#paths.path();
    while (this.#reader.takeSymbol('!')) {
      left = this.#reader.nested(() => ({ kind: 'map', left, right: this.#paths.path() }));
    }
    return left;
  }
}
