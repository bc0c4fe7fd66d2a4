import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { useEvents } from '../../api/live.ts';
import { CopyButton, Id } from '../../ui/copy.tsx';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Finding, Findings, findingsAsText, inOrder } from '../../ui/findings.tsx';
import { bytes, typeName } from '../../ui/format.ts';
import { usePageKeys } from '../../ui/keys.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { Unready } from '../../ui/unready.tsx';
import { Way } from '../../ui/way.tsx';
import { type AccessPoints, cornersOf } from './corners-of.tsx';
import { ChooseCorrected, type Corrected, placeOf, useCorrected, WhatCame } from './corrected.tsx';
import { statusWords } from './document-table.tsx';
import { History } from './history.tsx';
import { ledeOf } from './lede-of.ts';
import { Proof } from './proof.tsx';
import { type Document, documentQuery, evidenceQuery, timelineQuery } from './queries.ts';
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
  if (!query.data) return <Unready title="Document" query={query} />;
  const { data, error, dataUpdatedAt, refetch } = query;
  return (
    <>
      {error && <Failed error={error} again={() => refetch()} asOf={dataUpdatedAt} />}
      <DocumentOf document={data} />
    </>
  );
}

function DocumentOf({ document }: { document: Document }) {
  const title = `${typeName(document.type)} ${document.documentNumber ?? document.id.slice(0, 8)}`;
  const corrected = useCorrected(document);
  const isRejected = document.validation.verdict === 'VALIDATION_FAILED';
  const looked = useChosenFinding(document.validationErrors ?? []);
  const known = useAccessPoints(document);
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
      <Way label="Way of the document from sender to receiver" corners={cornersOf(document, known)} />
      {isRejected ? (
        <div className="split findings">
          <div>
            <WhyRejected document={document} corrected={corrected} {...looked} />
          </div>
          <div>
            <Views document={document} fallback="xml" {...looked} />
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

/** As far as its evidence and its attempts are there; nothing waits for them. */
function useAccessPoints({ id, status }: Document): AccessPoints {
  const enabled = status !== 'VALIDATION_FAILED';
  const evidence = useQuery({ ...evidenceQuery(id), enabled });
  const timeline = useQuery({ ...timelineQuery(id), enabled });
  return {
    seat: evidence.data?.as4.otherAccessPoint,
    endpointUrl: timeline.data?.attempts.at(-1)?.endpointUrl,
  };
}

interface Looked {
  chosen: Finding | undefined;
  choose: (finding: Finding) => void;
}

/** The finding that is looked at stands in the address; n and p go on and back. */
function useChosenFinding(findings: readonly Finding[]): Looked {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sorted = inOrder(findings);
  const at = (Number.parseInt(search.finding ?? '', 10) || 0) - 1;
  const go = (index: number) => {
    if (sorted.length === 0) return;
    const finding = String(Math.min(sorted.length, Math.max(1, index + 1)));
    void navigate({ search: { ...search, finding }, replace: true, resetScroll: false });
  };
  usePageKeys({ n: () => go(at + 1), p: () => go(at - 1) });
  return { chosen: sorted[at], choose: (finding) => go(sorted.indexOf(finding)) };
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

function WhyRejected(props: Looked & { document: Document; corrected: Corrected }) {
  const { document, corrected, chosen, choose } = props;
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
        chosen={chosen}
        choose={choose}
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
      <a className="btn" href={`/console/api/v1/messages/${document.id}/payload`} download>
        <Icon name="save" />
        XML
      </a>
      {findings.length > 0 && <CopyButton value={() => findingsAsText(findings)}>Copy findings</CopyButton>}
      {document.status === 'AS4_ACCEPTED' && (
        <a className="btn pri" href={`/console/api/v1/messages/${document.id}/evidence?format=zip`} download>
          Proof of delivery
        </a>
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

function Views({
  document,
  fallback,
  ...looked
}: Partial<Looked> & { document: Document; fallback: string }) {
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
        {view === 'xml' && (
          <XmlView id={document.id} findings={document.validationErrors ?? []} {...looked} />
        )}
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
