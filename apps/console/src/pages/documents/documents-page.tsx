import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { count, shortId } from '../../ui/format.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { DocumentTable, isWaiting } from './document-table.tsx';
import { csvOf } from './filter.ts';
import { Filters } from './filters.tsx';
import { NoDocuments } from './no-documents.tsx';
import { countsQuery, type Document, documentsQuery } from './queries.ts';
import { Sieve } from './sieve.tsx';
import { useLiveRows } from './use-live-rows.ts';
import { useRowKeys } from './use-row-keys.ts';

const route = getRouteApi('/inside/documents');

/** Every document of the companies in reach, newest first. */
export function DocumentsPage() {
  const filter = route.useSearch();
  const documents = useInfiniteQuery(documentsQuery(filter));
  const counts = useQuery(countsQuery(filter));
  const { fresh, show, entered } = useLiveRows(filter);
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
        {(rows) => (
          <Rows rows={rows} fresh={entered} more={() => documents.hasNextPage && documents.fetchNextPage()} />
        )}
      </Listed>
    </Page>
  );
}

/** The rows, by keyboard too; those that wait can be acknowledged together. */
function Rows(props: { rows: readonly Document[]; fresh: ReadonlySet<string>; more: () => unknown }) {
  const { rows, fresh, more } = props;
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
  const copied = useRowKeys(table, rows, { more, select });
  // What was taken elsewhere meanwhile is no longer to be taken.
  const chosen = rows.filter((row) => selected.has(row.id) && isWaiting(row));
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
      <DocumentTable ref={table} rows={rows} fresh={fresh} selected={selected} select={select} />
      {copied && (
        <p className="toast" role="status">
          Copied {shortId(copied)}
        </p>
      )}
      {isAsking && (
        <Acknowledge
          documents={chosen}
          close={() => setAsking(false)}
          done={(ids) => setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))}
        />
      )}
    </>
  );
}
