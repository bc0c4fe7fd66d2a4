import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Answered } from '../../../ui/answered.tsx';
import { count, number } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { since } from '../../../ui/when.ts';
import type { Participant } from '../../api/types.ts';
import { ApprovalKeys, ApprovalTable } from '../../parts/approval-table.tsx';
import { approvalsQuery, overviewQuery } from '../../parts/queries.ts';

/** Every address that waits for a person to look at it. */
export function ApprovalsPage() {
  const { data: overview } = useQuery(overviewQuery);
  const query = useQuery(approvalsQuery);
  const waiting = overview?.approvals;
  return (
    <Page
      title="Approvals"
      lede={
        waiting && waiting.count > 0
          ? `${count(waiting.count, 'address waits', 'addresses wait')}${waiting.oldestAt ? `, the oldest for ${since(waiting.oldestAt)}` : ''}. Nothing is published before somebody here says so.`
          : 'Nothing is published before somebody here says so.'
      }
    >
      <Answered query={query}>
        {(rows) => (rows.length === 0 ? <NoneWaits /> : <Waiting rows={rows} total={waiting?.count ?? 0} />)}
      </Answered>
    </Page>
  );
}

function Waiting({ rows, total }: { rows: readonly Participant[]; total: number }) {
  return (
    <>
      <div className="sec">
        <h2>
          Waiting for approval <small>{rows.length}</small>
        </h2>
        <ApprovalKeys />
      </div>
      <ApprovalTable rows={rows} />
      {total > rows.length && (
        <p className="more">
          {number(rows.length)} of {number(total)}. The others follow when these are done.
        </p>
      )}
    </>
  );
}

function NoneWaits() {
  return (
    <Empty title="No address waits">
      <p className="dim">Those that customers register appear here by themselves.</p>
      <Link className="btn" to="/addresses" search={{}}>
        All addresses
      </Link>
    </Empty>
  );
}
