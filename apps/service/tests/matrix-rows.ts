import { PRINCIPALS, TABLE } from './matrix-table.ts';

/** A row of the table of who may call what. */
export interface Row {
  title: string;
  method: string;
  path: string;
  object: string;
  good: string;
  /** A cell for each of PRINCIPALS; undefined for a route that anybody may call. */
  cells: string[] | undefined;
}

export const ROWS: readonly Row[] = TABLE.split('\n')
  .filter((line) => /^[A-Z]+ \//.test(line))
  .map(readRow);

function readRow(line: string): Row {
  const [method = '', target = '', object = '', good = '', ...cells] = line.trim().split(/\s+/);
  const [path = ''] = target.split('#');
  const isOpen = cells[0] === 'everyone';
  const isWhole = isOpen || cells.length === PRINCIPALS.length;
  if (!isWhole) throw new Error(`${method} ${target} has ${cells.length} cells, not ${PRINCIPALS.length}`);
  const title = `${method} ${target}`;
  return { title, method, path, object, good: good.replace(':', ' '), cells: isOpen ? undefined : cells };
}
