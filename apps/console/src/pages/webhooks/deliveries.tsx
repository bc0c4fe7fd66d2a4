import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { number } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { shortTime } from '../../ui/when.ts';
import { type Delivery, type DeliveryFilter, deliveriesQuery, deliveryCountsQuery } from './queries.ts';
import { answerOf, DELIVERY_STATUSES } from './words.ts';

/** What endpoints were told, newest first. */
export function Deliveries({ filter, open }: { filter: DeliveryFilter; open: string | undefined }) {
  const list = useInfiniteQuery(deliveriesQuery(filter));
  const counts = useQuery(deliveryCountsQuery(filter));
  const rows = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const total = filter.status ? (counts.data?.byStatus[filter.status] ?? 0) : counts.data?.total;
  return (
    <section aria-label="Deliveries">
      <Head filter={filter} counts={counts.data} total={total} />
      {list.isPending && <Loading />}
      {list.error && <Failed error={list.error} again={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <p className="dim none">
          {filter.status || filter.endpoint || filter.message
            ? 'No delivery fits.'
            : 'Nothing was told so far.'}
        </p>
      )}
      {rows.length > 0 && (
        <Rows rows={rows} attempts={list.data?.pages[0]?.schedule.length ?? 0} open={open} />
      )}
      <div className="more">
        {list.hasNextPage && (
          <button type="button" className="btn sm" onClick={() => list.fetchNextPage()}>
            Show more
          </button>
        )}
        <Again filter={filter} total={total ?? 0} />
        {rows.length > 0 && <span>Order is not promised; take data.status as of its moment.</span>}
      </div>
    </section>
  );
}

function Head(props: {
  filter: DeliveryFilter;
  counts: { byStatus: Record<string, number> } | undefined;
  total: number | undefined;
}) {
  const { filter, counts, total } = props;
  const navigate = useNavigate();
  const choose = (status: string) =>
    navigate({ to: '/webhooks', search: (before) => ({ ...before, status: status || undefined }) });
  return (
    <div className="sec">
      <h2>Deliveries</h2>
      <span className="end">
        {(filter.endpoint || filter.message) && (
          <Link
            className="link"
            to="/webhooks"
            search={(before) => ({ ...before, endpoint: undefined, message: undefined })}
          >
            {filter.message ? 'of this document' : 'of this endpoint'}, show all
          </Link>
        )}
        <select
          className="field slim"
          aria-label="Status of the deliveries"
          value={filter.status ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">All</option>
          {Object.entries(DELIVERY_STATUSES).map(([status, { label }]) => (
            <option key={status} value={status}>
              {label}
              {counts ? ` ${number(counts.byStatus[status] ?? 0)}` : ''}
            </option>
          ))}
        </select>
        {total !== undefined && <span>{number(total)}</span>}
      </span>
    </div>
  );
}

function Rows(props: {
  rows: readonly Delivery[];
  /** How many the plan has; what a person asks for counts anew. */
  attempts: number;
  open: string | undefined;
}) {
  const { rows, attempts, open } = props;
  return (
    <Table
      className="told"
      columns={['State', 'Event', figures('Answer'), figures('Attempt'), figures('Event of')]}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.id === open ? 'sel' : ''}>
            <td>
              <Pill {...DELIVERY_STATUSES[row.status]} />
            </td>
            <td>
              <Link
                to="/webhooks"
                search={(before) => ({ ...before, delivery: row.id })}
                aria-current={row.id === open}
              >
                <span className="mono">{row.eventType}</span>
              </Link>
              {row.lastError && row.lastStatusCode === undefined && <small>{row.lastError}</small>}
            </td>
            <td className="num">{answerOf(row)}</td>
            <td className="num dim">
              {row.attempts} of {Math.max(attempts, row.attempts)}
            </td>
            <td className="num">
              <time className="mono" dateTime={row.createdAt} title={row.createdAt}>
                {shortTime(row.createdAt)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** One after another, so that a person can stop, and no endpoint is met by a crowd. */
const AT_ONCE = 100;

/** Sends again what fits the filter, where that is something that failed or still waits. */
function Again({ filter, total }: { filter: DeliveryFilter; total: number }) {
  const { isAdmin } = useRights();
  const [isAsked, setAsked] = useState(false);
  if (!isAdmin || total === 0 || (filter.status !== 'PENDING' && filter.status !== 'FAILED')) return null;
  const count = Math.min(total, AT_ONCE);
  const replayAll = async () => {
    const { pages } = await queryClient.ensureInfiniteQueryData({ ...deliveriesQuery(filter), pages: 4 });
    const ids = pages.flatMap((page) => page.deliveries.map(({ id }) => id)).slice(0, AT_ONCE);
    for (const id of ids)
      await call(api.POST('/v1/webhooks/deliveries/{id}/replay', { params: { path: { id } } }));
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
  return (
    <>
      <button type="button" className="btn sm" onClick={() => setAsked(true)}>
        {total > AT_ONCE
          ? `Replay ${number(count)} of ${number(total)} now`
          : `Replay all ${number(total)} now`}
      </button>
      {isAsked && (
        <Confirm
          title={count === 1 ? 'Send one delivery again' : `Send ${number(count)} deliveries again`}
          verb="Send again"
          isHarmless
          close={() => setAsked(false)}
          act={replayAll}
        >
          <p>
            Each goes out at once under the webhook-id it had, so that your side knows what it has already.
          </p>
        </Confirm>
      )}
    </>
  );
}
