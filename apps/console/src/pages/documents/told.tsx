import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { hourOf } from '../../ui/when.ts';
import { toldQuery } from './queries.ts';

/** What your webhooks were told of a document, by endpoint. */
export function Told({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(toldQuery(id));
  return (
    <section aria-labelledby="told">
      <div className="sec quiet">
        <h2 id="told">Your webhooks</h2>
        <span className="end">
          <Link className="link" to="/webhooks" search={{ message: id }}>
            All deliveries
          </Link>
        </span>
      </div>
      {isPending && <Loading lines={2} />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data?.length === 0 && <p className="quiet">None was told of this document.</p>}
      <ul className="need">
        {data?.map((endpoint) => (
          <Endpoint key={endpoint.webhookId} {...endpoint} />
        ))}
      </ul>
    </section>
  );
}

type ToldEndpoint = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof toldQuery>['queryFn']>>>
>[number];

const WELL = { mark: 'done', tone: 'done' } as const;
const WAITS = { mark: 'retry', tone: 'wait' } as const;
const GIVEN_UP = { mark: 'stop', tone: 'stop' } as const;

function Endpoint({ webhookId, url, deliveries }: ToldEndpoint) {
  const waiting = deliveries.filter(({ status }) => status === 'PENDING');
  const failed = deliveries.filter(({ status }) => status === 'FAILED');
  const isWell = waiting.length === 0 && failed.length === 0;
  const state = failed.length > 0 ? GIVEN_UP : waiting.length > 0 ? WAITS : WELL;
  const next = waiting.map(({ nextAttemptAt }) => nextAttemptAt ?? '').sort()[0];
  return (
    <li>
      <Lenticel {...state} />
      <div>
        <b>{URL.canParse(url) ? new URL(url).host : url}</b>
        {isWell && <p>{count(deliveries.length, 'event')} told</p>}
        {waiting.length > 0 && (
          <p>
            {count(waiting.length, 'event')} waiting{next ? `, next at ${hourOf(next)}` : ''}
          </p>
        )}
        {failed.length > 0 && <p>{count(failed.length, 'event')} given up</p>}
      </div>
      {!isWell && (
        <Link className="btn sm" to="/webhooks" search={{ endpoint: webhookId }}>
          Look
        </Link>
      )}
    </li>
  );
}
