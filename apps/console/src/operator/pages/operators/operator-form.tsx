import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../../ui/form.tsx';
import { Failed } from '../../../ui/states.tsx';
import { api } from '../../api/client.ts';
import type { Role } from '../../api/types.ts';
import { ROLES } from '../../parts/roles.ts';

/** A new operator, whose first password is shown once. */
export function OperatorForm(props: {
  close: () => void;
  made: (once: { email: string; password: string }) => void;
}) {
  const { close, made } = props;
  const cache = useQueryClient();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const body = {
      name: textOf(form, 'name') ?? '',
      email: textOf(form, 'email') ?? '',
      role: (textOf(form, 'role') ?? 'viewer') as Role,
    };
    const { operator, password } = await call(api.POST('/operator/v1/operators', { body }));
    await cache.invalidateQueries({ queryKey: ['operators'] });
    close();
    made({ email: operator.email, password });
  });
  return (
    <Dialog title="Add an operator" close={close}>
      <form onSubmit={submit}>
        {error && !wrong('name') && !wrong('email') && <Failed error={error} />}
        <Field label="Name" name="name" maxLength={100} autoComplete="off" required error={wrong('name')} />
        <Field label="E-mail" name="email" type="email" autoComplete="off" required error={wrong('email')} />
        <Choose label="Role" name="role" defaultValue="viewer">
          {Object.entries(ROLES).map(([role, { label, means }]) => (
            <option key={role} value={role}>
              {label}: {means}
            </option>
          ))}
        </Choose>
        <FormActions verb="Add" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
