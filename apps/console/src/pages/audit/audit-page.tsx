import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { DayOfList } from '../../ui/day-field.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty } from '../../ui/states.tsx';
import { WordsField } from '../../ui/words-field.tsx';
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
  const isFiltered = Boolean(q || eventType || from || to);
  return (
    <Page title="Audit" lede="Who did what, and from where. Nobody changes it, neither you nor we.">
      <Filters filter={filter} />
      <Listed
        list={list}
        rowsOf={(page) => page.rows}
        empty={
          <Empty title={isFiltered ? 'Nothing fits' : 'Nothing was done so far'}>
            <p className="dim">
              {isFiltered
                ? 'Take a word or a day away.'
                : 'What people, keys and the operator do appears here.'}
            </p>
          </Empty>
        }
      >
        {(rows) => <AuditTable rows={rows} />}
      </Listed>
    </Page>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const narrow = (change: Filter, replace = false) =>
    navigate({ to: '/audit', search: (before) => ({ ...before, ...change }), replace });
  return (
    <search className="filters">
      <WordsField
        label="Name, or what it was done to"
        value={filter.q ?? ''}
        onWords={(words) => narrow({ q: words || undefined }, true)}
      />
      <select
        className="field slim"
        aria-label="What was done"
        value={filter.eventType ?? ''}
        onChange={({ target }) => narrow({ eventType: target.value || undefined })}
      >
        <option value="">Everything</option>
        {Object.entries(KNOWN_EVENTS).map(([type, says]) => (
          <option key={type} value={type}>
            {says}
          </option>
        ))}
      </select>
      <DayOfList label="from" value={filter.from} onDay={(from) => void narrow({ from })} />
      <DayOfList label="before" value={filter.to} onDay={(to) => void narrow({ to })} />
    </search>
  );
}
