import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { DocumentTable } from './document-table.tsx';
import { Filters } from './filters.tsx';
import { countsQuery, documentsQuery } from './queries.ts';
import { Sieve } from './sieve.tsx';

const route = getRouteApi('/inside/documents');

/** Every document of the companies in reach, newest first. */
export function DocumentsPage() {
  const filter = route.useSearch();
  const documents = useInfiniteQuery(documentsQuery(filter));
  const counts = useQuery(countsQuery(filter));
  const rows = documents.data?.pages.flatMap((page) => page.messages) ?? [];
  const total = counts.data?.total;
  return (
    <Page title="Documents">
      <Filters filter={filter} shown={rows.length} total={total} />
      <Sieve filter={filter} counts={counts.data?.byStatus} total={total} />
      {documents.isPending && <Loading />}
      {documents.error && <Failed error={documents.error} again={() => documents.refetch()} />}
      {documents.isSuccess && rows.length === 0 && (
        <NoDocuments isFiltered={Object.keys(filter).length > 0} />
      )}
      {rows.length > 0 && <DocumentTable rows={rows} />}
      {documents.hasNextPage && (
        <p className="more">
          <button
            type="button"
            className="btn"
            aria-disabled={documents.isFetchingNextPage}
            onClick={() => documents.fetchNextPage()}
          >
            Show more
          </button>
          {total !== undefined && `${number(rows.length)} of ${number(total)}`}
        </p>
      )}
    </Page>
  );
}

function NoDocuments({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No document fits">
        <Link className="btn" to="/documents" search={{}}>
          Show all documents
        </Link>
      </Empty>
    );
  return (
    <Empty title="Nothing has been sent or received yet">
      <p className="dim">Documents appear here by themselves as soon as there are any.</p>
    </Empty>
  );
}
