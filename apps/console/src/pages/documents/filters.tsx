import { Link, useNavigate } from '@tanstack/react-router';
import { number } from '../../ui/format.ts';
import { WordsField } from '../../ui/words-field.tsx';
import { type DocumentFilter, unknownStatusesOf } from './filter.ts';

const DIRECTIONS = [
  { label: 'All', direction: undefined },
  { label: 'Sent', direction: 'OUTBOUND' },
  { label: 'Received', direction: 'INBOUND' },
] as const;

/** Direction and words, above the list. */
export function Filters({
  filter,
  shown,
  total,
}: {
  filter: DocumentFilter;
  shown: number;
  total: number | undefined;
}) {
  const navigate = useNavigate();
  return (
    <search className="filters">
      <fieldset className="seg">
        <legend className="sr">Direction</legend>
        {DIRECTIONS.map(({ label, direction }) => (
          <Link
            key={label}
            role="button"
            to="/documents"
            search={{ ...filter, direction }}
            aria-pressed={filter.direction === direction}
          >
            {label}
          </Link>
        ))}
      </fieldset>
      <Period filter={filter} />
      <WordsField
        label="Number, address, name or document id"
        value={filter.q ?? ''}
        onWords={(words) =>
          navigate({ to: '/documents', search: { ...filter, q: words || undefined }, replace: true })
        }
      />
      {unknownStatusesOf(filter).map((status) => (
        <Link
          key={status}
          className="btn sm"
          to="/documents"
          search={{ ...filter, status: without(filter.status, status) }}
        >
          status: {status}, not known here <span aria-hidden="true">×</span>
          <span className="sr">, take it away</span>
        </Link>
      ))}
      {total !== undefined && (
        <span className="push dimmer">
          {number(shown)} of {number(total)}
        </span>
      )}
    </search>
  );
}

const without = (statuses = '', status: string): string | undefined =>
  statuses
    .split(',')
    .filter((each) => each !== status)
    .join(',') || undefined;

const DAY_MS = 86_400_000;
const PERIODS = [
  { days: undefined, label: 'Any time' },
  { days: 1, label: 'Since yesterday' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
] as const;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Since when; a day in the address, so that the link keeps meaning the same. */
function Period({ filter }: { filter: DocumentFilter }) {
  const navigate = useNavigate();
  const known = PERIODS.find(
    ({ days }) => (days === undefined ? undefined : dateBefore(days)) === filter.from,
  );
  return (
    <select
      className="field"
      aria-label="Period"
      value={known ? (known.days ?? '') : 'other'}
      onChange={({ target }) => {
        const from = target.value === '' ? undefined : dateBefore(Number(target.value));
        void navigate({ to: '/documents', search: { ...filter, from, to: undefined }, replace: true });
      }}
    >
      {!known && <option value="other">Since {filter.from}</option>}
      {PERIODS.map(({ days, label }) => (
        <option key={label} value={days ?? ''}>
          {label}
        </option>
      ))}
    </select>
  );
}
