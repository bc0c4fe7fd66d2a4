import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Answered } from '../../ui/answered.tsx';
import { DayOfList } from '../../ui/day-field.tsx';
import { number } from '../../ui/format.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { figures, Table } from '../../ui/table.tsx';
import { AvenueOfDays } from './avenue-of-days.tsx';
import {
  csvUrl,
  dayAfter,
  dayBefore,
  type Kind,
  monthAt,
  monthOf,
  periodOf,
  type Usage,
  usageQuery,
} from './queries.ts';

const route = getRouteApi('/inside/usage');

const COLUMNS: readonly { kind: Kind; label: string; isDocument: boolean }[] = [
  { kind: 'DOCUMENT_SENT', label: 'Sent', isDocument: true },
  { kind: 'DOCUMENT_RECEIVED', label: 'Received', isDocument: true },
  { kind: 'DOCUMENT_REJECTED', label: 'Rejected', isDocument: false },
  { kind: 'PARTICIPANT_LOOKUP', label: 'Lookups', isDocument: false },
  { kind: 'PARTICIPANT_REGISTERED', label: 'Addresses registered', isDocument: false },
];
const MONTHS_SHOWN = 13;
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What each company sent and received, for who bills it on. */
export function UsagePage() {
  const company = useScope();
  const period = periodOf(route.useSearch());
  const usage = useQuery(usageQuery(period, company));
  return (
    <Page
      title="Usage"
      lede={usage.data && <Lede usage={usage.data} />}
      actions={
        <a className="btn" href={csvUrl(period, company)} download>
          <Icon name="save" />
          CSV of this period
        </a>
      }
    >
      <Periods period={period} />
      <Answered query={usage}>
        {(data) => (
          <>
            <AvenueOfDays days={data.days ?? []} />
            <ByCompany usage={data} period={period} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function Lede({ usage: { totals } }: { usage: Usage }) {
  return (
    <>
      <b>{number(totals.DOCUMENT_SENT)}</b> sent and <b>{number(totals.DOCUMENT_RECEIVED)}</b> received. Days
      are those of UTC.
    </>
  );
}

function Periods({ period }: { period: ReturnType<typeof periodOf> }) {
  const navigate = useNavigate();
  const months = Array.from({ length: MONTHS_SHOWN }, (_, i) => monthAt(-i));
  const isMonth = months.find(
    (month) => monthOf(month).from === period.from && monthOf(month).to === period.to,
  );
  const go = (from: string, to: string) =>
    navigate({ to: '/usage', search: (before) => ({ ...before, from, to }) });
  return (
    <search className="filters">
      <select
        className="field slim"
        aria-label="Month"
        value={isMonth ?? ''}
        onChange={({ target }) => {
          const month = monthOf(target.value);
          if (target.value) void go(month.from, month.to);
        }}
      >
        {!isMonth && <option value="">other days</option>}
        {months.map((month) => (
          <option key={month} value={month}>
            {MONTH.format(new Date(`${month}-01`))}
          </option>
        ))}
      </select>
      <DayOfList
        label="from"
        value={period.from}
        max={dayBefore(period.to)}
        onDay={(day) => day && void go(day, period.to)}
      />
      <DayOfList
        label="up to and with"
        value={dayBefore(period.to)}
        min={period.from}
        onDay={(day) => day && void go(period.from, dayAfter(day))}
      />
    </search>
  );
}

function ByCompany({ usage, period }: { usage: Usage; period: ReturnType<typeof periodOf> }) {
  const rows = usage.companies.toSorted((a, b) => b.totals.DOCUMENT_SENT - a.totals.DOCUMENT_SENT);
  return (
    <>
      <div className="sec">
        <h2>
          By company <small>{number(rows.filter(({ companyId }) => companyId).length)} with usage</small>
        </h2>
        <span className="end">
          <span>Rejected ones and lookups are no documents on a bill</span>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="dim none">Nothing was sent or received in these days.</p>
      ) : (
        <Table className="usage" columns={['Company', ...COLUMNS.map(({ label }) => figures(label))]}>
          <tbody>
            {rows.map(({ companyId, name, totals }) => (
              <tr key={companyId ?? 'account'}>
                <td>
                  {companyId ? (
                    <Link
                      to="/documents"
                      search={{ company: companyId, from: period.from, to: period.to }}
                      className="quiet"
                    >
                      {name ?? companyId}
                    </Link>
                  ) : (
                    <span className="dim">The account as a whole</span>
                  )}
                </td>
                {COLUMNS.map(({ kind, isDocument }) => (
                  <td key={kind} className={`num ${isDocument ? '' : 'dim'}`}>
                    {number(totals[kind])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">In all</th>
              {COLUMNS.map(({ kind }) => (
                <td key={kind} className="num">
                  <strong>{number(usage.totals[kind])}</strong>
                </td>
              ))}
            </tr>
          </tfoot>
        </Table>
      )}
    </>
  );
}
