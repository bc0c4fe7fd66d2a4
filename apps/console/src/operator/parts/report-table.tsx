import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { refresh } from '../../api/new-query-client.ts';
import type { StatusWords } from '../../texts/statuses.ts';
import { announce } from '../../ui/announce.tsx';
import { count } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { dayAndHour } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import { useRights } from '../api/session.ts';
import type { Report } from '../api/types.ts';

const KINDS = { TSR: 'Transaction statistics', EUSR: 'End user statistics' } as const;

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

const named = ({ kind, month }: Report) => ({ path: { kind: kind.toLowerCase(), month } });

/** Reports to OpenPeppol, and whether it has each. */
export function ReportTable({ reports }: { reports: readonly Report[] }) {
  const cache = useQueryClient();
  const { mayWork } = useRights();
  const send = useMutation({
    mutationFn: (report: Report) =>
      call(api.POST('/operator/v1/reports/{kind}/{month}/send', { params: named(report) })),
    onSuccess: () => announce('The report is on its way'),
    onSettled: () => refresh(cache, 'reports', 'overview'),
  });
  return (
    <>
      {send.error && <Failed error={send.error} />}
      <Table caption="Reports">
        <tbody>
          {reports.map((report) => (
            <tr key={report.id}>
              <th scope="row">
                <strong>{KINDS[report.kind]}</strong>
                <small>
                  {monthName(report.month)}
                  {totalOf(report)}
                </small>
              </th>
              <td>
                <Pill {...stateOf(report)} />
                {report.delivery?.lastErrorMessage && <small>{report.delivery.lastErrorMessage}</small>}
              </td>
              <td>
                <div className="acts">
                  {mayWork && report.valid && report.delivery?.status !== 'AS4_ACCEPTED' && (
                    <Button act={() => send.mutate(report)} of={KINDS[report.kind]} isBusy={send.isPending}>
                      Send
                    </Button>
                  )}
                  <a
                    className="btn sm ghost"
                    href={`/api/operator/v1/reports/${report.kind.toLowerCase()}/${report.month}/xml`}
                    download
                  >
                    Download
                    <span className="sr">
                      {' '}
                      {KINDS[report.kind]}, {monthName(report.month)}
                    </span>
                  </a>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** What a report counts, by the names that it has there. */
function totalOf({ kind, total }: Report): string {
  const { Incoming = 0, Outgoing = 0, SendingOrReceivingEndUsers: endUsers } = total;
  if (kind === 'TSR') return `, ${count(Incoming + Outgoing, 'document')}`;
  return endUsers === undefined ? '' : `, ${count(endUsers, 'end user')}`;
}

function stateOf({ valid, findings, delivery }: Report): StatusWords {
  if (!valid)
    return { label: findings[0]?.message ?? 'Does not keep its own rules', tone: 'stop', mark: 'stop' };
  if (!delivery) return { label: 'Made, not sent', tone: 'wait', mark: 'wait' };
  const { status, acceptedAt, nextAttemptAt } = delivery;
  if (status === 'AS4_ACCEPTED')
    return { label: `Accepted${acceptedAt ? ` ${dayAndHour(acceptedAt)}` : ''}`, tone: 'done', mark: 'done' };
  if (status === 'SEND_FAILED') return { label: 'Not delivered', tone: 'stop', mark: 'stop' };
  return {
    label: nextAttemptAt ? `Being sent, next try ${dayAndHour(nextAttemptAt)}` : 'Being sent',
    tone: 'move',
    mark: 'move',
  };
}
