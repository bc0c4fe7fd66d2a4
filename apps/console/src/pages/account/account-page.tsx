import { useQuery } from '@tanstack/react-query';
import { accountQuery, useRights } from '../../api/account.ts';
import { ENVIRONMENT, IS_LOCAL_NETWORK } from '../../environment.ts';
import { Answered } from '../../ui/answered.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { day } from '../../ui/when.ts';
import { Exports } from './exports.tsx';

const STATUSES = {
  ACTIVE: { tone: 'done', mark: 'done', label: 'Active' },
  SUSPENDED: { tone: 'stop', mark: 'stop', label: 'Suspended' },
  CLOSED: { tone: 'rest', mark: 'rest', label: 'Closed' },
} as const;

/** What the account is, where it works, and all of it to take along. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  const rights = useRights();
  return (
    <Page title="Account" lede={account.data?.name}>
      <Answered query={account}>
        {(data) => (
          <>
            <div className="split even">
              <section aria-label="Identity">
                <div className="sec">
                  <h2>Identity</h2>
                  <span className="end">
                    <span>The operator changes it</span>
                  </span>
                </div>
                <Identity account={data} />
              </section>
              <section aria-label="Environment">
                <div className="sec">
                  <h2>Environment</h2>
                </div>
                <EnvironmentFacts />
              </section>
            </div>
            {rights.isOwner && !rights.atDesk ? <Exports /> : <NoExport isDesk={!!rights.atDesk} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

type Account = NonNullable<Awaited<ReturnType<NonNullable<typeof accountQuery.queryFn>>>>;

function Identity({ account }: { account: Account }) {
  return (
    <Facts
      facts={{
        Name: account.name,
        State: <Pill {...STATUSES[account.status]} />,
        'Registered name': account.legalName,
        Country: account.countryCode,
        'Registration number': account.registrationNumber,
        'VAT number': account.vatNumber,
        Since: account.createdAt && day(account.createdAt),
        Companies: `${number(account.companies.length)} in your reach`,
        'Account id': <Id value={account.id} />,
        More: account.restricted && (
          <span className="dim">Who reaches only some companies does not see the account’s own details.</span>
        ),
      }}
    />
  );
}

function EnvironmentFacts() {
  const isProduction = ENVIRONMENT === 'production';
  return (
    <>
      <Facts
        facts={{
          Network: (
            <>
              <b>{isProduction ? 'Production' : 'Test'}</b>
              {IS_LOCAL_NETWORK && ', on this machine alone'}
            </>
          ),
          Documents: isProduction ? 'Reach real companies.' : 'Reach nobody outside the test network.',
          API: <span className="mono">{location.origin}/v1</span>,
          Description: (
            <a className="link" href="/docs/">
              The API, route by route
            </a>
          ),
        }}
      />
      <p className="dim hint">
        Test and production are separate services with separate accounts, keys and addresses. A key of one
        opens nothing in the other.
      </p>
    </>
  );
}

function NoExport({ isDesk }: { isDesk: boolean }) {
  return (
    <>
      <div className="sec">
        <h2>Export</h2>
      </div>
      <p className="dim none">
        {isDesk
          ? 'Staff at a desk make no exports: the link would outlive the session.'
          : 'An owner can take the whole account along as a file. Ask one of them.'}
      </p>
    </>
  );
}
