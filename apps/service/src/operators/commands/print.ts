import { stripVTControlCharacters } from 'node:util';

type Row = Record<string, unknown>;

/** The columns of a table, each by where its value stands in a row; `size.due` looks inside, `owners.0.name` at the first. */
export type Columns = readonly string[];

const WIDEST = 60;
const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer for people: a list as a table, a thing as its fields, a line each. */
export function forPeople(answer: unknown, columns: Columns | undefined): string {
  if (!isObject(answer)) return String(answer);
  const [name, rows] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? [];
  if (columns === undefined || !Array.isArray(rows)) return fields(answer);
  if (rows.length === 0) return `No ${name ?? 'rows'}.`;
  const more = typeof answer['nextCursor'] === 'string' ? `\nMore: --cursor ${answer['nextCursor']}` : '';
  return table(rows as Row[], columns) + more;
}

function table(rows: Row[], columns: Columns): string {
  const lines = [columns.map(title), ...rows.map((row) => columns.map((column) => text(at(row, column))))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const title = (column: string): string =>
  (column.split('.').at(-1) ?? '').replaceAll(/([A-Z])/g, ' $1').toUpperCase();

const at = (row: Row, column: string): unknown =>
  column
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
      row,
    );

function fields(answer: Row, indent = ''): string {
  const width = Math.max(0, ...Object.keys(answer).map((key) => key.length));
  return Object.entries(answer)
    .map(([key, value]) =>
      `${indent}${key.padEnd(width)}  ${block(value, `${indent}  `)}`.replace(/ +\n/, '\n'),
    )
    .join('\n');
}

function block(value: unknown, indent: string): string {
  if (isObject(value)) return `\n${fields(value, indent)}`;
  if (!Array.isArray(value)) return text(value, Number.POSITIVE_INFINITY);
  return value
    .map((one) => (isObject(one) ? `\n${fields(one, indent)}` : text(one)))
    .join(value.some(isObject) ? '\n' : ', ');
}

/** What others wrote moves no cursor and sets no colour. */
function text(value: unknown, most = WIDEST): string {
  if (value === undefined || value === null) return '';
  const line = stripVTControlCharacters(isObject(value) ? JSON.stringify(value) : String(value))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
