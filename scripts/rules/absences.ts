import type { Assertion } from '../../packages/validation/src/schematron/schema/schema.ts';
import { type Generated, generated, NEWEST, wrapped } from './generated.ts';
import { assertionsIn, schemaIn } from './read-official.ts';

/** `not(PATH)`; a line of either kind stands there in brackets. */
const NOT_THERE =
  /^not\((?:\((cac:InvoiceLine\|cac:CreditNoteLine)\)\/)?((?:\/\/)?[\w:]+(?:\/[\w:]+)*(?:\/@\w+)?)\)$/;
const NO_ATTRIBUTE = /^not\(\/\/@(\w+)\)$/;

/** These are about more than a path, and written by hand in packages/validation/src/rules/en16931. */
const BY_HAND = [
  'UBL-CR-002',
  'UBL-CR-412',
  'UBL-CR-665',
  'UBL-CR-666',
  'UBL-CR-673',
  'UBL-DT-01',
  'UBL-DT-06',
  'UBL-DT-07',
  'UBL-DT-18',
];

interface Tables {
  /** By parent: children behind the numbers of their rules. */
  header: Map<string, string[]>;
  lines: Map<string, string[]>;
  elsewhere: string[];
  attributes: string[];
}

function readTables(): Tables {
  const tables: Tables = { header: new Map(), lines: new Map(), elsewhere: [], attributes: [] };
  for (const { assertion } of assertionsIn(schemaIn(NEWEST, 'CEN-EN16931-UBL')))
    if (/^UBL-(CR|DT)-/.test(assertion.id) && !BY_HAND.includes(assertion.id)) enterRule(tables, assertion);
  return tables;
}

function enterRule(tables: Tables, { id, test, severity }: Assertion): void {
  const number = id.slice('UBL-CR-'.length);
  const [, attribute] = NO_ATTRIBUTE.exec(test) ?? [];
  const [, line, path] = NOT_THERE.exec(test) ?? [];
  if (severity !== 'WARNING') throw new Error(`${id} is an error, and of a table that has warnings`);
  if (attribute !== undefined) tables.attributes.push(`${id} ${attribute}`);
  else if (path === undefined) throw new Error(`${id} is to be written by hand, and named here`);
  else if (/^\/\/|@/.test(path)) tables.elsewhere.push(`${number} ${path}`);
  else if (line !== undefined) enter(tables.lines, `line/${path}`, number);
  else enter(tables.header, `document/${path}`, number);
}

function enter(table: Map<string, string[]>, path: string, number: string): void {
  const end = path.lastIndexOf('/');
  const parent = path.slice(0, end).replace('document/', '');
  table.set(parent, [...(table.get(parent) ?? []), `${number} ${path.slice(end + 1)}`]);
}

const INDENT = '  ';
const indented = (items: readonly string[]): string => INDENT + wrapped(items, ', ', INDENT);
const written = (table: ReadonlyMap<string, string[]>): string =>
  [...table].map(([parent, children]) => `${parent}\n${indented(children)}`).join('\n');
const constant = (about: string, name: string, table: string): string =>
  `/** ${about} */\nexport const ${name} = \`\n${table}\n\`;`;

/** What an invoice of EN 16931 does not have of UBL: the rules UBL-CR and UBL-DT that are about a path alone. */
export function absenceFiles(): Generated[] {
  const { header, lines, ...read } = readTables();
  const elsewhere = new Map([['document', read.elsewhere]]);
  const attributes = wrapped(read.attributes, ', ');
  const body = [
    constant('Elements of the header. Notation: see `absence-table.ts`.', 'HEADER', written(header)),
    constant('Elements of lines.', 'LINES', written(lines)),
    constant(
      'Attributes of elements, and elements that must stand nowhere.',
      'ELSEWHERE',
      written(elsewhere),
    ),
    constant('Attributes that must stand nowhere, behind the ids of their rules.', 'ATTRIBUTES', attributes),
  ];
  return [generated('rules/en16931/absences.gen.ts', `rule files of ${NEWEST}`, body.join('\n\n'))];
}
