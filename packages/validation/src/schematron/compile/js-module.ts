import { XPathError } from '../xpath/ast.ts';

/** Local variables are written with this mark, which no literal contains: literals are ASCII. */
const MARK = '§';
const LOCALS = /§\d+/g;
const DECLARED = /(?:const|let) (§\d+)/g;

const MAX_FUNCTION = 400_000;
const MAX_MODULE = 24_000_000;

/**
 * The JavaScript being written. Functions with the same text are one function; a function that depends on no local
 * variable is evaluated once a document.
 */
export class JsModule {
  readonly names: { uri: string; localName: string }[] = [];
  readonly #nameNumbers = new Map<string, number>();
  readonly #definitions: string[] = [];
  readonly #functions = new Map<string, string>();
  readonly #constants = new Map<string, string>();
  readonly #memos = new Map<string, string>();
  #locals = 0;
  #length = 0;
  #letCount = 0;

  get definitions(): readonly string[] {
    return this.#definitions;
  }

  get memoCount(): number {
    return this.#memos.size;
  }

  get letCount(): number {
    return this.#letCount;
  }

  nextLet(): number {
    return this.#letCount++;
  }

  /** A local variable that is nowhere else. */
  local(): string {
    return MARK + this.#locals++;
  }

  add(definition: string): void {
    this.#length += definition.length;
    if (this.#length > MAX_MODULE) throw new XPathError('The rules are too large when they are compiled');
    this.#definitions.push(definition);
  }

  /** What a name of an element or attribute is compared to. */
  name(uri: string, localName: string): string {
    const key = `${uri} ${localName}`;
    let number = this.#nameNumbers.get(key);
    if (number === undefined) {
      number = this.names.length;
      this.#nameNumbers.set(key, number);
      this.names.push({ uri, localName });
    }
    return `N[${number}]`;
  }

  /** Something made once, when the rules are loaded. */
  constant(js: string): string {
    let name = this.#constants.get(js);
    if (!name) {
      name = `k${this.#constants.size}`;
      this.#constants.set(js, name);
      this.add(`const ${name}=${js};`);
    }
    return name;
  }

  /** The name of a function of these parameters, which are all the local variables that it may take from outside. */
  define(parameters: readonly string[], body: string): string {
    if (body.length > MAX_FUNCTION) throw new XPathError('The expression is too large when it is compiled');
    const text = renamed(`(${parameters.join(',')}){${body}}`);
    let name = this.#functions.get(text);
    if (!name) {
      name = `f${this.#functions.size}`;
      this.#functions.set(text, name);
      this.add(`function ${name}${text}`);
    }
    return name;
  }

  /** A call of a function with these parameters and arguments; local variables of outside are passed on as well. */
  call(parameters: readonly string[], given: readonly string[], body: string): string {
    const free = freeLocals(body).filter((name) => !parameters.includes(name));
    return `${this.define([...parameters, ...free], body)}(${[...given, ...free].join(',')})`;
  }

  /** Statements that return, as an expression: a call with the local variables that they use. */
  hoist(body: string): string {
    const free = freeLocals(body);
    const name = this.define(free, body);
    return free.length === 0 ? this.#once(name) : `${name}(${free.join(',')})`;
  }

  /** A call of a function without parameters that is made once a document. */
  #once(name: string): string {
    let memo = this.#memos.get(name);
    if (!memo) {
      const slot = this.#memos.size;
      memo = `m${slot}`;
      this.#memos.set(name, memo);
      this.add(
        `function ${memo}(){const v=M[${slot}];return v===UNSET||v===FAILED?remember(M,${slot},${name}):v}`,
      );
    }
    return `${memo}()`;
  }
}

/** The local variables that a text uses but does not declare. */
function freeLocals(body: string): string[] {
  const declared = new Set(Array.from(body.matchAll(DECLARED), ([, name]) => name ?? ''));
  return [...new Set(body.match(LOCALS))].filter((name) => !declared.has(name));
}

/** Local variables by their order in the text, so that what does the same reads the same. */
function renamed(text: string): string {
  const names = new Map<string, string>();
  return text.replace(LOCALS, (local) => {
    let name = names.get(local);
    if (!name) {
      name = `v${names.size}`;
      names.set(local, name);
    }
    return name;
  });
}

/** A function with locals of its own, ready to be written. */
export const namedFunction = (name: string, parameters: readonly string[], body: string): string =>
  `function ${name}${renamed(`(${parameters.join(',')}){${body}}`)}`;

/** Text as a JavaScript literal, all of it ASCII. */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const isSimple = (js: string): boolean => /^(?:§\d+|-?\d+|undefined|true|false)$/.test(js);
