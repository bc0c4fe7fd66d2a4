import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { number } from '../../ui/format.ts';
import type { DocumentFilter } from './filter.ts';

const DIRECTIONS = [
  { label: 'All', direction: undefined },
  { label: 'Sent', direction: 'OUTBOUND' },
  { label: 'Received', direction: 'INBOUND' },
] as const;

/** How long one may pause while typing before the list follows. */
const PAUSE_MS = 300;

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
      <Words filter={filter} />
      {total !== undefined && (
        <span className="push dimmer">
          {number(shown)} of {number(total)}
        </span>
      )}
    </search>
  );
}

function Words({ filter }: { filter: DocumentFilter }) {
  const navigate = useNavigate();
  const [words, setWords] = useState(filter.q ?? '');
  const asked = filter.q ?? '';
  useEffect(() => setWords(asked), [asked]);
  useEffect(() => {
    if (words === asked) return;
    const timer = setTimeout(
      () => navigate({ to: '/documents', search: { ...filter, q: words || undefined }, replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [words, asked, filter, navigate]);
  return (
    <input
      className="field"
      type="search"
      maxLength={64}
      placeholder="Number, address or document id, from the start"
      aria-label="Number, address or document id"
      value={words}
      onChange={(event) => setWords(event.target.value)}
    />
  );
}
