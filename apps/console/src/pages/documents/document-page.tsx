import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { useEvents } from '../../api/live.ts';
import { Id } from '../../ui/copy.tsx';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Findings, findingsAsText } from '../../ui/findings.tsx';
import { bytes, typeName } from '../../ui/format.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Unready } from '../../ui/unready.tsx';
import { Way } from '../../ui/way.tsx';
import { cornersOf } from './corners-of.tsx';
import { ChooseCorrected, type Corrected, placeOf, useCorrected, WhatCame } from './corrected.tsx';
import { statusWords } from './document-table.tsx';
import { History } from './history.tsx';
import { ledeOf } from './lede-of.ts';
import { Proof } from './proof.tsx';
import { type Document, documentQuery } from './queries.ts';
import { Told } from './told.tsx';
import { XmlView } from './xml-view.tsx';

const route = getRouteApi('/inside/documents/$id');

const VIEWS = [
  { view: 'history', label: 'History' },
  { view: 'invoice', label: 'Readable' },
  { view: 'xml', label: 'XML' },
  { view: 'details', label: 'Details' },
] as const;

/** The life of one document. */
export function DocumentPage() {
  const { id } = route.useParams();
  const client = useQueryClient();
  useEvents(({ data }) => {
    if (data['messageId'] === id) void client.invalidateQueries({ queryKey: ['documents', id] });
  });
  const query = useQuery(documentQuery(id));
  return query.data ? <DocumentOf document={query.data} /> : <Unready title="Document" query={query} />;
}

function DocumentOf({ document }: { document: Document }) {
  const title = `${typeName(document.type)} ${document.documentNumber ?? document.id.slice(0, 8)}`;
  const corrected = useCorrected(document);
  const isRejected = document.validation.verdict === 'VALIDATION_FAILED';
  return (
    <Page
      title={title}
      heading={
        <>
          {title} <Pill {...statusWords(document)} big />
        </>
      }
      crumb={
        <>
          <Link to="/documents" search={{}}>
            Documents
          </Link>{' '}
          / {document.direction === 'INBOUND' ? 'Received' : 'Sent'}
        </>
      }
      lede={ledeOf(document)}
      actions={<Actions document={document} corrected={corrected} />}
    >
      <Way label="Way of the document from sender to receiver" corners={cornersOf(document)} />
      {isRejected ? (
        <div className="split findings">
          <div>
            <WhyRejected document={document} corrected={corrected} />
          </div>
          <div>
            <Views document={document} fallback="xml" />
          </div>
        </div>
      ) : (
        <div className="cols">
          <div>
            <Views document={document} fallback="history" />
          </div>
          <aside>
            <Proof id={document.id} />
            <Told id={document.id} />
          </aside>
        </div>
      )}
      <FromYourSystem document={document} />
    </Page>
  );
}

/** What an integrator would learn by an error otherwise. */
function SendItAnew() {
  return (
    <p className="note">
      <b>Send it again with a new Idempotency-Key.</b> The old key belongs to this document for ever: with
      other content it is answered <span className="mono">409 IDEMPOTENCY_CONFLICT</span>.
    </p>
  );
}

function WhyRejected({ document, corrected }: { document: Document; corrected: Corrected }) {
  const { validationErrors: findings = [], validationErrorsTotal, direction, source } = document;
  const left = corrected.data && new Set(corrected.data.findings.map(placeOf));
  const fresh = corrected.data?.findings.filter(
    (finding) => !findings.some((before) => placeOf(before) === placeOf(finding)),
  );
  return (
    <>
      <WhatCame check={corrected} before={findings} />
      <Findings
        findings={findings}
        total={validationErrorsTotal ?? findings.length}
        isGone={(finding) => left !== undefined && !left.has(placeOf(finding))}
      />
      {fresh && fresh.length > 0 && <Findings title="New in it" findings={fresh} total={fresh.length} />}
      {direction === 'OUTBOUND' && source === 'API' && <SendItAnew />}
    </>
  );
}

function Actions({ document, corrected }: { document: Document; corrected: Corrected }) {
  const client = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: () => call(api.POST('/v1/messages/{id}/ack', { params: { path: { id: document.id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['documents'] }),
  });
  const findings = document.validationErrors ?? [];
  return (
    <>
      <a
        className="btn"
        href={`/console/api/v1/messages/${document.id}/payload`}
        download={`${document.id}.xml`}
      >
        <Icon name="save" />
        XML
      </a>
      {findings.length > 0 && (
        <button
          type="button"
          className="btn"
          onClick={() => navigator.clipboard.writeText(findingsAsText(findings))}
        >
          Copy findings
        </button>
      )}
      {document.status === 'VALIDATION_FAILED' && <ChooseCorrected check={corrected} />}
      {document.status === 'CUSTOMER_DELIVERY_QUEUED' && (
        <button
          type="button"
          className="btn pri"
          aria-disabled={acknowledge.isPending}
          onClick={() => acknowledge.mutate()}
        >
          Acknowledge
        </button>
      )}
    </>
  );
}

function Views({ document, fallback }: { document: Document; fallback: string }) {
  const { view: asked } = route.useSearch();
  const view = VIEWS.some((each) => each.view === asked) ? asked : fallback;
  return (
    <>
      <nav className="tabs" aria-label="Document">
        {VIEWS.map((each) => (
          <Link
            key={each.view}
            from="/documents/$id"
            search={{ view: each.view }}
            replace
            aria-current={each.view === view ? 'true' : undefined}
          >
            {each.label}
          </Link>
        ))}
      </nav>
      <div className="view">
        {view === 'history' && <History document={document} />}
        {view === 'invoice' && <Readable id={document.id} />}
        {view === 'xml' && <XmlView id={document.id} findings={document.validationErrors ?? []} />}
        {view === 'details' && <Details document={document} />}
      </div>
    </>
  );
}

/** The page that the service makes of a document: without script, in a frame that allows none. */
function Readable({ id }: { id: string }) {
  return (
    <iframe
      className="readable"
      title="Readable document"
      sandbox=""
      src={`/console/api/v1/messages/${id}/view`}
    />
  );
}

/** The same from a system. */
function FromYourSystem({ document }: { document: Document }) {
  return (
    <section aria-labelledby="from-system">
      <div className="sec quiet">
        <h2 id="from-system">From your system</h2>
      </div>
      <Curl command={curlOf({ path: `/v1/messages/${document.id}` })} />
    </section>
  );
}

const idOf = (value: string | undefined) => value && <Id value={value} />;

function Details({ document }: { document: Document }) {
  return (
    <Facts
      facts={{
        'Document id': idOf(document.id),
        'Your reference': idOf(document.externalReference),
        'SHA-256': idOf(document.sha256),
        'AS4 message': idOf(document.as4MessageId),
        Instance: idOf(document.sbdhInstanceId),
        'Document type': idOf(document.documentTypeId),
        Process: idOf(document.processId),
        Size: bytes(document.bytes),
        Status: <span className="mono">{document.status}</span>,
      }}
    />
  );
}
