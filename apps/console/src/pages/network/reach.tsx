import type { components } from '@pappel/client/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Answered } from '../../ui/answered.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { typeName } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { clock, day } from '../../ui/when.ts';
import { type Hit, reachQuery } from './queries.ts';

/** One address on the network: whether it can be reached, and what it takes where. */
export function Reach({ peppolId, hit }: { peppolId: string; hit: Hit | undefined }) {
  const query = useQuery(reachQuery(peppolId));
  const participant = query.data?.participant;
  return (
    <section className="panel" aria-label={`Address ${peppolId}`}>
      <div className="head">
        <div>
          <h2>{participant?.name ?? hit?.name ?? peppolId}</h2>
          <p className="mono dim">{peppolId}</p>
        </div>
        {participant?.exists && (
          <div className="acts">
            <Link className="btn pri" to="/documents/new" search={{ receiver: peppolId }}>
              Send to it
            </Link>
          </div>
        )}
      </div>
      <Answered query={query} lines={4}>
        {({ participant: { exists, canonicalId, smpUrl }, capabilities, problems, askedAt }) => (
          <>
            <Facts
              facts={{
                'On Peppol': exists ? (
                  <Pill tone="done" mark="done" label="Yes, reachable" />
                ) : (
                  <Pill tone="stop" mark="stop" label="No" />
                ),
                'Canonical id': <Id value={canonicalId} />,
                SMP: smpUrl && <span className="mono">{smpUrl}</span>,
              }}
            />
            {exists && <Accepts capabilities={capabilities} problems={problems} askedAt={askedAt} />}
          </>
        )}
      </Answered>
    </section>
  );
}

type Capability = components['schemas']['NetworkCapability'];

function Accepts(props: {
  capabilities: readonly Capability[];
  problems?: readonly { documentTypeId: string; message: string }[];
  askedAt: string;
}) {
  const { capabilities, problems = [], askedAt } = props;
  return (
    <>
      <div className="sec">
        <h2>Accepts</h2>
        <span className="end">asked {clock(askedAt)}</span>
      </div>
      <Table caption="What it accepts" columns={['Type', 'Access point', figures('Certificate until')]}>
        <tbody>
          {capabilities.map(
            ({ documentTypeId, processId, type, endpointUrl, transportProfile, certificateExpiresAt }) => (
              <tr key={`${documentTypeId} ${processId}`}>
                <td>
                  <strong>{type ? typeName(type) : 'Not one of our short names'}</strong>
                  <small className="mono" title={documentTypeId}>
                    {type ?? tail(documentTypeId)}
                  </small>
                </td>
                <td>
                  {hostOf(endpointUrl)}
                  <small>{transportProfile}</small>
                </td>
                <td className="num">
                  <Expiry at={certificateExpiresAt} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </Table>
      {problems.map(({ documentTypeId, message }) => (
        <p key={documentTypeId} className="note warn">
          <span className="mono">{tail(documentTypeId)}</span>: {message}
        </p>
      ))}
    </>
  );
}

const tail = (id: string): string => (id.length > 40 ? `…${id.slice(-39)}` : id);
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const DAY_MS = 86_400_000;
/** A certificate that ends within so many days is worth a word. */
const SOON_DAYS = 30;

function Expiry({ at }: { at: string | undefined }) {
  if (!at) return <span className="dim">not known</span>;
  const days = Math.floor((Date.parse(at) - Date.now()) / DAY_MS);
  if (days >= SOON_DAYS) return day(at);
  return (
    <span className={`pill ${days < 0 ? 't-stop' : 't-wait'}`}>
      <Lenticel mark={days < 0 ? 'stop' : 'retry'} />
      {days < 0 ? 'expired' : `${days} days left`}
    </span>
  );
}
