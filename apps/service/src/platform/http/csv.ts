import { stringify } from 'csv-stringify/sync';
import type { Reply } from './endpoint.ts';

type Cell = string | number | boolean | Date | null | undefined;

/** Rows to a CSV reply: UTF-8, RFC 4180, and no cell that a spreadsheet would run as a formula. [contract L216] */
export function csvReply(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Reply {
  const body = stringify([columns, ...rows.map((row) => row.map(safeCell))], { record_delimiter: '\r\n' });
  return {
    status: 200,
    body,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  };
}

function safeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
