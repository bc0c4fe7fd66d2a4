import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { refresh } from '../../api/new-query-client.ts';
import { SchemeId } from '../../ui/address.tsx';
import { announce } from '../../ui/announce.tsx';
import { usePageKeys } from '../../ui/keys.ts';
import { Failed } from '../../ui/states.tsx';
import { ACTIONS, figures, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { since } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import { useRights } from '../api/session.ts';
import type { Participant } from '../api/types.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useLater } from './use-later.ts';
import { WhatWeLookedAt, whyNotApproved } from './what-we-looked-at.tsx';

/** So long an approval can be taken back before it is sent. */
const UNDO_MS = 5000;

/** The addresses that wait, one of which is at hand: `a` approves it, `x` rejects it, `j` and `k` move. */
export function ApprovalTable({ rows }: { rows: readonly Participant[] }) {
  const { mayWork } = useRights();
  const [at, setAt] = useState(0);
  const [rejected, setRejected] = useState<Participant>();
  const approval = useApproval();
  const waiting = rows.filter(({ id }) => !approval.isLeaving(id));
  const chosen = waiting[Math.min(at, waiting.length - 1)];
  const move = (by: number) => setAt(Math.max(0, Math.min(waiting.length - 1, at + by)));
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => mayWork && chosen && !whyNotApproved(chosen) && approval.approve(chosen),
    x: () => mayWork && chosen && setRejected(chosen),
  });
  return (
    <>
      {approval.error && <Failed error={approval.error} />}
      <Table
        className="approvals"
        caption="Addresses that wait for approval"
        columns={[
          'Address',
          'Name',
          'Company and account',
          'What we looked at',
          figures('Waits'),
          mayWork && ACTIONS,
        ]}
      >
        <tbody>
          {waiting.map((row) => (
            <Row
              key={row.id}
              row={row}
              isChosen={row === chosen && mayWork}
              approve={() => approval.approve(row)}
              reject={() => setRejected(row)}
            />
          ))}
        </tbody>
      </Table>
      {approval.last && (
        <p className="toast" role="status">
          Approving {addressOf(approval.last)}.{' '}
          <button type="button" className="link" onClick={approval.undo}>
            Undo
          </button>
        </p>
      )}
      {rejected && <Reject row={rejected} close={() => setRejected(undefined)} />}
    </>
  );
}

/** Which keys approve and reject, for who may. */
export function ApprovalKeys() {
  const { mayWork } = useRights();
  if (!mayWork) return null;
  return (
    <span className="end">
      <span>
        <kbd>a</kbd> approve <kbd>x</kbd> reject
      </span>
    </span>
  );
}

const addressOf = ({ scheme, value }: Participant): string => `${scheme}:${value}`;

function Row(props: { row: Participant; isChosen: boolean; approve: () => void; reject: () => void }) {
  const { row, isChosen, approve, reject } = props;
  const { mayWork } = useRights();
  return (
    <tr className={isChosen ? 'sel' : ''}>
      <td className="padded">
        <Link to="/addresses/$id" params={{ id: row.id }} className="mono">
          {addressOf(row)}
        </Link>
        <small>
          <SchemeId address={addressOf(row)} />
        </small>
      </td>
      <td>
        <strong>{row.name}</strong>
      </td>
      <td>
        {row.companyName}
        <small>
          <Link to="/accounts/$id" params={{ id: row.accountId }} className="quiet">
            {row.accountName}
          </Link>
        </small>
      </td>
      <td>
        <WhatWeLookedAt checks={row.checks} />
      </td>
      <td className="num dim nowrap">{since(row.statusChangedAt)}</td>
      {mayWork && (
        <td>
          <div className="acts">
            <Button
              act={approve}
              of={addressOf(row)}
              not={whyNotApproved(row)}
              className={`btn sm ${isChosen ? 'pri' : ''}`}
            >
              Approve
            </Button>
            <Button act={reject} of={addressOf(row)}>
              Reject…
            </Button>
          </div>
        </td>
      )}
    </tr>
  );
}

function Reject({ row, close }: { row: Participant; close: () => void }) {
  const cache = useQueryClient();
  return (
    <ReasonDialog
      title={`Reject ${addressOf(row)}`}
      verb="Reject"
      isNeeded
      label="Why, for the customer to read"
      act={async (reason) => {
        const params = { path: { id: row.id } };
        await call(api.POST('/operator/v1/participants/{id}/reject', { params, body: { reason } }));
        await refresh(cache, 'addresses', 'overview');
      }}
      close={close}
    >
      {row.accountName} reads what you write. They can change the address and ask again.
    </ReasonDialog>
  );
}

/** Approves after a moment in which it can be undone. */
function useApproval() {
  const cache = useQueryClient();
  const [error, setError] = useState<Error>();
  const later = useLater<Participant>(UNDO_MS, async ({ id }) => {
    try {
      await call(api.POST('/operator/v1/participants/{id}/approve', { params: { path: { id } }, body: {} }));
      await refresh(cache, 'addresses', 'overview');
    } catch (problem) {
      setError(problem as Error);
    }
  });
  return {
    error,
    last: later.waiting.at(-1),
    isLeaving: later.has,
    approve: (row: Participant) => {
      setError(undefined);
      announce(`Approving ${addressOf(row)}, in 5 seconds`);
      later.add(row);
    },
    undo: later.takeBack,
  };
}
