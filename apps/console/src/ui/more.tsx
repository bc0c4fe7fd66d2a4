import { number } from './format.ts';

/** The next page of a list, where there is one. */
export function More(props: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  shown: number;
  total: number | undefined;
}) {
  const { list, shown, total } = props;
  if (!list.hasNextPage) return null;
  return (
    <p className="more">
      <button
        type="button"
        className="btn"
        aria-disabled={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        Show more
      </button>
      {total === undefined ? `${number(shown)} shown` : `${number(shown)} of ${number(total)}`}
    </p>
  );
}
