import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StatusWords } from '../../../texts/statuses.ts';
import { MESSAGE_STATUSES, PARTICIPANT_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { Id } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Unready } from '../../../ui/unready.tsx';
import { day } from '../../../ui/when.ts';
import type { WholeAccount } from '../../api/types.ts';
import { accountQuery } from '../../parts/queries.ts';
import { ACCOUNT_STATUSES, isOpen } from '../../parts/statuses.ts';
import { AccountActs } from './account-acts.tsx';
import { ClosingOf } from './closing.tsx';
import { People } from './people.tsx';

const route = getRouteApi('/inside/accounts/$id');

/** One customer: who they are, what they have here, and what can be done for them. */
export function AccountPage() {
  const { id } = route.useParams();
  const query = useQuery(accountQuery(id));
  const { data } = query;
  if (!data) return <Unready title="Account" query={query} />;
  return <AccountOf account={data} />;
}

function AccountOf({ account }: { account: WholeAccount }) {
  return (
    <Page
      title={account.name}
      heading={
        <>
          {account.name} <Pill {...ACCOUNT_STATUSES[account.status]} big />
        </>
      }
      crumb={
        <Link to="/accounts" search={{}}>
          Accounts
        </Link>
      }
      lede={LEDES[account.status]}
      actions={<AccountActs account={account} />}
    >
      <div className="cols">
        <div>
          {!isOpen(account) && <ClosingOf account={account} />}
          <People account={account} />
          <Companies account={account} />
        </div>
        <aside>
          <Identity account={account} />
          <Counted
            title="Addresses"
            counts={account.participants}
            words={PARTICIPANT_STATUSES}
            link={
              <Link className="link" to="/addresses" search={{ account: account.id }}>
                All
              </Link>
            }
          />
          <Counted
            title="Documents"
            counts={account.messages}
            words={MESSAGE_STATUSES}
            link={
              <Link className="link" to="/documents" search={{ account: account.id, status: 'any' }}>
                All
              </Link>
            }
          />
        </aside>
      </div>
    </Page>
  );
}

const LEDES = {
  ACTIVE: 'Sends and receives.',
  SUSPENDED: 'Suspended: its people can read everything; sending is off.',
  CLOSING: 'Being closed: nobody of it comes in; what was on its way ends.',
  CLOSED: 'Closed: kept for a while, with its export.',
  DELETING: 'Being deleted.',
  DELETED: 'Deleted: usage, audit and names are left.',
} as const;

function Identity({ account }: { account: WholeAccount }) {
  return (
    <>
      <div className="sec quiet">
        <h2>Who they are</h2>
      </div>
      <Facts
        className="first-sec"
        facts={{
          'As registered': account.legalName,
          Country: account.countryCode,
          'Registration number': account.registrationNumber,
          'VAT number': account.vatNumber,
          Opened: day(account.createdAt),
          'Last document': account.lastDocumentAt ? <Moment time={account.lastDocumentAt} /> : 'none yet',
          Id: <Id value={account.id} />,
        }}
      />
      <p>
        <Link className="link" to="/audit" search={{ account: account.id }}>
          What was done for them
        </Link>
      </p>
    </>
  );
}

function Companies({ account: { companies } }: { account: WholeAccount }) {
  return (
    <>
      <div className="sec">
        <h2>
          Companies <small>{number(companies.length)}</small>
        </h2>
      </div>
      <ul className="ledger">
        {companies.map(({ id, name, identifier, status }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <small className="mono">{identifier}</small>
            </span>
            {status !== 'ACTIVE' && <span className="dim">{status.toLowerCase()}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Counted(props: {
  title: string;
  counts: WholeAccount['messages'];
  words: Readonly<Record<string, StatusWords>>;
  link: ReactNode;
}) {
  const { title, counts, words, link } = props;
  return (
    <>
      <div className="sec quiet">
        <h2>
          {title} <small>{number(counts.total)}</small>
        </h2>
        <span className="end">{counts.total > 0 && link}</span>
      </div>
      <Facts
        className="first-sec"
        facts={Object.fromEntries(
          Object.entries(counts.byStatus)
            .filter(([, value]) => value > 0)
            .map(([status, value]) => [wordsOf(words, status).label, number(value)]),
        )}
      />
    </>
  );
}
