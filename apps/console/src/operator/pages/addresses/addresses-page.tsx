import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/answer.ts';
import { PARTICIPANT_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { Listed } from '../../../ui/listed.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { WordsField } from '../../../ui/words-field.tsx';
import { api } from '../../api/client.ts';
import type { Participant } from '../../api/types.ts';
import { StatusChoice } from '../../parts/status-choice.tsx';

const route = getRouteApi('/inside/addresses');

const addressesQuery = (filter: {
  status?: string | undefined;
  q?: string | undefined;
  account?: string | undefined;
}) =>
  infiniteQueryOptions({
    queryKey: ['addresses', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const { status, q, account } = filter;
      const query = {
        ...(status ? { status: [status as Participant['status']] } : {}),
        q,
        accountId: account,
        counts: true,
        limit: 50,
        cursor: pageParam,
      };
      return call(api.GET('/operator/v1/participants', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** The addresses of every account. */
export function AddressesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(addressesQuery(search));
  const counts = list.data?.pages[0]?.counts;
  return (
    <Page title="Addresses" lede="Every address that customers have registered here, and where each stands.">
      <search className="filters">
        <WordsField
          label="Number or name"
          value={search.q ?? ''}
          onWords={(words) =>
            navigate({ to: '/addresses', search: { ...search, q: words || undefined }, replace: true })
          }
        />
        <StatusChoice
          statuses={PARTICIPANT_STATUSES}
          chosen={search.status}
          counts={counts?.byStatus}
          choose={(status) => navigate({ to: '/addresses', search: { ...search, status } })}
        />
        {search.account && (
          <Link className="btn sm" to="/addresses" search={{ ...search, account: undefined }}>
            Of one account ✕
          </Link>
        )}
      </search>
      <Listed
        list={list}
        rowsOf={(page) => page.participants}
        total={counts?.total}
        empty={
          <Empty title={search.q || search.status || search.account ? 'No address fits' : 'No address yet'}>
            <Link className="btn" to="/addresses" search={{}}>
              Show all addresses
            </Link>
          </Empty>
        }
      >
        {(rows) => <Rows rows={rows} />}
      </Listed>
    </Page>
  );
}

function Rows({ rows }: { rows: readonly Participant[] }) {
  return (
    <Table caption="Addresses" columns={['Address', 'Name', 'Company and account', 'Status', 'Since']}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link to="/addresses/$id" params={{ id: row.id }} className="mono">
                {row.scheme}:{row.value}
              </Link>
            </td>
            <td>
              <strong>{row.name}</strong>
            </td>
            <td>
              {row.companyName}
              <small>{row.accountName}</small>
            </td>
            <td>
              <Pill {...wordsOf(PARTICIPANT_STATUSES, row.status)} />
              {row.statusReason && <small>{row.statusReason}</small>}
            </td>
            <td className="dim nowrap">
              <Moment time={row.statusChangedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
