import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Reply } from './endpoint.ts';

export type Cell = string | number | boolean | Date | null | undefined;

/**
 * Pages of rows to a CSV reply: UTF-8, RFC 4180, and no cell that a spreadsheet would run as a formula. The next page is
 * asked for when the caller has taken the one before, so that a long list needs no more memory than a short one.
 * [GEN-26]
 */
export async function csvReply<Row>(
  name: string,
  columns: readonly string[],
  pages: AsyncGenerator<Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): Promise<Reply> {
  // What is wrong with the question shows with its first page, while an error can still be answered.
  const first = await pages.next();
  async function* lines(): AsyncGenerator<string> {
    yield text([columns]);
    if (first.done) return;
    yield text(first.value.map(cellsOf));
    for await (const page of pages) yield text(page.map(cellsOf));
  }
  return { status: 200, body: Readable.from(lines(), { highWaterMark: 1 }), headers: headersOf(name) };
}

/** One page of rows; where the list goes on is said in a Link header, as the file has no place for it. */
export function csvPage(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  nextCursor: string | undefined,
): Reply {
  return { status: 200, body: text([columns, ...rows]), headers: headersOf(name), nextCursor };
}

const headersOf = (name: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
});

function text(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // A lone CR ends a line for some readers, so that it needs quotes too.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

function safeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
