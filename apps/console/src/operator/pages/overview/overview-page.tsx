import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { number } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { RestOfPlaces } from '../../../ui/rest-of-places.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { hourOf, since } from '../../../ui/when.ts';
import { useRights } from '../../api/session.ts';
import type { Overview } from '../../api/types.ts';
import { useWays } from '../../frame/use-ways.ts';
import { ApprovalKeys, ApprovalTable } from '../../parts/approval-table.tsx';
import { CertificateTable } from '../../parts/certificate-table.tsx';
import { DeskList } from '../../parts/desk-list.tsx';
import { DeskPicker } from '../../parts/desk-picker.tsx';
import { PartTable } from '../../parts/part-table.tsx';
import {
  approvalsQuery,
  desksQuery,
  healthQuery,
  overviewQuery,
  reportsQuery,
  stuckQuery,
} from '../../parts/queries.ts';
import { ReportTable } from '../../parts/report-table.tsx';
import { StuckGroups } from '../../parts/stuck-groups.tsx';
import { HowThingsAre } from './how-things-are.tsx';

const APPROVALS = 5;

/** What waits for a person, and whether the network is well, at a glance. */
export function OverviewPage() {
  const { mayWork } = useRights();
  const ways = useWays();
  const [isPicking, setPicking] = useState(false);
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(overviewQuery);
  const time = dataUpdatedAt ? `, ${hourOf(new Date(dataUpdatedAt).toISOString())}` : '';
  return (
    <Page
      title="Overview"
      heading={`The service${time}`}
      lede={data && <HowThingsAre overview={data} />}
      actions={
        mayWork && (
          <button type="button" className="btn" onClick={() => setPicking(true)}>
            Sit at a customer’s desk…
          </button>
        )
      }
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      <Approvals />
      <div className="grid2 halves">
        <div>
          <Network />
          {data && <Certificates overview={data} />}
        </div>
        <div>
          <Stuck />
          <Reports />
          <Desks />
        </div>
      </div>
      <RestOfPlaces ways={ways} />
      {isPicking && <DeskPicker close={() => setPicking(false)} />}
    </Page>
  );
}

function Approvals() {
  const { data: rows, error, refetch } = useQuery(approvalsQuery);
  const { data } = useQuery(overviewQuery);
  if (error) return <Failed error={error} again={() => refetch()} />;
  if (!rows || rows.length === 0) return null;
  const total = data?.approvals.count ?? rows.length;
  return (
    <>
      <div className="sec">
        <h2>
          Waiting for approval{' '}
          <small>
            {number(total)}
            {rows[0] && `, oldest ${since(rows[0].statusChangedAt)}`}
          </small>
        </h2>
        <ApprovalKeys />
      </div>
      <ApprovalTable rows={rows.slice(0, APPROVALS)} />
      {total > APPROVALS && (
        <p className="more">
          <Link className="link" to="/approvals">
            {number(total - APPROVALS)} more
          </Link>
        </p>
      )}
    </>
  );
}

function Network() {
  const { data, error, dataUpdatedAt } = useQuery(healthQuery);
  return (
    <>
      <div className="sec">
        <h2>The service and its network</h2>
        <span className="end">
          {data && <span>asked {hourOf(new Date(dataUpdatedAt).toISOString())}</span>}
          <Link className="link" to="/network">
            Circuits
          </Link>
        </span>
      </div>
      {error && <Failed error={error} />}
      {data && <PartTable parts={data.parts} />}
    </>
  );
}

function Certificates({ overview: { certificates } }: { overview: Overview }) {
  if (certificates.length === 0) return null;
  return (
    <>
      <div className="sec">
        <h2>Certificates</h2>
        <span className="end">
          <Link className="link" to="/certificates">
            All
          </Link>
        </span>
      </div>
      <CertificateTable certificates={certificates} />
    </>
  );
}

function Stuck() {
  const { data, error } = useQuery(stuckQuery);
  const total = data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <>
      <div className="sec">
        <h2>Stuck documents {total > 0 && <small>{number(total)}, by receiver’s access point</small>}</h2>
        <span className="end">
          <Link className="link" to="/documents" search={{}}>
            List
          </Link>
        </span>
      </div>
      {error && <Failed error={error} />}
      {data?.length === 0 && <p className="dim none">None. What is sent arrives.</p>}
      {data && data.length > 0 && <StuckGroups groups={data} />}
    </>
  );
}

/** How many of the latest stand here. */
const REPORTS = 4;

function Reports() {
  const { data } = useQuery(reportsQuery);
  if (!data) return null;
  return (
    <>
      <div className="sec">
        <h2>Reports to OpenPeppol</h2>
        <span className="end">
          <Link className="link" to="/reports">
            All months
          </Link>
        </span>
      </div>
      {data.length === 0 ? (
        <p className="dim none">None yet. The first are made when a month has ended.</p>
      ) : (
        <ReportTable reports={data.slice(0, REPORTS)} />
      )}
    </>
  );
}

function Desks() {
  const { data } = useQuery(desksQuery);
  if (!data || data.length === 0) return null;
  return (
    <>
      <div className="sec">
        <h2>Staff at customers’ desks</h2>
      </div>
      <DeskList desks={data} />
    </>
  );
}
