import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/new-query-client.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Unready } from '../../ui/unready.tsx';
import { day } from '../../ui/when.ts';
import { type CompanyBody, CompanyForm } from './company-form.tsx';
import { type Company, companyQuery } from './queries.ts';

const route = getRouteApi('/inside/companies/$id');

/** One company: its facts, and the ways to what is its own. */
export function CompanyPage() {
  const { id } = route.useParams();
  const query = useQuery(companyQuery(id));
  return query.data ? <CompanyOf company={query.data} /> : <Unready title="Company" query={query} />;
}

function CompanyOf({ company }: { company: Company }) {
  const { isOwner, noSending } = useRights();
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const change = useMutation({
    mutationFn: (body: CompanyBody) =>
      call(api.PATCH('/v1/companies/{id}', { params: { path: { id: company.id } }, body })),
    onSuccess: async () => {
      await refresh(client, 'companies', 'account');
      setChanging(false);
    },
  });
  return (
    <Page
      title={company.name}
      crumb={
        <Link to="/companies" search={{}}>
          Companies
        </Link>
      }
      lede={
        company.status === 'ARCHIVED'
          ? 'Archived: it neither sends nor receives any more.'
          : `${number(company.participantCount)} ${company.participantCount === 1 ? 'address' : 'addresses'} on the network or on the way there.`
      }
      actions={
        isOwner &&
        !noSending && (
          <button
            type="button"
            className="btn"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {isChanging ? 'Cancel' : 'Change'}
          </button>
        )
      }
    >
      <div className="cols">
        <div>
          {isChanging ? (
            <CompanyForm
              company={company}
              verb="Change"
              error={change.error}
              isBusy={change.isPending}
              onSubmit={(body) => change.mutate(body)}
            />
          ) : (
            <Identity company={company} />
          )}
        </div>
        <aside>
          <div className="sec quiet">
            <h2>Its own</h2>
          </div>
          <ul className="links">
            <li>
              <Link className="link" to="/documents" search={{ company: company.id }}>
                Documents
              </Link>
            </li>
            <li>
              <Link className="link" to="/addresses" search={{ company: company.id }}>
                Addresses
              </Link>
            </li>
            <li>
              <Link className="link" to="/usage" search={{ company: company.id }}>
                Usage
              </Link>
            </li>
          </ul>
        </aside>
      </div>
    </Page>
  );
}

const said = (value: string | undefined): string => value ?? '–';

function Identity({ company }: { company: Company }) {
  return (
    <Facts
      className="first-sec"
      facts={{
        Country: said(company.countryCode),
        'Registration number': said(company.registrationNumber),
        'VAT number': said(company.vatNumber),
        Identifier: company.identifier,
        Added: day(company.createdAt),
        'Company id': <Id value={company.id} />,
        Role: company.isAccountEntity ? 'The account itself, as a company' : undefined,
      }}
    />
  );
}
