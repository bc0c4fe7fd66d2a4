import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, number } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { since } from '../../../ui/when.ts';
import { ApprovalKeys, ApprovalTable } from '../../parts/approval-table.tsx';
import { approvalsQuery, overviewQuery } from '../../parts/queries.ts';

/** Every address that waits for a person to look at it. */
export function ApprovalsPage() {
  const { data: overview } = useQuery(overviewQuery);
  const { data: rows, error, isPending, refetch } = useQuery(approvalsQuery);
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
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {rows?.length === 0 && (
        <Empty title="No address waits">
          <p className="dim">Those that customers register appear here by themselves.</p>
          <Link className="btn" to="/addresses" search={{}}>
            All addresses
          </Link>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <div className="sec">
            <h2>
              Waiting for approval <small>{rows.length}</small>
            </h2>
            <ApprovalKeys />
          </div>
          <ApprovalTable rows={rows} />
          {waiting && waiting.count > rows.length && (
            <p className="more">
              {number(rows.length)} of {number(waiting.count)}. The others follow when these are done.
            </p>
          )}
        </>
      )}
    </Page>
  );
}
