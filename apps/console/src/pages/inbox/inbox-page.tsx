import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { refreshSoon, useEvents } from '../../api/live.ts';
import { announce } from '../../ui/announce.tsx';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { count, number, typeName } from '../../ui/format.ts';
import { usePageKeys } from '../../ui/keys.ts';
import { Icon, Lenticel } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { ago } from '../../ui/when.ts';
import { inboxQuery } from './queries.ts';

const route = getRouteApi('/inside/inbox');

type Waiting = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof inboxQuery>['queryFn']>>>
>['rows'];

/** What arrived and waits to be taken: read one, acknowledge it, and the next one opens. */
export function InboxPage() {
  const scope = useScope();
  const { data, error, isPending, refetch } = useQuery(inboxQuery(scope));
  useEvents(({ type }) => {
    if (type === 'document.received' || type === 'document.acknowledged') refreshSoon('documents');
  });
  return (
    <Page
      title="To collect"
      lede={
        data &&
        data.total > 0 &&
        `${count(data.total, 'document')} ${data.total === 1 ? 'waits' : 'wait'} for your system, or for you.`
      }
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data?.rows.length === 0 && <NothingWaits />}
      {data && data.rows.length > 0 && <Inbox rows={data.rows} total={data.total} />}
    </Page>
  );
}

function Inbox({ rows, total }: { rows: Waiting; total: number }) {
  const { document: asked } = route.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === asked),
  );
  const chosen = rows[at];
  const open = (index: number) => {
    const next = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    void navigate({ to: '/inbox', search: { document: next?.id }, replace: true });
  };
  // What one reads stays open when something newer arrives above it: e acknowledges nothing that one has not seen.
  const reading = chosen?.id;
  useEffect(() => {
    if (reading && reading !== asked)
      void navigate({ to: '/inbox', search: { document: reading }, replace: true });
  }, [reading, asked, navigate]);
  const take = useMutation({
    mutationFn: (id: string) => call(api.POST('/v1/messages/{id}/ack', { params: { path: { id } } })),
    onSuccess: async () => {
      const next = rows[at + 1] ?? rows[at - 1];
      announce(next ? 'Acknowledged; the next one is open' : 'Acknowledged; nothing more waits');
      await navigate({ to: '/inbox', search: { document: next?.id }, replace: true });
      await client.invalidateQueries({ queryKey: ['documents'] });
      await client.invalidateQueries({ queryKey: ['overview'] });
    },
  });
  const acknowledge = () => {
    if (chosen && !take.isPending) take.mutate(chosen.id);
  };
  usePageKeys({
    j: () => open(at + 1),
    k: () => open(at - 1),
    e: acknowledge,
  });
  return (
    <div className="split inbox">
      <nav aria-label="Documents to collect">
        <ul className="waiting">
          {rows.map((row) => (
            <li key={row.id}>
              <Link
                to="/inbox"
                search={{ document: row.id }}
                replace
                aria-current={row === chosen ? 'true' : undefined}
              >
                <Lenticel mark="wait" tone="move" />
                <span>
                  <strong>{row.senderName ?? row.sender}</strong>
                  <small>
                    {typeName(row.type)} {row.documentNumber}, {ago(row.createdAt)}
                  </small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {total > rows.length && (
          <p className="hint">
            The newest {number(rows.length)} of {number(total)}.
          </p>
        )}
      </nav>
      {chosen && (
        <section aria-label={`${typeName(chosen.type)} ${chosen.documentNumber ?? ''}`}>
          <div className="head">
            <div>
              <h2>
                <Link to="/documents/$id" params={{ id: chosen.id }} search={{}} className="link">
                  {typeName(chosen.type)} {chosen.documentNumber ?? chosen.id.slice(0, 8)}
                </Link>
              </h2>
              <p className="dim">
                from {chosen.senderName ?? chosen.sender} to {chosen.receiverName ?? chosen.receiver}
              </p>
            </div>
            <div className="acts">
              <a className="btn" href={`/console/api/v1/messages/${chosen.id}/payload`} download>
                <Icon name="save" />
                XML
              </a>
              <button
                type="button"
                className="btn pri"
                aria-disabled={take.isPending}
                aria-keyshortcuts="e"
                onClick={acknowledge}
              >
                Acknowledge
              </button>
            </div>
          </div>
          {take.error && <Failed error={take.error} />}
          <iframe
            key={chosen.id}
            className="readable"
            title="Readable document"
            sandbox=""
            src={`/console/api/v1/messages/${chosen.id}/view`}
          />
          <p className="hint">This is a reading aid; the XML is the document.</p>
        </section>
      )}
    </div>
  );
}

function NothingWaits() {
  return (
    <Empty title="Nothing waits to be collected">
      <p className="dim">
        What arrives for your addresses stands here until your system takes it. Your system asks so:
      </p>
      <Curl command={curlOf({ path: '/v1/messages?status=CUSTOMER_DELIVERY_QUEUED' })} />
    </Empty>
  );
}
