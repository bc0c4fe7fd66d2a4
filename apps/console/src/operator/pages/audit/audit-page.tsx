import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { type AuditLine, AuditTable } from '../../../ui/audit-table.tsx';
import { DayOfList } from '../../../ui/day-field.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { WordsField } from '../../../ui/words-field.tsx';
import { api } from '../../api/client.ts';
import type { AuditRow } from '../../api/types.ts';

const route = getRouteApi('/inside/audit');

interface Filter {
  q?: string | undefined;
  account?: string | undefined;
  operator?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const auditQuery = ({ q, account, operator, from, to }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit', { q, account, operator, from, to }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { q, accountId: account, operatorId: operator, from, to, limit: 50, cursor: pageParam };
      return call(api.GET('/operator/v1/audit', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** What every operator did, newest first. */
export function AuditPage() {
  const search = route.useSearch();
  const list = useInfiniteQuery(auditQuery(search));
  const isNarrowed = Object.values(search).some(Boolean);
  return (
    <Page title="Audit" lede="What each operator did, and from where. Nobody changes it.">
      <Filters filter={search} />
      <Listed
        list={list}
        rowsOf={(page) => page.rows}
        empty={
          <Empty title={isNarrowed ? 'Nothing fits' : 'Nothing was done so far'}>
            {isNarrowed && (
              <Link className="btn" to="/audit" search={{}}>
                Show everything
              </Link>
            )}
          </Empty>
        }
      >
        {(rows) => <AuditTable lines={rows.map(lineOf)} />}
      </Listed>
    </Page>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const narrow = (change: Filter, replace = false) =>
    navigate({ to: '/audit', search: { ...filter, ...change }, replace });
  return (
    <search className="filters">
      <WordsField
        label="Name, or what it was done to"
        value={filter.q ?? ''}
        onWords={(words) => narrow({ q: words || undefined }, true)}
      />
      <DayOfList label="from" value={filter.from} onDay={(from) => void narrow({ from })} />
      <DayOfList label="before" value={filter.to} onDay={(to) => void narrow({ to })} />
      {(['account', 'operator'] as const).map(
        (name) =>
          filter[name] && (
            <button key={name} type="button" className="btn sm" onClick={() => narrow({ [name]: undefined })}>
              Of one {name} ✕
            </button>
          ),
      )}
    </search>
  );
}

function lineOf(row: AuditRow): AuditLine {
  const { id, createdAt, actorName, tokenName, eventType, accountId, accountName, address } = row;
  return {
    id,
    createdAt,
    address,
    actor: actorName,
    actorDetail: tokenName && `by the token ${tokenName}`,
    what: <span className="mono">{eventType}</span>,
    target: (
      <>
        {row.targetName ?? row.targetId}
        {accountId && (
          <small>
            <Link className="quiet" to="/accounts/$id" params={{ id: accountId }}>
              {accountName ?? accountId}
            </Link>
          </small>
        )}
      </>
    ),
    detail: [
      row.targetSub,
      ...Object.entries(row.metadata).map(([name, value]) => `${name}: ${textOf(value)}`),
    ]
      .filter(Boolean)
      .join(' · '),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
