import type { ReactNode } from 'react';
import { Answered, type Asked } from './answered.tsx';
import { number } from './format.ts';

/** A list that comes page by page. */
interface Pages<Page> extends Asked<{ pages: readonly Page[] }> {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The rows of a list, what stands there when there are none, and the way to the next page. */
export function Listed<Page, Row>(props: {
  list: Pages<Page>;
  rowsOf: (page: Page) => readonly Row[];
  /** How many there are, where the service says it. */
  total?: number | undefined;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { list, rowsOf, total, empty, children } = props;
  return (
    <Answered query={list}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf);
        if (rows.length === 0) return empty;
        return (
          <>
            {children(rows)}
            {list.hasNextPage && (
              <p className="more">
                <button
                  type="button"
                  className="btn"
                  aria-disabled={list.isFetchingNextPage}
                  onClick={() => list.fetchNextPage()}
                >
                  Show more
                </button>
                {total === undefined
                  ? `${number(rows.length)} shown`
                  : `${number(rows.length)} of ${number(total)}`}
              </p>
            )}
          </>
        );
      }}
    </Answered>
  );
}
