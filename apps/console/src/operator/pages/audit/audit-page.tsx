import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { call } from '../../../api/answer.ts';
import { DayOfList } from '../../../ui/day-field.tsx';
import { clock, day } from '../../../ui/format.ts';
import { More } from '../../../ui/more.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
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
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const isNarrowed = Object.values(search).some(Boolean);
  return (
    <Page title="Audit" lede="What each operator did, and from where. Nobody changes it.">
      <Filters filter={search} />
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} again={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty title={isNarrowed ? 'Nothing fits' : 'Nothing was done so far'}>
          {isNarrowed && (
            <Link className="btn" to="/audit" search={{}}>
              Show everything
            </Link>
          )}
        </Empty>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      <More list={list} shown={rows.length} total={undefined} />
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
      {(['from', 'to'] as const).map((name) => (
        <DayOfList
          key={name}
          label={name === 'from' ? 'from' : 'before'}
          value={filter[name]}
          onDay={(day) => void narrow({ [name]: day })}
        />
      ))}
      {filter.account && (
        <button type="button" className="btn sm" onClick={() => narrow({ account: undefined })}>
          Of one account ✕
        </button>
      )}
    </search>
  );
}

function Rows({ rows }: { rows: readonly AuditRow[] }) {
  const days = [...Map.groupBy(rows, ({ createdAt }) => day(createdAt))];
  return (
    <Table className="audit" caption="Audit" columns={['Time', 'Who', 'What', 'On what', 'From']}>
      <tbody>
        {days.map(([name, ofDay]) => (
          <Fragment key={name}>
            <tr className="day">
              <td colSpan={5}>{name}</td>
            </tr>
            {ofDay.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row }: { row: AuditRow }) {
  const { actorName, tokenName, eventType, accountId, accountName, address, createdAt } = row;
  const target = row.targetName ?? row.targetId ?? '';
  const details = [
    row.targetSub,
    ...Object.entries(row.metadata).map(([name, value]) => `${name}: ${textOf(value)}`),
  ];
  return (
    <tr>
      <td>
        <time className="mono" dateTime={createdAt} title={createdAt}>
          {clock(createdAt)}
        </time>
      </td>
      <td>
        <strong>{actorName}</strong>
        {tokenName && <small>by the token {tokenName}</small>}
      </td>
      <td className="mono">{eventType}</td>
      <td>
        {target}
        {accountId && (
          <small>
            <Link className="quiet" to="/accounts/$id" params={{ id: accountId }}>
              {accountName ?? accountId}
            </Link>
          </small>
        )}
        <small className="detail">{details.filter(Boolean).join(' · ')}</small>
      </td>
      <td className="mono dim from">{address}</td>
    </tr>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
