import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { dayAndHour } from '../../ui/when.ts';

/** What was done to an address, newest first. */
export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['participants', id, 'audit'],
    queryFn: () =>
      call(api.GET('/v1/participants/{id}/audit', { params: { path: { id }, query: { limit: 50 } } })),
  });

/** Who did what to an address, newest first. */
export function AddressAudit({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(auditQuery(id));
  return (
    <section aria-labelledby="happened">
      <div className="sec">
        <h2 id="happened">What happened</h2>
        {data?.nextCursor && <span className="end">the last 50</span>}
      </div>
      {isPending && <Loading lines={4} />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data?.rows.length === 0 && <p className="quiet">Nothing yet.</p>}
      <ol className="hist told">
        {data?.rows.map(({ id: key, createdAt, eventType, metadata, actorName }) => (
          <li key={key}>
            <time dateTime={createdAt} title={createdAt}>
              {dayAndHour(createdAt)}
            </time>
            <Lenticel mark="rest" />
            <div>
              <span className="mono">{eventType}</span> <span className="dim">{detailOf(metadata)}</span>
            </div>
            <span className="dim">{actorName}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a record says besides, in one line; as text, whatever it is. */
function detailOf(metadata: Readonly<Record<string, unknown>>): string {
  const { from, to, ...others } = metadata;
  const change = typeof from === 'string' && typeof to === 'string' ? [`${from} to ${to}`] : [];
  const rest = Object.entries(others)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${value}`);
  return [...change, ...rest].join(', ').slice(0, 200);
}
