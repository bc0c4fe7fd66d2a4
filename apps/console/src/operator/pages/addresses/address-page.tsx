import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { refresh } from '../../../api/new-query-client.ts';
import { PARTICIPANT_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { Id } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Button } from '../../../ui/unable.tsx';
import { Unready } from '../../../ui/unready.tsx';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Participant } from '../../api/types.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { WhatWeLookedAt, whyNotApproved } from '../../parts/what-we-looked-at.tsx';

const route = getRouteApi('/inside/addresses/$id');

const addressQuery = (id: string) =>
  queryOptions({
    queryKey: ['addresses', id],
    queryFn: () => call(api.GET('/operator/v1/participants/{id}', { params: { path: { id } } })),
  });

/** One address: where it stands, what was looked at, and what can be done. */
export function AddressPage() {
  const { id } = route.useParams();
  const query = useQuery(addressQuery(id));
  const { data } = query;
  if (!data) return <Unready title="Address" query={query} />;
  return <AddressOf row={data} />;
}

function AddressOf({ row }: { row: Participant }) {
  const address = `${row.scheme}:${row.value}`;
  return (
    <Page
      title={address}
      heading={
        <>
          {address} <Pill {...wordsOf(PARTICIPANT_STATUSES, row.status)} big />
        </>
      }
      crumb={
        <Link to="/addresses" search={{}}>
          Addresses
        </Link>
      }
      lede={row.statusReason}
      actions={<Acts row={row} />}
    >
      <div className="sec">
        <h2>What we looked at</h2>
        <span className="end">
          {row.checks?.[0] && (
            <span>
              <Moment time={row.checks[0].checkedAt} />
            </span>
          )}
          <LookAgain id={row.id} />
        </span>
      </div>
      <div className="none">
        <WhatWeLookedAt checks={row.checks} isWhole />
      </div>
      <div className="sec">
        <h2>Details</h2>
      </div>
      <Facts
        className="first-sec"
        facts={{
          Name: row.name,
          Company: row.companyName,
          Account: (
            <Link className="link" to="/accounts/$id" params={{ id: row.accountId }}>
              {row.accountName}
            </Link>
          ),
          'Can exchange': row.capabilities.map(({ type }) => typeName(type)).join(', ') || 'nothing yet',
          Registered: <Moment time={row.createdAt} />,
          'As it is now since': <Moment time={row.statusChangedAt} />,
          Id: <Id value={row.id} />,
        }}
      />
    </Page>
  );
}

function LookAgain({ id }: { id: string }) {
  const cache = useQueryClient();
  const { mayWork } = useRights();
  const look = useMutation({
    mutationFn: () => call(api.POST('/operator/v1/participants/{id}/check', { params: { path: { id } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['addresses'] }),
  });
  if (!mayWork) return null;
  return (
    <>
      {look.error && <span className="wrong">{look.error.message}</span>}
      <button type="button" className="link" aria-disabled={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? 'Looking' : 'Look again'}
      </button>
    </>
  );
}

const ACTS = {
  approve: { verb: 'Approve', says: 'It is published, and others find it.' },
  reject: { verb: 'Reject', says: 'The customer reads why, and can change it and ask again.' },
  suspend: { verb: 'Suspend', says: 'It neither sends nor receives until it is resumed.' },
  resume: { verb: 'Resume', says: 'It sends and receives again.' },
  retry: { verb: 'Try again', says: 'The registration goes on at the step where it stopped.' },
} as const;
type Act = keyof typeof ACTS;

/** What can be done in each status; anything else the service would refuse. */
const POSSIBLE: Readonly<Record<string, readonly Act[]>> = {
  PENDING_APPROVAL: ['approve', 'reject'],
  READY: ['suspend'],
  ACTIVE: ['suspend'],
  SUSPENDED: ['resume'],
  ERROR: ['retry'],
};

function Acts({ row }: { row: Participant }) {
  const cache = useQueryClient();
  const { mayWork } = useRights();
  const [asked, setAsked] = useState<Act>();
  if (!mayWork) return null;
  const act = async (reason: string | undefined) => {
    if (!asked) return;
    const params = { path: { id: row.id } };
    await call(
      api.POST(`/operator/v1/participants/{id}/${asked}`, { params, body: reason ? { reason } : {} }),
    );
    await refresh(cache, 'addresses', 'overview');
  };
  return (
    <>
      {(POSSIBLE[row.status] ?? []).map((name) => (
        <Button
          key={name}
          act={() => setAsked(name)}
          not={name === 'approve' ? whyNotApproved(row) : undefined}
          className={`btn ${name === 'approve' ? 'pri' : ''}`}
        >
          {ACTS[name].verb}…
        </Button>
      ))}
      {asked && (
        <ReasonDialog
          title={`${ACTS[asked].verb}: ${row.scheme}:${row.value}`}
          verb={ACTS[asked].verb}
          label={asked === 'reject' ? 'Why, for the customer to read' : 'Why, for the audit (may be empty)'}
          isNeeded={asked === 'reject'}
          act={act}
          close={() => setAsked(undefined)}
        >
          {ACTS[asked].says}
        </ReasonDialog>
      )}
    </>
  );
}
