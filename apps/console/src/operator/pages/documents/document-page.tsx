import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { REASONS } from '../../../texts/codes.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { announce } from '../../../ui/announce.tsx';
import { Id } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { bytes, typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Failed } from '../../../ui/states.tsx';
import { Trace } from '../../../ui/trace.tsx';
import { Button } from '../../../ui/unable.tsx';
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
  const title = `${typeName(document.type)} ${document.id.slice(0, 13)}…`;
  return (
    <Page
      title={title}
      heading={
        <>
          {title} <Pill {...wordsOf(MESSAGE_STATUSES, document.status)} big />
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
      <Button className="btn pri" act={() => retry.mutate()} isBusy={retry.isPending}>
        Retry now
      </Button>
    </>
  );
}

function Details({ document }: { document: Message }) {
  const { accountId, accountName, sender, senderName, receiver, receiverName } = document;
  return (
    <Facts
      className="first-sec"
      facts={{
        Account: (
          <Link className="link" to="/accounts/$id" params={{ id: accountId }}>
            {accountName}
          </Link>
        ),
        From: [senderName, sender].filter(Boolean).join(', '),
        To: [receiverName, receiver].filter(Boolean).join(', '),
        'Access point': document.accessPoint,
        Endpoint: document.endpointUrl,
        Kind: typeName(document.type),
        Size: bytes(document.bytes),
        'Taken in': <Moment time={document.createdAt} />,
        Id: <Id value={document.id} />,
      }}
    />
  );
}
