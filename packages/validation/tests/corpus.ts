import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseXml } from '@pappel/xml/parse';
import { attributeOf, childElements, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';

/** The official unit tests and examples, which lie beside the project and not in it. */
export const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');
export const hasCorpus = existsSync(CORPUS);

const VEFA = 'http://difi.no/xsd/vefa/validator/1.0';

export interface Expectation {
  rule: string;
  /** How often it must fire; 0 for a success. */
  count: number;
}

export interface Instance {
  /** File and number within it. */
  id: string;
  /** Folder below the corpus, such as `peppol-billing/unit-UBL-DE`. */
  set: string;
  xml: Buffer;
  /** Empty for an example. */
  expectations: Expectation[];
}

/** Every document of the corpus: the instances of the unit tests and the examples. */
export function readCorpus(): Instance[] {
  const names = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).sort();
  return names.filter((name) => /\.xml?$/i.test(name)).flatMap((name) => readFile(join(CORPUS, name)));
}

function readFile(file: string): Instance[] {
  const bytes = readFileSync(file);
  const set = relative(CORPUS, join(file, '..')).split('/').slice(0, 2).join('/');
  const root = parseXml(bytes);
  if (root.namespace !== VEFA) return [{ id: relative(CORPUS, file), set, xml: bytes, expectations: [] }];
  const common = childrenNamed(root, VEFA, 'assert');
  const scope = common.flatMap((one) => childrenNamed(one, VEFA, 'scope').map((id) => textOf(id).trim()));
  return childrenNamed(root, VEFA, 'test').flatMap((one, index) => {
    const instance = childElements(one).find((element) => element.namespace !== VEFA);
    if (!instance) return [];
    const expectations = expectationsOf(one).filter(({ rule }) => scope.length === 0 || scope.includes(rule));
    return [{ id: `${set}/${basename(file)}#${index + 1}`, set, xml: cutOut(instance), expectations }];
  });
}

function expectationsOf(test: XmlElement): Expectation[] {
  return childrenNamed(test, VEFA, 'assert').flatMap((assert) =>
    childElements(assert)
      .filter(({ localName }) => ['success', 'warning', 'error', 'fatal'].includes(localName))
      .map((element) => ({
        rule: textOf(element).trim(),
        count: element.localName === 'success' ? 0 : Number(attributeOf(element, 'number') ?? 1),
      })),
  );
}

/** An element as a document of its own: with the declarations that it takes from around it. */
export function cutOut(element: XmlElement): Buffer {
  const own = new Set(element.declarations.map(({ prefix }) => prefix));
  let inherited = '';
  for (let at = element.parent; at; at = at.parent)
    for (const { prefix, uri } of at.declarations) {
      if (own.has(prefix)) continue;
      own.add(prefix);
      if (uri !== '') inherited += prefix === '' ? ` xmlns="${uri}"` : ` xmlns:${prefix}="${uri}"`;
    }
  const text = Buffer.from(element.source).toString('utf8', element.start, element.end);
  return Buffer.from(text.replace(/^<[^\s/>]+/, (start) => start + inherited));
}
