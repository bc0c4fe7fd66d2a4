import { useQuery } from '@tanstack/react-query';
import { Answered } from '../../ui/answered.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Lenticel } from '../../ui/lenticel.tsx';
import { clock } from '../../ui/when.ts';
import { evidenceQuery } from './queries.ts';

/** What can be shown to others: who signed what when, and what the document was. */
export function Proof({ id }: { id: string }) {
  const query = useQuery(evidenceQuery(id));
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
      <Answered query={query} lines={4}>
        {({ receipt, userMessage, document, as4, envelope }) => (
          <Facts
            facts={{
              [receipt ? 'Receipt' : 'Signature']: <Signed by={receipt ?? userMessage} />,
              'SHA-256': <Id value={document.sha256} />,
              'AS4 message': <Id value={as4.messageId} />,
              Instance: <Id value={envelope.instanceIdentifier} />,
            }}
          />
        )}
      </Answered>
    </section>
  );
}

type Evidence = Awaited<ReturnType<NonNullable<ReturnType<typeof evidenceQuery>['queryFn']>>>;

function Signed({ by }: { by: Evidence['receipt'] | Evidence['userMessage'] }) {
  if (!by) return 'None: nothing has been exchanged.';
  const { isGenuine, signedBy, timestamp } = by;
  return (
    <span className={`pill ${isGenuine ? 't-done' : 't-stop'}`}>
      <Lenticel mark={isGenuine ? 'done' : 'stop'} />
      Signed by {signedBy.seat ?? signedBy.subject}, {clock(timestamp)}.{' '}
      {isGenuine ? 'Signature good' : 'Signature not good'}
    </span>
  );
}
