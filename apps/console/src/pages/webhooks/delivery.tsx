import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Code } from '../../ui/code.tsx';
import { typeName } from '../../ui/format.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { Button } from '../../ui/unable.tsx';
import { ago, at, duration, until } from '../../ui/when.ts';
import { AttemptPlan } from './attempt-plan.tsx';
import { type DeliveryDetail, deliveryQuery } from './queries.ts';
import { phraseOf } from './words.ts';

/** One delivery: what came of it, when it is tried next, what we sent, and what was answered. */
export function Delivery({ id }: { id: string }) {
  const delivery = useQuery(deliveryQuery(id));
  if (delivery.isPending) return <Loading />;
  if (delivery.error) return <Failed error={delivery.error} again={() => delivery.refetch()} />;
  return <Shown delivery={delivery.data} />;
}

function Shown({ delivery }: { delivery: DeliveryDetail }) {
  const [tab, setTab] = useState<'sent' | 'answered'>('sent');
  const title = delivery.eventType;
  return (
    <section aria-label={`Delivery of ${title}`} aria-live="polite">
      <div className="sec">
        <h2 className="event">{title}</h2>
        {delivery.messageId && (
          <span className="end">
            <Link className="link" to="/documents/$id" params={{ id: delivery.messageId }} search={{}}>
              {documentOf(delivery)}
            </Link>
          </span>
        )}
      </div>
      <Outcome delivery={delivery} />
      <AttemptPlan delivery={delivery} />
      <div className="tabs" role="tablist" aria-label="Request and answer">
        <Tab name="We sent" isChosen={tab === 'sent'} choose={() => setTab('sent')} />
        <Tab name="They answered" isChosen={tab === 'answered'} choose={() => setTab('answered')} />
      </div>
      <div role="tabpanel" aria-label={tab === 'sent' ? 'We sent' : 'They answered'}>
        {tab === 'sent' ? <Request delivery={delivery} /> : <Answer delivery={delivery} />}
      </div>
    </section>
  );
}

function Tab({ name, isChosen, choose }: { name: string; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" role="tab" aria-selected={isChosen} onClick={choose}>
      {name}
    </button>
  );
}

function Outcome({ delivery }: { delivery: DeliveryDetail }) {
  const cache = useQueryClient();
  const { isAdmin } = useRights();
  const path = { id: delivery.id };
  const again = useMutation({
    mutationFn: () => call(api.POST('/v1/webhooks/deliveries/{id}/replay', { params: { path } })),
    onSuccess: async () => {
      announce('It is sent again now');
      await cache.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <>
      <div className="outcome">
        <div>
          <p>
            <b>{outcomeOf(delivery)}</b> <span className="dim">{detailOf(delivery)}</span>
          </p>
          <p className="dim">{nextOf(delivery)}</p>
        </div>
        {isAdmin && delivery.eventType !== 'webhook.test' && (
          <Button
            className="btn pri"
            act={() => again.mutate()}
            not={again.isPending ? 'It is on its way' : undefined}
          >
            Send again now
          </Button>
        )}
      </div>
      {again.error && <Failed error={again.error} />}
    </>
  );
}

/** `Invoice 4711`, where the event says so. */
function documentOf({ request }: DeliveryDetail): string {
  const { data } = JSON.parse(request.body) as { data: { type?: string; documentNumber?: string } };
  return data.documentNumber ? `${typeName(data.type)} ${data.documentNumber}` : 'The document';
}

function outcomeOf({ lastStatusCode, lastError, attempts, status }: DeliveryDetail): string {
  if (lastStatusCode !== undefined) return `Answered ${phraseOf(lastStatusCode)}`;
  if (attempts === 0) return status === 'CANCELLED' ? 'Dropped before it was sent' : 'Not sent yet';
  return lastError ?? 'There was no answer.';
}

function detailOf({ lastDurationMs, attempts, schedule }: DeliveryDetail): string {
  if (attempts === 0) return '';
  const time = lastDurationMs === undefined ? '' : `in ${duration(lastDurationMs)}, `;
  return `${time}attempt ${attempts} of ${Math.max(schedule.length, attempts)}`;
}

function nextOf({ status, nextAttemptAt, deliveredAt }: DeliveryDetail): string {
  if (status === 'DELIVERED') return deliveredAt ? `Told ${ago(deliveredAt)}.` : 'Told.';
  if (status === 'FAILED') return 'Not tried again by itself.';
  if (status === 'CANCELLED') return 'The endpoint was deleted.';
  if (!nextAttemptAt || Date.parse(nextAttemptAt) <= Date.now())
    return 'Is being tried, or waits for its endpoint.';
  return `Next by itself at ${at(nextAttemptAt)}, in ${until(nextAttemptAt)}`;
}

function Request({ delivery: { request } }: { delivery: DeliveryDetail }) {
  const target = new URL(request.url);
  const headers = Object.entries(request.headers);
  const body = pretty(request.body);
  return (
    <Code label="Request" copies={request.body}>
      {`POST ${target.pathname}${target.search}\n`}
      <Header name="host" value={target.host} />
      {headers.map(([name, value]) => (
        <Header key={name} name={name} value={value} />
      ))}
      <span className="c">webhook-timestamp, webhook-signature: made anew for each attempt</span>
      {`\n\n${body}`}
    </Code>
  );
}

function Header({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="c">{name}:</span>
      {` ${value}\n`}
    </>
  );
}

function Answer({ delivery: { response, lastError } }: { delivery: DeliveryDetail }) {
  if (!response) return <p className="dim none">{lastError ?? 'Nothing was answered so far.'}</p>;
  return (
    <Code label="Answer" copies={response.body}>
      {`${phraseOf(response.statusCode)}\n\n`}
      {response.body === '' ? <span className="c">without a body</span> : response.body}
    </Code>
  );
}

/** What we sent is JSON of ours; it is shown as such, and as it is where it should not be. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
