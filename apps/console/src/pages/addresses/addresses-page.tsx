import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCompanyName } from '../../api/account.ts';
import { type Address, type AddressStatus, addressesQuery, wholeAddress } from '../../api/addresses.ts';
import { PARTICIPANT_STATUSES, wordsOf } from '../../texts/statuses.ts';
import { number, typeName } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { shortTime } from '../../ui/when.ts';
import { WordsField } from '../../ui/words-field.tsx';

const route = getRouteApi('/inside/addresses');

/** The addresses by which the companies in reach are found on the network. */
export function AddressesPage() {
  const { status, q } = route.useSearch();
  const scope = useScope();
  const navigate = useNavigate();
  const known = status !== undefined && Object.hasOwn(PARTICIPANT_STATUSES, status);
  const addresses = useInfiniteQuery(
    addressesQuery({ companyId: scope, status: known ? (status as AddressStatus) : undefined, q }),
  );
  const counts = addresses.data?.pages[0]?.counts;
  return (
    <Page
      title="Addresses"
      lede="What others find you by, and what they may send to it."
      actions={
        <Link className="btn pri" to="/addresses/new" search={{}}>
          Register an address
        </Link>
      }
    >
      <search className="filters">
        <WordsField
          label="Number or name"
          value={q ?? ''}
          onWords={(words) =>
            navigate({ to: '/addresses', search: { status, q: words || undefined }, replace: true })
          }
        />
      </search>
      <StatusSieve status={status} q={q} counts={counts?.byStatus} />
      <Listed
        list={addresses}
        rowsOf={(page) => page.participants}
        empty={<NoAddress isFiltered={Boolean(status || q)} />}
      >
        {(rows) => <AddressTable rows={rows} />}
      </Listed>
    </Page>
  );
}

function StatusSieve(props: {
  status: string | undefined;
  q: string | undefined;
  counts: Readonly<Record<string, number>> | undefined;
}) {
  const { status, q, counts } = props;
  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <nav className="sieve" aria-label="Status">
      <Link to="/addresses" search={{ q }} activeOptions={{ exact: true }}>
        <b>{counts ? number(all) : '…'}</b>All
      </Link>
      {Object.entries(PARTICIPANT_STATUSES)
        .filter(([name]) => (counts?.[name] ?? 0) > 0 || name === status)
        .map(([name, { label, tone, mark }]) => (
          <Link
            key={name}
            to="/addresses"
            search={{ q, status: name }}
            aria-current={status === name ? 'true' : undefined}
          >
            <b>{number(counts?.[name] ?? 0)}</b>
            <Lenticel mark={mark} tone={tone} />
            {label}
          </Link>
        ))}
    </nav>
  );
}

function AddressTable({ rows }: { rows: readonly Address[] }) {
  const companyName = useCompanyName();
  return (
    <Table caption="Addresses" columns={['Status', 'Address', 'Company', 'Can exchange', figures('Since')]}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Pill {...wordsOf(PARTICIPANT_STATUSES, row.status)} />
            </td>
            <td>
              <Link to="/addresses/$id" params={{ id: row.id }} search={{}}>
                <strong>{row.name}</strong>
                <small className="mono">{wholeAddress(row)}</small>
              </Link>
            </td>
            <td>{companyName(row.companyId)}</td>
            <td className="dim">{exchangesOf(row)}</td>
            <td className="num">
              <time className="mono" dateTime={row.statusChangedAt} title={row.statusChangedAt}>
                {shortTime(row.statusChangedAt)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const SHOWN = 3;

function exchangesOf({ capabilities }: Address): string {
  const names = capabilities.map(({ type }) => typeName(type).toLowerCase());
  const rest = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}` || 'nothing yet';
}

function NoAddress({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No address fits">
        <Link className="btn" to="/addresses" search={{}}>
          Show all addresses
        </Link>
      </Empty>
    );
  return (
    <Empty title="No address yet">
      <p className="dim">
        An address is a number that a company already has, such as its organisation number. Others find it on
        Peppol by that.
      </p>
      <Link className="btn pri" to="/addresses/new" search={{}}>
        Register an address
      </Link>
    </Empty>
  );
}
