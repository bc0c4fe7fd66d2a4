import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { count, number } from '../../../ui/format.ts';
import { Listed } from '../../../ui/listed.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Empty } from '../../../ui/states.tsx';
import { figures, Table } from '../../../ui/table.tsx';
import { WordsField } from '../../../ui/words-field.tsx';
import { useRights } from '../../api/session.ts';
import type { Account } from '../../api/types.ts';
import { accountsQuery } from '../../parts/queries.ts';
import { StatusChoice } from '../../parts/status-choice.tsx';
import { ACCOUNT_STATUSES } from '../../parts/statuses.ts';
import { NewAccount } from './new-account.tsx';

const route = getRouteApi('/inside/accounts');

const isStatus = (word: string | undefined): word is Account['status'] =>
  word !== undefined && Object.hasOwn(ACCOUNT_STATUSES, word);

/** Every customer of this installation. */
export function AccountsPage() {
  const { q, status } = route.useSearch();
  const navigate = useNavigate();
  const { mayWork } = useRights();
  const [isOpening, setOpening] = useState(false);
  const list = useInfiniteQuery(accountsQuery({ q, status: isStatus(status) ? status : undefined }));
  const counts = list.data?.pages[0]?.counts;
  return (
    <Page
      title="Accounts"
      lede={counts ? `${count(counts.total, 'customer')} of this installation.` : 'The customers.'}
      actions={
        mayWork && (
          <button type="button" className="btn pri" onClick={() => setOpening(true)}>
            Open an account
          </button>
        )
      }
    >
      <search className="filters">
        <WordsField
          label="Name or number"
          value={q ?? ''}
          onWords={(words) =>
            navigate({ to: '/accounts', search: { status, q: words || undefined }, replace: true })
          }
        />
        <StatusChoice
          statuses={ACCOUNT_STATUSES}
          chosen={status}
          counts={counts?.byStatus}
          choose={(chosen) => navigate({ to: '/accounts', search: { q, status: chosen } })}
        />
      </search>
      <Listed
        list={list}
        rowsOf={(page) => page.accounts}
        total={counts?.total}
        empty={
          <Empty title={q || status ? 'No account fits' : 'No account yet'}>
            <p className="dim">
              {q || status
                ? 'Take a word away, or look at every status.'
                : 'Customers sign up themselves where that is open, or you open an account for them.'}
            </p>
          </Empty>
        }
      >
        {(rows) => <Rows rows={rows} />}
      </Listed>
      {isOpening && <NewAccount close={() => setOpening(false)} />}
    </Page>
  );
}

function Rows({ rows }: { rows: readonly Account[] }) {
  return (
    <Table
      caption="Accounts"
      columns={[
        'Account',
        'Country',
        figures('Companies'),
        figures('Addresses'),
        figures('People'),
        'Last document',
        'Opened',
        'Status',
      ]}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link to="/accounts/$id" params={{ id: row.id }}>
                <strong>{row.name}</strong>
                {row.name !== row.legalName && <small>{row.legalName}</small>}
              </Link>
            </td>
            <td>{row.countryCode}</td>
            <td className="num">{number(row.companyCount)}</td>
            <td className="num">{number(row.participantCount)}</td>
            <td className="num">{number(row.userCount)}</td>
            <td className="dim nowrap">{row.lastDocumentAt ? <Moment time={row.lastDocumentAt} /> : '–'}</td>
            <td className="dim nowrap">
              <Moment time={row.createdAt} />
            </td>
            <td>
              <Pill {...ACCOUNT_STATUSES[row.status]} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
