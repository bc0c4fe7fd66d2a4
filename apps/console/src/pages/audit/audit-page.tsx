import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { DayOfList } from '../../ui/day-field.tsx';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { AuditTable } from './audit-table.tsx';
import { KNOWN_EVENTS } from './audit-words.ts';

const route = getRouteApi('/inside/audit');

interface Filter {
  company?: string | undefined;
  q?: string | undefined;
  eventType?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const auditQuery = ({ company, ...filter }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit', company, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { ...filter, companyId: company, limit: 50, cursor: pageParam };
      return call(api.GET('/v1/audit', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** How long one may pause while typing before the list follows. */
const PAUSE_MS = 300;

/** Who did what, newest first. */
export function AuditPage() {
  const company = useScope();
  const { q, eventType, from, to } = route.useSearch();
  const filter = { company, q, eventType, from, to };
  const rights = useRights();
  const list = useInfiniteQuery({ ...auditQuery(filter), enabled: rights.role !== 'member' });
  if (rights.role === 'member')
    return (
      <Page title="Audit">
        <Empty title="Your role does not allow this">
          <p className="dim">The audit is for owners, and for admins of a company. Ask one of them.</p>
        </Empty>
      </Page>
    );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const isFiltered = Boolean(q || eventType || from || to);
  return (
    <Page title="Audit" lede="Who did what, and from where. Nobody changes it, neither you nor we.">
      <Filters filter={filter} />
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} again={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty title={isFiltered ? 'Nothing fits' : 'Nothing was done so far'}>
          <p className="dim">
            {isFiltered
              ? 'Take a word or a day away.'
              : 'What people, keys and the operator do appears here.'}
          </p>
        </Empty>
      )}
      {rows.length > 0 && <AuditTable rows={rows} />}
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
        </p>
      )}
    </Page>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const [words, setWords] = useState(filter.q ?? '');
  const asked = filter.q ?? '';
  useEffect(() => setWords(asked), [asked]);
  useEffect(() => {
    if (words === asked) return;
    const timer = setTimeout(
      () =>
        navigate({ to: '/audit', search: (before) => ({ ...before, q: words || undefined }), replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [words, asked, navigate]);
  const set = (name: 'eventType' | 'from' | 'to', value: string) =>
    navigate({ to: '/audit', search: (before) => ({ ...before, [name]: value || undefined }) });
  return (
    <search className="filters">
      <input
        className="field"
        type="search"
        maxLength={64}
        placeholder="Name, or what it was done to"
        aria-label="Name, or what it was done to"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <select
        className="field slim"
        aria-label="What was done"
        value={filter.eventType ?? ''}
        onChange={({ target }) => void set('eventType', target.value)}
      >
        <option value="">Everything</option>
        {Object.entries(KNOWN_EVENTS).map(([type, says]) => (
          <option key={type} value={type}>
            {says}
          </option>
        ))}
      </select>
      <DayOfList label="from" value={filter.from} onDay={(day) => void set('from', day ?? '')} />
      <DayOfList label="before" value={filter.to} onDay={(day) => void set('to', day ?? '')} />
    </search>
  );
}
