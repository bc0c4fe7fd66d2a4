import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { MESSAGE_STATUSES } from '../../../texts/statuses.ts';
import { number } from '../../../ui/format.ts';
import { Listed } from '../../../ui/listed.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty, Failed } from '../../../ui/states.tsx';
import { WordsField } from '../../../ui/words-field.tsx';
import { stuckQuery } from '../../parts/queries.ts';
import { StuckGroups } from '../../parts/stuck-groups.tsx';
import { DocumentTable } from './document-table.tsx';
import { type DocumentFilter, documentsQuery, isOfAnyStatus } from './queries.ts';

const route = getRouteApi('/inside/documents');

const AGES = { '1h': 'for an hour', '12h': 'for 12 hours', '2d': 'for two days' } as const;

/** Documents that do not go on, by access point and reason, and the list of them. Never what stands in them. */
export function DocumentsPage() {
  const filter = route.useSearch();
  const stuck = useQuery(stuckQuery);
  const list = useInfiniteQuery(documentsQuery(filter));
  const isNarrowed = Object.values(filter).some((word) => word !== undefined);
  return (
    <Page
      title="Documents"
      lede="What does not go on, and why. Only customers can read what stands in a document; here are its way and its times."
    >
      {stuck.error && <Failed error={stuck.error} again={() => stuck.refetch()} />}
      {stuck.data && stuck.data.length > 0 && !isNarrowed && (
        <>
          <div className="sec">
            <h2>
              Stuck{' '}
              <small>
                {number(stuck.data.reduce((sum, { count }) => sum + count, 0))}, by receiver’s access point
              </small>
            </h2>
          </div>
          <StuckGroups groups={stuck.data} />
        </>
      )}
      <div className="sec">
        <h2>{isOfAnyStatus(filter) ? 'All documents' : 'List'}</h2>
      </div>
      <Filters filter={filter} />
      <Listed
        list={list}
        rowsOf={(page) => page.messages}
        empty={
          <Empty title={isNarrowed ? 'No document fits' : 'No document is stuck'}>
            {isNarrowed && (
              <Link className="btn" to="/documents" search={{}}>
                Show what is stuck
              </Link>
            )}
          </Empty>
        }
      >
        {(rows) => <DocumentTable rows={rows} />}
      </Listed>
    </Page>
  );
}

function Filters({ filter }: { filter: DocumentFilter }) {
  const navigate = useNavigate();
  const narrow = (change: DocumentFilter, replace = false) =>
    navigate({ to: '/documents', search: { ...filter, ...change }, replace });
  const chips = [
    ['code', filter.code],
    ['accessPoint', filter.accessPoint],
    ['account', filter.account && 'of one account'],
  ] as const;
  return (
    <search className="filters list-filters">
      <WordsField
        label="Id or address, whole"
        value={filter.q ?? ''}
        onWords={(words) => narrow({ q: words || undefined }, true)}
      />
      <select
        className="field slim"
        aria-label="Status"
        value={filter.status ?? ''}
        onChange={({ target }) => narrow({ status: target.value || undefined })}
      >
        <option value="">{filter.q === undefined ? 'Stuck' : 'Every status'}</option>
        {filter.q === undefined && <option value="any">Every status</option>}
        {Object.entries(MESSAGE_STATUSES).map(([status, { label }]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="field slim"
        aria-label="As it is since"
        value={filter.older ?? ''}
        onChange={({ target }) => narrow({ older: target.value || undefined })}
      >
        <option value="">However long</option>
        {Object.entries(AGES).map(([age, says]) => (
          <option key={age} value={age}>
            {says}
          </option>
        ))}
      </select>
      {chips.map(
        ([name, value]) =>
          value && (
            <button
              key={name}
              type="button"
              className="btn sm"
              aria-label={`Drop ${value}`}
              onClick={() => narrow({ [name]: undefined })}
            >
              {value} ✕
            </button>
          ),
      )}
    </search>
  );
}
