import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { REASONS } from '../../../texts/codes.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { announce } from '../../../ui/announce.tsx';
import { Id } from '../../../ui/copy.tsx';
import { bytes, typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Failed } from '../../../ui/states.tsx';
import { Trace } from '../../../ui/trace.tsx';
import { Unready } from '../../../ui/unready.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Attempt, Message } from '../../api/types.ts';
import { Attempts } from './attempts.tsx';
import { documentQuery, STUCK } from './queries.ts';

const route = getRouteApi('/inside/documents/$id');

/** One document's way and attempts. What stands in it is its sender's and receiver's alone. */
export function DocumentPage() {
  const { id } = route.useParams();
  const query = useQuery(documentQuery(id));
  const { data } = query;
  if (!data) return <Unready title="Document" query={query} />;
  return <DocumentOf document={data} attempts={data.attemptList} />;
}

function DocumentOf({ document, attempts }: { document: Message; attempts: readonly Attempt[] }) {
  const { label, tone, mark } = wordsOf(MESSAGE_STATUSES, document.status);
  const title = `${typeName(document.type)} ${document.id.slice(0, 13)}…`;
  return (
    <Page
      title={title}
      heading={
        <>
          {title} <Pill label={label} tone={tone} mark={mark} big />
        </>
      }
      crumb={
        <Link to="/documents" search={{}}>
          Documents
        </Link>
      }
      lede={ledeOf(document)}
      actions={<Retry document={document} />}
    >
      <p className="none">
        <Trace document={document} />
      </p>
      <div className="cols">
        <div>
          <div className="sec">
            <h2>
              Attempts <small>{document.attempts}</small>
            </h2>
          </div>
          <Attempts attempts={attempts} next={document.nextAttemptAt} />
        </div>
        <aside>
          <div className="sec quiet">
            <h2>Details</h2>
          </div>
          <Details document={document} />
        </aside>
      </div>
    </Page>
  );
}

function ledeOf({ lastErrorCode, lastErrorMessage, nextAttemptAt, status }: Message): string {
  if (!lastErrorCode || status === 'AS4_ACCEPTED') return '';
  const next = nextAttemptAt ? ` The next attempt is ${at(nextAttemptAt)}.` : '';
  return `${REASONS[lastErrorCode]?.say ?? lastErrorCode} ${lastErrorMessage ?? ''}${next}`;
}

function Retry({ document }: { document: Message }) {
  const cache = useQueryClient();
  const { mayWork } = useRights();
  const retry = useMutation({
    mutationFn: () =>
      call(api.POST('/operator/v1/messages/{id}/retry', { params: { path: { id: document.id } }, body: {} })),
    onSuccess: () => announce('It is tried again now'),
    onSettled: () => cache.invalidateQueries({ queryKey: ['documents'] }),
  });
  if (!mayWork || !STUCK.includes(document.status)) return null;
  return (
    <>
      {retry.error && <Failed error={retry.error} />}
      <button
        type="button"
        className="btn pri"
        aria-disabled={retry.isPending || undefined}
        onClick={() => !retry.isPending && retry.mutate()}
      >
        Retry now
      </button>
    </>
  );
}

function Details({ document }: { document: Message }) {
  const { accountId, accountName, sender, senderName, receiver, receiverName } = document;
  const facts: [string, string | undefined][] = [
    ['From', [senderName, sender].filter(Boolean).join(', ')],
    ['To', [receiverName, receiver].filter(Boolean).join(', ')],
    ['Access point', document.accessPoint],
    ['Endpoint', document.endpointUrl],
    ['Kind', typeName(document.type)],
    ['Size', bytes(document.bytes)],
  ];
  return (
    <dl className="facts first-sec">
      <dt>Account</dt>
      <dd>
        <Link className="link" to="/accounts/$id" params={{ id: accountId }}>
          {accountName}
        </Link>
      </dd>
      {facts.map(
        ([name, value]) =>
          value && (
            <div className="fact" key={name}>
              <dt>{name}</dt>
              <dd className="break">{value}</dd>
            </div>
          ),
      )}
      <dt>Taken in</dt>
      <dd>
        <Moment time={document.createdAt} />
      </dd>
      <dt>Id</dt>
      <dd>
        <Id value={document.id} />
      </dd>
    </dl>
  );
}
