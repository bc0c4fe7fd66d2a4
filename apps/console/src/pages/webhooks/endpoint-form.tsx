import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { EVENT_TYPES } from '../../api/event-types.gen.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Checks, Choose, FormActions, textOf, useSubmission } from '../../ui/form.tsx';
import { useScope } from '../../ui/scope.ts';
import { Failed } from '../../ui/states.tsx';
import type { Webhook } from './queries.ts';

type Direction = 'INBOUND' | 'OUTBOUND';

const GROUPS = [
  { prefix: 'document.', legend: 'Of documents' },
  { prefix: 'participant.', legend: 'Of addresses' },
  { prefix: '', legend: 'Of the account' },
] as const;

/** @returns the signing secret of an endpoint that is new */
async function save(
  webhook: Webhook | undefined,
  form: FormData,
  isAll: boolean,
): Promise<string | undefined> {
  const url = textOf(form, 'url') ?? '';
  const fields = {
    description: textOf(form, 'description') ?? '',
    events: isAll ? [] : form.getAll('events').map(String),
    types: (textOf(form, 'types') ?? '').split(/[\s,]+/).filter(Boolean),
  };
  const direction = textOf(form, 'direction') as Direction | undefined;
  if (webhook) {
    // The address is named only where it changes: naming it is for who may turn an endpoint elsewhere.
    const body = { ...(url !== webhook.url && { url }), ...fields, direction: direction ?? null };
    await call(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body }));
    return undefined;
  }
  const companyId = textOf(form, 'companyId');
  const body = { url, ...fields, ...(companyId && { companyId }), ...(direction && { direction }) };
  return (await call(api.POST('/v1/webhooks', { body }))).secret;
}

/** An endpoint that is made, or changed. */
export function EndpointForm(props: {
  webhook?: Webhook;
  close: () => void;
  onSecret?: (url: string, secret: string) => void;
}) {
  const { webhook, close, onSecret } = props;
  const cache = useQueryClient();
  const [isAll, setAll] = useState((webhook?.events.length ?? 0) === 0);
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const secret = await save(webhook, form, isAll);
    if (secret) onSecret?.(textOf(form, 'url') ?? '', secret);
    await cache.invalidateQueries({ queryKey: ['webhooks'] });
    close();
  });
  return (
    <Dialog title={webhook ? 'Change the endpoint' : 'Add an endpoint'} close={close} className="wide">
      <form onSubmit={submit}>
        {error && !wrong('url') && <Failed error={error} />}
        <Field
          label="Address that we call"
          name="url"
          type="url"
          placeholder="https://erp.example.com/peppol"
          defaultValue={webhook?.url}
          required
          error={wrong('url')}
        />
        <Field
          label="What it is for, in your words"
          name="description"
          maxLength={500}
          defaultValue={webhook?.description}
          error={wrong('description')}
        />
        {!webhook && <ForCompany />}
        <Choose label="Documents" name="direction" defaultValue={webhook?.direction ?? ''}>
          <option value="">sent and received</option>
          <option value="OUTBOUND">only sent ones</option>
          <option value="INBOUND">only received ones</option>
        </Choose>
        <Field
          label="Types of documents, all when empty"
          name="types"
          placeholder="invoice, credit-note"
          defaultValue={webhook?.types.join(', ')}
          error={wrong('types')}
        />
        <fieldset className="checks">
          <legend>Events</legend>
          <label>
            <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
            <span>
              Everything<small>Also what will be told in the future.</small>
            </span>
          </label>
        </fieldset>
        {!isAll && <Events chosen={webhook?.events ?? []} wrong={wrong('events')} />}
        <FormActions verb={webhook ? 'Save' : 'Add it'} isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}

function ForCompany() {
  const { data: account } = useQuery(accountQuery);
  const { isOwner } = useRights();
  const scope = useScope();
  return (
    <Choose label="Tells what happens to" name="companyId" defaultValue={scope ?? ''} required={!isOwner}>
      {isOwner && <option value="">every company</option>}
      {account?.companies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choose>
  );
}

function Events({ chosen, wrong }: { chosen: readonly string[]; wrong: string | undefined }) {
  const taken = new Set<string>();
  return GROUPS.map(({ prefix, legend }) => {
    const types = EVENT_TYPES.filter((type) => type.startsWith(prefix) && !taken.has(type));
    for (const type of types) taken.add(type);
    return (
      <Checks
        key={legend}
        legend={legend}
        name="events"
        chosen={chosen}
        options={types.map((type) => ({ value: type, label: type }))}
        wrong={legend === 'Of documents' ? wrong : undefined}
      />
    );
  });
}
