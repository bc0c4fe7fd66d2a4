import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { accountQuery, useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { ApiKey } from '../../people/queries.ts';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Field } from '../../ui/field.tsx';
import { Checks, Choose, FormActions, textOf, useSubmission } from '../../ui/form.tsx';
import { useScope } from '../../ui/scope.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Failed } from '../../ui/states.tsx';
import { Reaches } from './reaches.tsx';

type Permission = ApiKey['permissions'][number];

const PERMISSIONS: readonly { value: Permission; label: string; means: string }[] = [
  { value: 'read', label: 'read', means: 'sees documents, addresses and what happens' },
  { value: 'send', label: 'send', means: 'hands in documents' },
  { value: 'receive', label: 'receive', means: 'collects documents and acknowledges them' },
  { value: 'manage', label: 'manage', means: 'changes addresses and webhooks' },
];

/** A new key: its reach first, then what it may, of which nothing is chosen for anybody. */
export function KeyForm({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const { isOwner } = useRights();
  const scope = useScope();
  const { data: account } = useQuery(accountQuery);
  const [made, setMade] = useState<ApiKey & { key: string }>();
  const [missing, setMissing] = useState<string>();
  const [ends, setEnds] = useState<string>();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const permissions = form.getAll('permissions').map(String) as Permission[];
    setMissing(permissions.length === 0 ? 'Choose at least one' : undefined);
    if (permissions.length === 0) return;
    const companyId = textOf(form, 'companyId');
    const body = {
      name: textOf(form, 'name') ?? '',
      permissions,
      ...(companyId && { companyId }),
      ...(ends && { expiresAt: new Date(`${ends}T23:59:59`).toISOString() }),
    };
    setMade(await call(api.POST('/v1/api-keys', { body })));
    await cache.invalidateQueries({ queryKey: ['keys'] });
  });
  if (made) return <KeyOnce made={made} close={close} />;
  return (
    <Dialog title="Make a key" close={close}>
      <form onSubmit={submit}>
        {error && !['name', 'expiresAt'].some((field) => wrong(field)) && <Failed error={error} />}
        <Field
          label="Name, of the program that gets it"
          name="name"
          maxLength={200}
          autoComplete="off"
          required
          error={wrong('name')}
        />
        <Choose label="Reaches" name="companyId" defaultValue={scope ?? ''} required={!isOwner}>
          {isOwner && <option value="">every company, also those to come</option>}
          {account?.companies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choose>
        <Checks legend="May" name="permissions" options={PERMISSIONS} wrong={missing} />
        <Ends day={ends} choose={setEnds} wrong={wrong('expiresAt')} />
        <FormActions verb="Make it" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}

function Ends(props: {
  day: string | undefined;
  choose: (day: string | undefined) => void;
  wrong: string | undefined;
}) {
  const { day, choose, wrong } = props;
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>Ends on, never when empty</label>
      <DayField id={id} label="the last day" value={day} onDay={choose} describedBy={`${id}-error`} />
      <p id={`${id}-error`} className="wrong">
        {wrong}
      </p>
    </div>
  );
}

function KeyOnce({ made, close }: { made: ApiKey & { key: string }; close: () => void }) {
  return (
    <ShownOnce
      title="Copy the key now"
      value={made.key}
      warning="We keep only its fingerprint. When this closes, nobody can show it again, neither you nor we."
      close={close}
    >
      <Facts
        facts={{
          Name: made.name,
          Reaches: <Reaches companyIds={made.companyId ? [made.companyId] : 'all'} />,
          May: made.permissions.join(', '),
        }}
      />
      <Curl command={curlOf({ path: '/v1/me' })} />
    </ShownOnce>
  );
}
