import { useQuery } from '@tanstack/react-query';
import { accountQuery, useRights } from '../../api/account.ts';
import { ENVIRONMENT, IS_LOCAL_NETWORK } from '../../environment.ts';
import { Id } from '../../ui/copy.tsx';
import { day, number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
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
      {account.isPending && <Loading />}
      {account.error && <Failed error={account.error} again={() => account.refetch()} />}
      {account.data && (
        <div className="split even">
          <section aria-label="Identity">
            <div className="sec">
              <h2>Identity</h2>
              <span className="end">
                <span>The operator changes it</span>
              </span>
            </div>
            <Identity account={account.data} />
          </section>
          <section aria-label="Environment">
            <div className="sec">
              <h2>Environment</h2>
            </div>
            <EnvironmentFacts />
          </section>
        </div>
      )}
      {account.data &&
        (rights.isOwner && !rights.atDesk ? <Exports /> : <NoExport isDesk={!!rights.atDesk} />)}
    </Page>
  );
}

type Account = NonNullable<Awaited<ReturnType<NonNullable<typeof accountQuery.queryFn>>>>;

function Identity({ account }: { account: Account }) {
  const facts: [string, string | undefined][] = [
    ['Registered name', account.legalName],
    ['Country', account.countryCode],
    ['Registration number', account.registrationNumber],
    ['VAT number', account.vatNumber],
    ['Since', account.createdAt && day(account.createdAt)],
  ];
  return (
    <dl className="facts">
      <dt>Name</dt>
      <dd>{account.name}</dd>
      <dt>State</dt>
      <dd>
        <Pill {...STATUSES[account.status]} />
      </dd>
      {facts.map(
        ([term, value]) =>
          value && (
            <div className="fact" key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <dt>Companies</dt>
      <dd>{number(account.companies.length)} in your reach</dd>
      <dt>Account id</dt>
      <dd>
        <Id value={account.id} />
      </dd>
      {account.restricted && (
        <div className="fact">
          <dt>More</dt>
          <dd className="dim">Who reaches only some companies does not see the account’s own details.</dd>
        </div>
      )}
    </dl>
  );
}

function EnvironmentFacts() {
  const isProduction = ENVIRONMENT === 'production';
  return (
    <>
      <dl className="facts">
        <dt>Network</dt>
        <dd>
          <b>{isProduction ? 'Production' : 'Test'}</b>
          {IS_LOCAL_NETWORK && ', on this machine alone'}
        </dd>
        <dt>Documents</dt>
        <dd>{isProduction ? 'Reach real companies.' : 'Reach nobody outside the test network.'}</dd>
        <dt>API</dt>
        <dd className="mono">{location.origin}/v1</dd>
        <dt>Description</dt>
        <dd>
          <a className="link" href="/docs/">
            The API, route by route
          </a>
        </dd>
      </dl>
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
