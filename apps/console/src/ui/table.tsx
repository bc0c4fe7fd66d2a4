import type { TableHTMLAttributes } from 'react';
import { useNarrow } from './use-narrow.ts';

/** What stands above a column; figures stand at the right. */
export type Column = string | { name: string; isFigure?: true; isHidden?: true };

/** A column of figures. */
export const figures = (name: string): Column => ({ name, isFigure: true });
/** The last column, of what can be done with a row: only who listens is told what it is. */
export const ACTIONS: Column = { name: 'Actions', isHidden: true };

/** A table that scrolls in itself where the window is narrow, by keyboard too. */
export function Table(
  props: TableHTMLAttributes<HTMLTableElement> & {
    /** What it lists, for who does not see where it stands. */
    caption?: string;
    /** Its head; what is false is left out. */
    columns?: readonly (Column | false)[];
  },
) {
  const { className = '', caption, columns, children, ...table } = props;
  const isNarrow = useNarrow();
  return (
    <table className={`tbl ${className}`.trim()} {...(isNarrow ? { tabIndex: 0 } : {})} {...table}>
      {caption && <caption className="sr">{caption}</caption>}
      {columns && <Head columns={columns.filter((column) => column !== false)} />}
      {children}
    </table>
  );
}

function Head({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { name, isFigure, isHidden } = typeof column === 'string' ? { name: column } : column;
          return (
            <th key={name} className={isFigure && 'num'}>
              {isHidden ? <span className="sr">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
