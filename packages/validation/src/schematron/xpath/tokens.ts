import { XPathError } from './ast.ts';

export type Token =
  | { kind: 'name'; text: string; prefix: string; localName: string; at: number }
  | { kind: 'string' | 'integer' | 'decimal' | 'double' | 'symbol' | 'end'; text: string; at: number };

/** Characters of one expression; code lists are long, programs are not. */
export const MAX_LENGTH = 400_000;

const NAME = '[A-Za-z_\\u00C0-\\uFFFD][A-Za-z0-9_.\\-\\u00B7\\u00C0-\\uFFFD]*';
const SPACE = /[ \t\r\n]+/y;
const QUALIFIED = new RegExp(`(?:(${NAME}|\\*):(?!:))?(${NAME}|\\*)`, 'uy');
const NUMBER = /(?:\d+(\.\d*)?|(\.\d+))([eE][+-]?\d+)?/y;
const STRING = /"([^"]*(?:""[^"]*)*)"|'([^']*(?:''[^']*)*)'/y;
const SYMBOL = /\/\/|::|<=|>=|!=|<<|>>|\.\.|\|\||:=|[()[\]/@,|=<>+\-*.$?!]/y;

/** Splits an expression into tokens; comments `(: :)` may nest [XPath 2.0, A.2]. */
export function tokens(source: string): Token[] {
  if (source.length > MAX_LENGTH)
    throw new XPathError(`The expression is longer than ${MAX_LENGTH} characters`);
  const found: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const skipped = skip(source, at);
    if (skipped > at) at = skipped;
    else {
      const token = tokenAt(source, at);
      found.push(token.token);
      at = token.end;
    }
  }
  return found;
}

/** What stands behind the last token. */
export const endOf = (source: string): Token => ({ kind: 'end', text: 'the end', at: source.length });

function skip(source: string, at: number): number {
  const space = matchAt(SPACE, source, at);
  if (space) return at + space[0].length;
  return source.startsWith('(:', at) ? endOfComment(source, at) : at;
}

function endOfComment(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source.startsWith('(:', at)) {
      depth++;
      at++;
    } else if (source.startsWith(':)', at)) {
      depth--;
      at++;
      if (depth === 0) return at + 1;
    }
  }
  throw new XPathError('A comment does not end');
}

function matchAt(expression: RegExp, source: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(source);
}

function tokenAt(source: string, at: number): { token: Token; end: number } {
  const name = matchAt(QUALIFIED, source, at);
  if (name && name[0] !== '*') {
    const [text, prefix = '', localName = ''] = name;
    return { token: { kind: 'name', text, prefix, localName, at }, end: at + text.length };
  }
  const number = matchAt(NUMBER, source, at);
  if (number) return { token: numberToken(number, at), end: at + number[0].length };
  const string = matchAt(STRING, source, at);
  if (string) {
    const text = string[1]?.replaceAll('""', '"') ?? string[2]?.replaceAll("''", "'") ?? '';
    return { token: { kind: 'string', text, at }, end: at + string[0].length };
  }
  const symbol = matchAt(SYMBOL, source, at);
  if (symbol) return { token: { kind: 'symbol', text: symbol[0], at }, end: at + symbol[0].length };
  throw new XPathError(`"${source.slice(at, at + 20)}" cannot be read`);
}

function numberToken(number: RegExpExecArray, at: number): Token {
  const [text, point, onlyPoint, exponent] = number;
  if (exponent !== undefined) return { kind: 'double', text, at };
  return { kind: (point ?? onlyPoint) ? 'decimal' : 'integer', text, at };
}
