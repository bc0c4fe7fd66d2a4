import { XPathError } from './ast.ts';
import { endOf, type Token, tokens } from './tokens.ts';

/** Open parentheses, predicates and other nestings at once. */
const MAX_DEPTH = 100;

/** A place in the tokens of an expression. */
export class TokenReader {
  readonly #tokens: Token[];
  readonly #source: string;
  readonly #end: Token;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokens(source);
    this.#end = endOf(source);
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? this.#end;
  }

  next(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }

  isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  }

  isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text;
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.#at++;
    return true;
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) this.fail(`"${text}" is missing before ${this.peek().text}`);
  }

  expectWord(text: string): void {
    if (!this.isWord(text)) this.fail(`"${text}" is missing before ${this.peek().text}`);
    this.#at++;
  }

  expectName(): Token & { kind: 'name' } {
    const token = this.next();
    if (token.kind !== 'name') this.fail(`A name is missing before ${token.text}`);
    return token;
  }

  /** Reads something nested, within the limit of depth. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.fail(`The expression is nested deeper than ${MAX_DEPTH}`);
    const result = read();
    this.#depth--;
    return result;
  }

  fail(message: string): never {
    const { at } = this.peek();
    throw new XPathError(`${message} (character ${at + 1}: ${this.#source.slice(at, at + 30)})`);
  }
}
