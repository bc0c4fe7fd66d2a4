import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { refresh } from '../../api/new-query-client.ts';
import { REASONS } from '../../texts/codes.ts';
import { announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count, number } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { ACTIONS, figures, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { hourOf, since } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import { useRights } from '../api/session.ts';
import type { StuckGroup } from '../api/types.ts';
import { HoursOfDay } from './hours-of-day.tsx';

/** What another try by itself can mend; of all else somebody must have mended something first. */
const PASSES = new Set([
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'TIMEOUT',
  'DNS_UNAVAILABLE',
  'SMP_UNAVAILABLE',
  'REVOCATION_UNKNOWN',
  'AS4_RECEIPT_INVALID',
  'INTERNAL_ERROR',
]);

const nameOf = ({ accessPoint, host }: StuckGroup): string => accessPoint ?? host ?? 'Not found';
const keyOf = ({ accessPoint, endpointUrl, code }: StuckGroup): string =>
  [accessPoint, endpointUrl, code].join(' ');

/** Documents that do not go on, by the receiver's access point and the reason. */
export function StuckGroups({ groups }: { groups: readonly StuckGroup[] }) {
  const { mayWork } = useRights();
  const retry = useRetry();
  return (
    <>
      {retry.error && <Failed error={retry.error} />}
      <Table
        className="stuck"
        caption="Stuck documents by access point"
        columns={['Access point', 'Reason', figures('Docs'), '24 h', mayWork && ACTIONS]}
      >
        <tbody>
          {groups.map((group) => (
            <GroupRow
              key={keyOf(group)}
              group={group}
              isBusy={retry.isBusy}
              retry={() => retry.begin(group)}
            />
          ))}
        </tbody>
      </Table>
      {retry.asked && (
        <Confirm
          title={`Retry ${count(retry.asked.count, 'document')} to ${nameOf(retry.asked)}?`}
          verb={`Retry ${number(retry.asked.count)}`}
          isHarmless
          act={() => retry.send(retry.asked)}
          close={retry.cancel}
        >
          <p>
            {REASONS[retry.asked.code]?.say ?? retry.asked.code} Another try alone does not mend that:{' '}
            {(REASONS[retry.asked.code]?.act ?? 'find out what has changed first.').toLowerCase()}
          </p>
          <p>What fails again ends as before. Nothing is sent twice that was accepted.</p>
        </Confirm>
      )}
    </>
  );
}

function GroupRow(props: { group: StuckGroup; isBusy: boolean; retry: () => void }) {
  const { group, isBusy, retry } = props;
  const { mayWork } = useRights();
  const waits = group.retrying > 0;
  const { accessPoint, code } = group;
  return (
    <tr>
      <td>
        <Link to="/documents" search={{ code, ...(accessPoint ? { accessPoint } : {}) }}>
          <Pill tone={waits ? 'wait' : 'stop'} mark={waits ? 'retry' : 'stop'} label={nameOf(group)} />
        </Link>
        {accessPoint && group.host && <small>{group.host}</small>}
      </td>
      <td className="dim reason">
        {REASONS[code]?.say ?? code} Since {since(group.oldestAt)}.
        <small>
          <span className="mono">{code}</span>
          {circuitWords(group)}
        </small>
      </td>
      <td className="num">{number(group.count)}</td>
      <td>
        <HoursOfDay hours={group.hours} isWaiting={waits} />
      </td>
      {mayWork && (
        <td>
          <div className="acts">
            <Button act={retry} of={`to ${nameOf(group)}`} isBusy={isBusy}>
              Retry {number(group.count)}
              {PASSES.has(code) ? '' : '…'}
            </Button>
          </div>
        </td>
      )}
    </tr>
  );
}

function circuitWords({ circuit, nextAttemptAt }: StuckGroup): string {
  if (circuit?.state === 'OPEN')
    return `, circuit open${circuit.openUntil ? `, next try ${hourOf(circuit.openUntil)}` : ''}`;
  return nextAttemptAt ? `, next try ${hourOf(nextAttemptAt)}` : '';
}

/** Retries a group: at once where time alone can mend it, after a question otherwise. */
function useRetry() {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<StuckGroup>();
  const send = useMutation({
    mutationFn: async (group: StuckGroup | undefined) => {
      if (!group) return;
      const { code, accessPoint } = group;
      const body = { code, ...(accessPoint ? { accessPoint } : {}) };
      const { retried, left } = await call(api.POST('/operator/v1/messages/retry', { body }));
      announce(`${count(retried, 'document')} tried again${left > 0 ? `, ${number(left)} left` : ''}`);
    },
    onSettled: () => refresh(cache, 'documents', 'overview'),
  });
  return {
    asked,
    isBusy: send.isPending,
    error: send.error,
    send: (group: StuckGroup | undefined) => send.mutateAsync(group),
    cancel: () => setAsked(undefined),
    begin: (group: StuckGroup) => {
      if (PASSES.has(group.code)) send.mutate(group);
      else setAsked(group);
    },
  };
}
