import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** What of a row is its own; all else is as in the row that it was made after. */
export type Own<Row> = Readonly<Record<string, (row: Row) => string>>;

const CHUNK = 1 << 18;

/** A way to write rows of a table that are like one it has. */
export interface Pattern<Row> {
  table: string;
  columns: string;
  lineOf: (row: Row) => string;
}

/** The pattern of the row that is found so, in the format of COPY; columns that the table does not have are left out. */
export async function patternOf<Row>(
  client: Client,
  table: string,
  where: string,
  own: Own<Row>,
): Promise<Pattern<Row>> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const columns = names.join();
  const line = await text(
    client.query(copyTo(`copy (select ${columns} from ${table} where ${where} limit 1) to stdout`)),
  );
  const fields = line.replace('\n', '').split('\t');
  if (fields.length !== names.length) throw new Error(`${table} has no row where ${where}`);
  const parts = fields.map((field, i) => own[names[i] ?? ''] ?? field);
  const lineOf = (row: Row): string =>
    `${parts.map((part) => (typeof part === 'string' ? part : part(row))).join('\t')}\n`;
  return { table, columns, lineOf };
}

/** Writes a row for each, by COPY; where the table was emptied just before in this transaction, as rows that need no vacuum. */
export async function copyRows<Row>(
  client: Client,
  { table, columns }: Pick<Pattern<Row>, 'table' | 'columns'>,
  lines: Iterable<string>,
  how: '' | 'with (freeze)' = '',
): Promise<void> {
  function* chunks() {
    let chunk = '';
    for (const line of lines) {
      chunk += line;
      if (chunk.length < CHUNK) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    if (chunk !== '') yield Buffer.from(chunk);
  }
  await pipeline(
    Readable.from(chunks()),
    client.query(copyFrom(`copy ${table} (${columns}) from stdin ${how}`)),
  );
}
