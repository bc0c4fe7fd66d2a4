import { IllFormed } from './ill-formed.ts';
import { SIMPLE_NAME } from './xml-name.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const RENEW_SCOPES = 4096;

interface Scope {
  parent: number;
  prefixes: Map<string, string>;
}

/** Which prefixes stand for which namespaces inside which declarations. Scope 0 is outside of all. */
export class Scopes {
  readonly #scopes: Scope[] = [{ parent: -1, prefixes: new Map([['', '']]) }];
  readonly #ids = new Map<string, number>();

  get isFull(): boolean {
    return this.#scopes.length > RENEW_SCOPES;
  }

  /** The scope inside `parent` with these declarations; equal ones are the same scope. @throws IllFormed */
  inside(parent: number, prefixes: Map<string, string>, offset: number): number {
    const key = `${parent} ${[...prefixes].flat().join('\u0000')}`;
    const found = this.#ids.get(key);
    if (found !== undefined) return found;
    for (const [prefix, uri] of prefixes) checkDeclaration(prefix, uri, offset);
    const id = this.#scopes.length;
    this.#scopes.push({ parent, prefixes });
    this.#ids.set(key, id);
    return id;
  }

  uriOf(prefix: string, scope: number): string | undefined {
    if (prefix === 'xml') return XML;
    for (let at = this.#scopes[scope]; at; at = this.#scopes[at.parent]) {
      const uri = at.prefixes.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
  }
}

/** [Namespaces in XML 1.0, 3 and 5]. */
function checkDeclaration(prefix: string, uri: string, offset: number): void {
  if (prefix !== '' && !SIMPLE_NAME.test(prefix))
    throw new IllFormed(`"${prefix.slice(0, 40)}" is no prefix`, offset);
  if (prefix !== '' && uri === '')
    throw new IllFormed(`The prefix "${prefix}" is declared as nothing`, offset);
  if (prefix === 'xmlns' || uri === XMLNS || (prefix === 'xml') !== (uri === XML))
    throw new IllFormed(`The prefix "${prefix}" must not be declared so`, offset);
}
