import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Role } from '../../api/types.ts';
import { ROLES } from '../../parts/roles.ts';

const ORDER: readonly Role[] = ['viewer', 'agent', 'admin'];
const DAYS = 90;

/** A token for a program, which may at most what its maker may; its value is shown once. */
export function TokenForm({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const { operator } = useRights();
  const [value, setValue] = useState<string>();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const body = {
      name: textOf(form, 'name') ?? '',
      role: (textOf(form, 'role') ?? 'viewer') as Role,
      expiresInDays: Number(textOf(form, 'expiresInDays')),
    };
    const made = await call(api.POST('/operator/v1/tokens', { body }));
    await cache.invalidateQueries({ queryKey: ['tokens'] });
    setValue(made.value);
  });
  if (value)
    return (
      <ShownOnce
        title="Copy the token now"
        value={value}
        warning="We keep only its fingerprint. When this closes, nobody can show it again."
        close={close}
      />
    );
  const roles = ORDER.slice(0, ORDER.indexOf(operator?.role ?? 'viewer') + 1);
  return (
    <Dialog title="Make a token" close={close}>
      <form onSubmit={submit}>
        {error && !wrong('name') && !wrong('expiresInDays') && <Failed error={error} />}
        <Field
          label="Name, of the program that gets it"
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={wrong('name')}
        />
        <Choose label="May" name="role" defaultValue="viewer">
          {roles.map((role) => (
            <option key={role} value={role}>
              {ROLES[role].label}: {ROLES[role].means}
            </option>
          ))}
        </Choose>
        <Field
          label="Days until it ends"
          name="expiresInDays"
          type="number"
          min={1}
          max={366}
          defaultValue={DAYS}
          required
          error={wrong('expiresInDays')}
        />
        <FormActions verb="Make it" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
