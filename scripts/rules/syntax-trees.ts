import { isDeepStrictEqual } from 'node:util';
import { CODE_LISTS } from '../../packages/validation/src/rules/post-award/code-lists.ts';
import { syntaxFamily } from '../../packages/validation/src/rules/post-award/syntax-rules.ts';
import type { Assertion, Rule, Schema } from '../../packages/validation/src/schematron/schema/schema.ts';
import { type Generated, generated, NEWEST, wrapped } from './generated.ts';
import { listIn, schemaIn } from './read-official.ts';

/** By transaction: its file in packages/validation/src/rules/post-award/trees, and what its document is called. */
const TREES: Readonly<Record<string, readonly [file: string, document: string]>> = {
  T01: ['order', 'order'],
  T16: ['despatch-advice', 'despatch advice'],
  T19: ['catalogue', 'catalogue'],
  T58: ['catalogue-response', 'catalogue response'],
  T71: ['message-level-response', 'message level response'],
  T76: ['order-response', 'order response'],
  T77: ['punch-out', 'punch-out cart'],
  T110: ['order-agreement', 'order agreement'],
  T111: ['invoice-response', 'invoice response'],
  T114: ['order-change', 'order change'],
  T115: ['order-cancellation', 'order cancellation'],
  T116: ['order-response-advanced', 'advanced order response'],
};

/** What the lists of the official files are called in `code-lists.ts`; both must have the same codes. */
const LISTS: Readonly<Record<string, string>> = {
  $clActionCode_header: 'catalogue-action',
  $clActionCode_line: 'catalogue-line-action',
  $clClarificationListID: 'clarification-list',
  $clGS17009: 'packaging-level',
  $clICD: 'icd',
  $clISO3166: 'country',
  $clISO4217: 'currency',
  $clImage: 'image',
  $clMimeCode: 'mime',
  $clNA: 'not-applicable',
  $clOPStatusAction: 'status-action',
  $clOPStatusReason: 'status-reason',
  $clPackagingMarkedLabelAccreditationCode: 'packaging-label',
  $clProductTraceIDschemeIDCode: 'product-trace-scheme',
  $clStatusReason: 'message-status-reason',
  $clTransactionCondition: 'transaction-condition',
  $clTransportHandlingUnitIDschemID: 'handling-unit-scheme',
  $clTrueFalse: 'boolean',
  $clUNCL1001: 'document-name',
  $clUNCL1001_T01: 'order-type',
  $clUNCL1229: 'line-response',
  $clUNCL1229_CHANGE: 'line-change',
  $clUNCL4219: 'transport-priority',
  $clUNCL4343: 'response',
  '$clUNCL4343-T111': 'invoice-response',
  '$clUNCL4343-T76': 'order-response',
  $clUNCL5189: 'allowance-reason',
  $clUNCL5387: 'price-type',
  $clUNCL6313: 'measured-attribute',
  '$clUNCL6313-T16': 'despatch-measure',
  $clUNCL7143: 'item-type',
  $clUNCL7161: 'charge-reason',
  $clUNCL8273: 'dangerous-goods',
  $clUNECERec19: 'transport-mode',
  $clUNECERec20: 'unit',
  $clUNECERec21: 'package',
  $cleas: 'eas',
};

interface Element {
  name: string;
  /** Undefined while nothing is known that is checked of it. */
  row: string | undefined;
  isClosed: boolean;
  mandatory: Set<string>;
  /** Behind the name: fixed text, lists, attributes. */
  demands: string;
  children: Element[];
}

const PATH = /^\/ubl:(\w+(?:\/c[ab]c:\w+)*)(\/\*)?$/;
const ROW = /B(\d{3})\d{2}$/;

/** Reads the rules of the syntax of a transaction, which name each element by its path. */
class TreeReader {
  readonly #schema: Schema;
  readonly #elements = new Map<string, Element>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  read(rules: readonly Rule[]): Element {
    for (const { context, assertions } of rules) {
      const [, path = mistake(context), all] = PATH.exec(context) ?? [];
      const element = this.#element(path);
      const [first] = assertions;
      if (first) element.row = ROW.exec(first.id)?.[1] ?? mistake(first.id);
      if (all) element.isClosed = first?.test === 'false()' || mistake(context);
      else for (const assertion of assertions) this.#enter(element, assertion);
    }
    const [root = mistake('nothing')] = this.#elements.values();
    return root;
  }

  #element(path: string): Element {
    const known = this.#elements.get(path);
    if (known) return known;
    const [parent, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const made: Element = {
      name,
      row: undefined,
      isClosed: false,
      mandatory: new Set(),
      demands: '',
      children: [],
    };
    if (this.#elements.size > 0) (this.#elements.get(parent) ?? mistake(path)).children.push(made);
    this.#elements.set(path, made);
    return made;
  }

  #enter(element: Element, { test }: Assertion): void {
    if (/^c[ab]c:\w+$/.test(test)) element.mandatory.add(test);
    else if (test !== 'not(@*:schemaLocation)')
      element.demands = this.#demanded(test).reduce(joined, element.demands);
  }

  /** In the notation of `syntax-tree.ts`. */
  #demanded(test: string): string[] {
    const [, fixed] = /^normalize-space\(text\(\)\) = '([^']*)'$/.exec(test) ?? [];
    if (fixed !== undefined) return [`=${fixed}`];
    const [, must] = /^@(\w+)$/.exec(test) ?? [];
    if (must !== undefined) return [` @${must}!`];
    const [, attribute, variable] =
      /^not\(@(\w+)\) or \(some \$code in (\$[\w-]+) satisfies \$code = @\1\)$/.exec(test) ?? [];
    if (attribute !== undefined) return [` @${attribute}`, `{${this.#list(variable ?? '')}}`];
    const parts = test
      .split(' or ')
      .map((part) =>
        /^\(some \$code in (\$[\w-]+) satisfies \$code = normalize-space\(text\(\)\)\)$/.exec(part),
      );
    return [`{${parts.map((part) => this.#list(part?.[1] ?? mistake(test))).join('|')}}`];
  }

  #list(variable: string): string {
    const name = LISTS[variable] ?? mistake(variable);
    if (!isDeepStrictEqual(new Set(listIn(this.#schema, variable)), CODE_LISTS.get(name)?.codes))
      throw new Error(`${variable} has other codes than ${name}`);
    return name;
  }
}

/** An attribute is named once: `@schemeID!` and its list are two tests. */
const joined = (demands: string, next: string): string =>
  demands.endsWith(`${next}!`) ? demands : demands + next;

function mistake(text: string): never {
  throw new Error(`"${text}" is not understood as a rule of syntax`);
}

/**
 * Rows of the official files where they have a rule; a parent without one gets the place that it has there at least, so
 * that its line can be named.
 */
function numberParents(element: Element, before = 0): number {
  let last = Math.max(before + 1, Number(element.row ?? 0));
  if (element.children.length > 0) element.row ??= String(last).padStart(3, '0');
  for (const child of element.children) last = numberParents(child, last);
  return last;
}

const localName = ({ name }: Element): string => name.slice(name.indexOf(':') + 1);

/** The line of a parent, and those of the parents below it. */
function linesOf(element: Element): string[] {
  if (element.children.length === 0) return [];
  const items = element.children.map((child) => {
    const row = child.row === undefined ? '' : `${child.row} `;
    return `${row}${localName(child)}${element.mandatory.has(child.name) ? '!' : ''}${child.demands}`;
  });
  if (!element.isClosed) items.push('...');
  const [first = '', ...others] = items;
  const line = wrapped([`${element.row} ${localName(element)}: ${first}`, ...others], ', ', '     ');
  return [line, ...element.children.flatMap(linesOf)];
}

/** Ids and where they look, as `B01302 /Order/cac:ValidityPeriod/*`. */
function demandedOf(rules: readonly Rule[]): string[] {
  return rules
    .flatMap(({ context, assertions }) =>
      assertions.map(({ id }) => `${id} ${context.replace('/ubl:', '/')}`),
    )
    .sort();
}

function checkedBy(transaction: string, tree: string): string[] {
  const blocks = syntaxFamily(transaction, '', tree).patterns?.flat() ?? [];
  return blocks.flatMap(({ at, rules }) => rules.map(({ id }) => `${id} ${at[0]}`)).sort();
}

function fileOf(transaction: string, name: string, document: string): Generated {
  const schema = schemaIn(NEWEST, `PEPPOLBIS-${transaction}`);
  const isSyntax = ({ id }: Assertion): boolean => id.startsWith(`PEPPOL-${transaction}-B`);
  const pattern = schema.patterns.find(({ rules }) => rules.some((rule) => rule.assertions.some(isSyntax)));
  const rules = pattern?.rules ?? [];
  const root = new TreeReader(schema).read(rules);
  numberParents(root);
  const tree = linesOf(root).join('\n');
  if (!isDeepStrictEqual(checkedBy(transaction, tree), demandedOf(rules)))
    throw new Error(`The tree of ${transaction} makes other rules than the official file has`);
  const about = `/** What may stand in a Peppol ${document} (${transaction}); the notation is explained in \`../syntax-tree.ts\`. */`;
  const constant = `${name.replaceAll('-', '_').toUpperCase()}_TREE`;
  return generated(
    `rules/post-award/trees/${name}.gen.ts`,
    `rule files of ${NEWEST}`,
    `${about}\nexport const ${constant} = \`\n${tree}\n\`;`,
  );
}

/** The syntax trees of the transactions that follow an award. Each is read back, and must make the official ids. */
export const syntaxTreeFiles = (): Generated[] =>
  Object.entries(TREES).map(([transaction, [file, document]]) => fileOf(transaction, file, document));
