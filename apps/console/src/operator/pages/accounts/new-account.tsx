import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';

const FIELDS = ['legalName', 'countryCode', 'name', 'email'];

/** Opens an account for a customer, whose first owner gets a password that is shown once. */
export function NewAccount({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const [made, setMade] = useState<{ email: string; password: string }>();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const body = {
      account: {
        legalName: textOf(form, 'legalName') ?? '',
        countryCode: (textOf(form, 'countryCode') ?? '').toUpperCase(),
      },
      owner: { name: textOf(form, 'ownerName') ?? '', email: textOf(form, 'email') ?? '' },
    };
    const { owner, password } = await call(api.POST('/operator/v1/accounts', { body }));
    setMade({ email: owner.email, password });
    await cache.invalidateQueries({ queryKey: ['accounts'] });
  });
  if (made)
    return (
      <ShownOnce
        title={`A password for ${made.email}`}
        value={made.password}
        warning="Hand it to the owner yourself. It is to be changed at the first sign-in; when this closes, nobody can show it again."
        close={close}
      />
    );
  return (
    <Dialog title="Open an account" close={close}>
      <form onSubmit={submit}>
        {error && !FIELDS.some((field) => wrong(field)) && <Failed error={error} />}
        <Field
          label="Name of the company, as registered"
          name="legalName"
          maxLength={200}
          autoComplete="off"
          required
          error={wrong('legalName')}
        />
        <Field
          label="Country, two letters"
          name="countryCode"
          minLength={2}
          maxLength={2}
          autoComplete="off"
          required
          error={wrong('countryCode')}
        />
        <Field
          label="Name of the first owner"
          name="ownerName"
          maxLength={200}
          autoComplete="off"
          required
          error={wrong('owner.name')}
        />
        <Field
          label="E-mail of the first owner"
          name="email"
          type="email"
          autoComplete="off"
          required
          error={wrong('email')}
        />
        <FormActions verb="Open it" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
