import { useQuery } from '@tanstack/react-query';
import { Id } from '../../ui/copy.tsx';
import { clock } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { evidenceQuery } from './queries.ts';

/** What can be shown to others: who signed what when, and what the document was. */
export function Proof({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(evidenceQuery(id));
  const signed = data?.receipt ?? data?.userMessage;
  return (
    <section aria-labelledby="proof">
      <div className="sec quiet">
        <h2 id="proof">Proof</h2>
        <span className="end">
          <a className="link" href={`/console/api/v1/messages/${id}/evidence?format=zip`} download>
            Download all, zip
          </a>
        </span>
      </div>
      {isPending && <Loading lines={4} />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data && (
        <dl className="facts">
          <dt>{data.receipt ? 'Receipt' : 'Signature'}</dt>
          <dd>
            {signed ? (
              <span className={`pill ${signed.isGenuine ? 't-done' : 't-stop'}`}>
                <Lenticel mark={signed.isGenuine ? 'done' : 'stop'} />
                Signed by {signed.signedBy.seat ?? signed.signedBy.subject}, {clock(signed.timestamp)}.{' '}
                {signed.isGenuine ? 'Signature good' : 'Signature not good'}
              </span>
            ) : (
              'None: nothing has been exchanged.'
            )}
          </dd>
          <dt>SHA-256</dt>
          <dd>
            <Id value={data.document.sha256} />
          </dd>
          <dt>AS4 message</dt>
          <dd>
            <Id value={data.as4.messageId} />
          </dd>
          <dt>Instance</dt>
          <dd>
            <Id value={data.envelope.instanceIdentifier} />
          </dd>
        </dl>
      )}
    </section>
  );
}
