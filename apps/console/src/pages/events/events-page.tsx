import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompanyName } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { type LiveEvent, useEvents, useLive } from '../../api/live.ts';
import { Code } from '../../ui/code.tsx';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { clock, millis } from '../../ui/when.ts';
import { subjectOf } from './subject-of.ts';

/** So many are kept on the page; older ones are in the log. */
const KEPT = 200;
/** What happened in this time stands there at first. */
const BEFORE_MS = 3_600_000;
const GROUPS = ['all', 'document', 'participant', 'webhook', 'export'] as const;

const route = getRouteApi('/inside/events');

/** What the page shows at first: the last of what happened lately, newest first. */
async function lately(companyId: string | undefined): Promise<LiveEvent[]> {
  const from = new Date(Date.now() - BEFORE_MS).toISOString();
  let events: LiveEvent[] = [];
  let after: number | undefined;
  for (let page = 0; page < 10; page++) {
    const query = { from, companyId, limit: 100, after };
    const answer = await call(api.GET('/v1/events', { params: { query } }));
    events = [...answer.events.toReversed(), ...events].slice(0, KEPT);
    if (!answer.nextCursor) break;
    after = Number(answer.nextCursor);
  }
  return events;
}

/** Events as they happen: what webhooks and the stream tell, for who builds on it. */
export function EventsPage() {
  const company = useScope();
  const first = useQuery({ queryKey: ['events', company], queryFn: () => lately(company), staleTime: 0 });
  const [heard, setHeard] = useState<readonly LiveEvent[]>([]);
  const [held, setHeld] = useState<readonly LiveEvent[]>();
  const navigate = useNavigate();
  const { about } = route.useSearch();
  const group = GROUPS.find((name) => name === about) ?? 'all';
  const [open, setOpen] = useState<string>();
  const live = useLive();
  useEvents((event) => {
    if (company === undefined || event.companyId === company)
      setHeard((before) => [event, ...before.filter(({ id }) => id !== event.id)].slice(0, KEPT));
  });
  const known = new Set(heard.map(({ id }) => id));
  const now = [...heard, ...(first.data ?? []).filter(({ id }) => !known.has(id))].slice(0, KEPT);
  const shown = (held ?? now).filter(({ type }) => group === 'all' || type.startsWith(`${group}.`));
  const waiting = held ? now.findIndex(({ id }) => id === held[0]?.id) : 0;
  const chosen = shown.find(({ id }) => id === open);
  return (
    <Page
      title="Events"
      lede={
        live.word === 'live'
          ? 'What happens, as it happens: the same that webhooks and the stream tell.'
          : 'The stream is not open now; what was missed comes once it is.'
      }
      actions={
        <button
          type="button"
          className="btn"
          aria-pressed={held !== undefined}
          onClick={() => setHeld(held ? undefined : now)}
        >
          {held ? `Go on${waiting > 0 ? `, ${number(waiting)} new` : ''}` : 'Hold still'}
        </button>
      }
    >
      <div className="filters">
        <fieldset className="seg">
          <legend className="sr">What it is about</legend>
          {GROUPS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === group}
              onClick={() =>
                navigate({
                  to: '/events',
                  search: { about: name === 'all' ? undefined : name },
                  replace: true,
                })
              }
            >
              {name === 'all' ? 'All' : name === 'participant' ? 'addresses' : `${name}s`}
            </button>
          ))}
        </fieldset>
      </div>
      {first.isPending && heard.length === 0 && <Loading />}
      {first.error && <Failed error={first.error} again={() => first.refetch()} />}
      {shown.length === 0 && !first.isPending && !first.error && <Nothing />}
      {shown.length > 0 && (
        <div className="split deliveries">
          <EventTable events={shown} open={open} choose={setOpen} />
          {chosen ? <OneEvent event={chosen} /> : <p className="dimmer aside">Choose an event to read it.</p>}
        </div>
      )}
    </Page>
  );
}

function Nothing() {
  return (
    <Empty title="Nothing happened in the last hour">
      <p className="dim">
        Leave this page open: what happens appears by itself. A program listens the same way:
      </p>
      <Curl command={curlOf({ path: '/v1/stream', isStream: true })} />
      <p>
        <Link className="link" to="/webhooks" search={{}}>
          Or have a webhook called
        </Link>
      </p>
    </Empty>
  );
}

function EventTable(props: {
  events: readonly LiveEvent[];
  open: string | undefined;
  choose: (id: string) => void;
}) {
  const { events, open, choose } = props;
  const companyName = useCompanyName();
  return (
    <Table className="told" columns={['Time', 'Event', 'Of']}>
      <tbody>
        {events.map((event) => (
          <tr key={event.id} className={event.id === open ? 'sel' : ''}>
            <td>
              <time className="mono" dateTime={event.timestamp} title={event.timestamp}>
                {clock(event.timestamp)}
                <span className="dimmer">{millis(event.timestamp)}</span>
              </time>
            </td>
            <td>
              <button
                type="button"
                className="plain mono"
                aria-pressed={event.id === open}
                onClick={() => choose(event.id)}
              >
                {event.type}
              </button>
              <small>{subjectOf(event)}</small>
            </td>
            <td className="dim">{companyName(event.companyId) || 'the account'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function OneEvent({ event }: { event: LiveEvent }) {
  const text = JSON.stringify(event, null, 2);
  const { messageId, participantId } = event.data as { messageId?: string; participantId?: string };
  return (
    <section aria-label={`Event ${event.type}`}>
      <div className="sec">
        <h2 className="event">{event.type}</h2>
        <span className="end">
          {messageId && (
            <Link className="link" to="/documents/$id" params={{ id: messageId }} search={{}}>
              The document
            </Link>
          )}
          {participantId && (
            <Link className="link" to="/addresses/$id" params={{ id: participantId }} search={{}}>
              The address
            </Link>
          )}
        </span>
      </div>
      <Code label="Event as it is told" copies={text} className="spaced">
        {text}
      </Code>
    </section>
  );
}
