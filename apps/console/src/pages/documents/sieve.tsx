import { Link } from '@tanstack/react-router';
import { SIEVE } from '../../texts/statuses.ts';
import { number } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import type { DocumentFilter } from './filter.ts';

/** The statuses with their counts, as filter. */
export function Sieve(props: {
  filter: DocumentFilter;
  counts: Readonly<Record<string, number>> | undefined;
  total: number | undefined;
}) {
  const { filter, counts, total } = props;
  const { status: chosen, ...others } = filter;
  return (
    <nav className="sieve" aria-label="Status">
      <Link to="/documents" search={others} activeOptions={{ exact: true }}>
        <b>{total === undefined ? '…' : number(total)}</b>All
      </Link>
      {SIEVE.map(({ label, tone, mark, statuses }) => {
        const status = statuses.join(',');
        const count = statuses.reduce((sum, each) => sum + (counts?.[each] ?? 0), 0);
        return (
          <Link
            key={label}
            to="/documents"
            search={{ ...others, status }}
            className={count === 0 ? 'zero' : ''}
            aria-current={chosen === status ? 'true' : undefined}
          >
            <b>{counts ? number(count) : '…'}</b>
            <Lenticel mark={mark} tone={tone} />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
