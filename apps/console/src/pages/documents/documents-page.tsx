import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { count } from '../../ui/format.ts';
import { usePageKeys } from '../../ui/keys.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { DocumentTable } from './document-table.tsx';
import { csvOf, type DocumentFilter } from './filter.ts';
import { Filters } from './filters.tsx';
import { countsQuery, type Document, documentsQuery } from './queries.ts';
import { Sieve } from './sieve.tsx';
import { useLiveRows } from './use-live-rows.ts';

const route = getRouteApi('/inside/documents');

/** Every document of the companies in reach, newest first. */
export function DocumentsPage() {
  const filter = route.useSearch();
  const documents = useInfiniteQuery(documentsQuery(filter));
  const counts = useQuery(countsQuery(filter));
  const { fresh, show } = useLiveRows(filter);
  const shown = documents.data?.pages.reduce((sum, page) => sum + page.messages.length, 0) ?? 0;
  const total = counts.data?.total;
  return (
    <Page
      title="Documents"
      actions={
        <>
          <a className="btn lg" href={csvOf(filter)} download>
            <Icon name="save" />
            CSV of this list
          </a>
          <Link className="btn pri" to="/documents/new" search={{}}>
            Send a document
          </Link>
        </>
      }
    >
      <Filters filter={filter} shown={shown} total={total} />
      <Sieve filter={filter} counts={counts.data?.byStatus} total={total} />
      {fresh > 0 && (
        <p className="fresh">
          <button type="button" className="btn sm" onClick={show}>
            {count(fresh, 'new document')}, show
          </button>
        </p>
      )}
      <Listed
        list={documents}
        rowsOf={(page) => page.messages}
        total={total}
        empty={<NoDocuments filter={filter} />}
      >
        {(rows) => <Rows rows={rows} />}
      </Listed>
    </Page>
  );
}

/** The rows, by keyboard too: j and k move, x selects, c copies the id; those that wait can be acknowledged together. */
function Rows({ rows }: { rows: readonly Document[] }) {
  const navigate = useNavigate();
  const table = useRef<HTMLTableElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const select = useCallback(
    (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('td.c-doc a') ?? [])];
  const at = () => links().findIndex((link) => link === document.activeElement);
  const move = (by: number) => links()[Math.max(0, at() + by)]?.focus();
  const current = () => rows[at()];
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = current();
      if (row?.status === 'CUSTOMER_DELIVERY_QUEUED') select(row.id);
    },
    c: () => {
      const row = current();
      if (row) void navigator.clipboard.writeText(row.id);
    },
    f: () => document.querySelector<HTMLElement>('.filters input')?.focus(),
    i: () => void navigate({ to: '/inbox', search: {} }),
  });
  const chosen = rows.filter(({ id }) => selected.has(id));
  return (
    <>
      {chosen.length > 0 && (
        <p className="bulk">
          <b>{count(chosen.length, 'document')} selected</b>
          <button type="button" className="btn sm pri" onClick={() => setAsking(true)}>
            Acknowledge
          </button>
          <button type="button" className="btn sm ghost" onClick={() => setSelected(new Set())}>
            Clear
          </button>
        </p>
      )}
      <DocumentTable ref={table} rows={rows} selected={selected} select={select} />
      {isAsking && (
        <Acknowledge documents={chosen} close={() => setAsking(false)} done={() => setSelected(new Set())} />
      )}
    </>
  );
}

function NoDocuments({ filter }: { filter: DocumentFilter }) {
  const { company: _, ...narrowing } = filter;
  const names = Object.entries(narrowing).filter(([, value]) => value !== undefined);
  if (names.length > 0)
    return (
      <Empty title="No document fits">
        <p className="dim">Narrowed by {names.map(([name, value]) => `${name} ${value}`).join(', ')}.</p>
        <Link className="btn" to="/documents" search={{}}>
          Show all documents
        </Link>
      </Empty>
    );
  return (
    <Empty title="Nothing has been sent or received yet">
      <p className="dim">Documents appear here by themselves as soon as there are any. The first one:</p>
      <Curl
        command={curlOf({
          method: 'POST',
          path: '/v1/messages',
          headers: { 'Idempotency-Key': 'first-invoice', 'Content-Type': 'application/json' },
          body: '{"sender":"0007:…","receiver":"0007:…","type":"invoice","payload":"<Invoice …>"}',
        })}
      />
      <Link className="btn pri" to="/documents/new" search={{}}>
        Send a document
      </Link>
    </Empty>
  );
}
