import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRights } from '../../api/account.ts';
import { number } from '../../ui/format.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { WordsField } from '../../ui/words-field.tsx';
import { type Company, companiesQuery } from './queries.ts';

const route = getRouteApi('/inside/companies');

/** The companies of the account that the reader reaches. */
export function CompaniesPage() {
  const { q, status } = route.useSearch();
  const navigate = useNavigate();
  const { isOwner, noSending } = useRights();
  const known = status === 'ACTIVE' || status === 'ARCHIVED' ? status : undefined;
  const companies = useInfiniteQuery(companiesQuery({ q, status: known }));
  return (
    <Page
      title="Companies"
      lede="Each has its own addresses, documents, keys and people, and is apart from the others."
      actions={
        <>
          <a
            className="btn lg"
            href={`/console/api/v1/companies?${new URLSearchParams({ format: 'csv', ...(q ? { q } : {}) })}`}
            download
          >
            <Icon name="save" />
            CSV
          </a>
          {isOwner && !noSending && (
            <Link className="btn pri" to="/companies/new" search={{}}>
              Add a company
            </Link>
          )}
        </>
      }
    >
      <search className="filters">
        <WordsField
          label="Name or identifier"
          value={q ?? ''}
          onWords={(words) =>
            navigate({ to: '/companies', search: { status, q: words || undefined }, replace: true })
          }
        />
      </search>
      <Listed
        list={companies}
        rowsOf={(page) => page.companies}
        empty={
          <Empty title="No company fits">
            <Link className="btn" to="/companies" search={{}}>
              Show all companies
            </Link>
          </Empty>
        }
      >
        {(rows) => <CompanyTable rows={rows} />}
      </Listed>
    </Page>
  );
}

function CompanyTable({ rows }: { rows: readonly Company[] }) {
  return (
    <Table
      caption="Companies"
      columns={['Company', 'Country', 'Registration number', 'VAT number', figures('Addresses'), 'Status']}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link to="/companies/$id" params={{ id: row.id }} search={{}}>
                <strong>{row.name}</strong>
                <small className="mono">{row.identifier}</small>
              </Link>
            </td>
            <td>{row.countryCode}</td>
            <td className="mono">{row.registrationNumber}</td>
            <td className="mono">{row.vatNumber}</td>
            <td className="num">{number(row.participantCount)}</td>
            <td className="dim">{row.status === 'ARCHIVED' ? 'Archived' : 'In use'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
