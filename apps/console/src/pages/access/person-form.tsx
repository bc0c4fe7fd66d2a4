import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { User } from '../../people/queries.ts';
import { ROLES } from '../../people/roles.ts';
import { announce } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Choose, FormActions, textOf, useSubmission } from '../../ui/form.tsx';
import { useScope } from '../../ui/scope.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Failed } from '../../ui/states.tsx';
import { CompanyChoice } from './company-choice.tsx';

type Role = User['role'];

const MEANS: Readonly<Record<Role, string>> = {
  owner: 'Everything, for every company: people, keys, companies, the export.',
  company_admin: 'Sends, and manages people, keys and webhooks of these companies.',
  member: 'Sends and reads documents of these companies.',
};

const companiesOf = (role: Role, form: FormData): string[] =>
  role === 'owner' || form.get('reach') === 'all' ? [] : form.getAll('companyIds').map(String);

const reachOf = (user: User) => (user.allCompanies ? ('all' as const) : user.companyIds);

async function change(user: User, role: Role, form: FormData): Promise<undefined> {
  const body = { role, companyIds: companiesOf(role, form) };
  await call(api.PATCH('/v1/users/{id}', { params: { path: { id: user.id } }, body }));
}

/** @returns a password to hand over, where nobody can be written to */
async function invite(role: Role, form: FormData): Promise<string | undefined> {
  const email = textOf(form, 'email') ?? '';
  const body = { name: textOf(form, 'name') ?? '', email, role, companyIds: companiesOf(role, form) };
  const { temporaryPassword } = await call(api.POST('/v1/users', { body }));
  if (!temporaryPassword) announce(`An invitation was mailed to ${email}`);
  return temporaryPassword;
}

/** Somebody who is invited, or whose role and companies change. */
export function PersonForm({ user, close }: { user?: User; close: () => void }) {
  const cache = useQueryClient();
  const { isOwner } = useRights();
  const scope = useScope();
  const { data: account } = useQuery(accountQuery);
  const [role, setRole] = useState<Role>(user?.role ?? 'member');
  const [password, setPassword] = useState<string>();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const temporary = user ? await change(user, role, form) : await invite(role, form);
    await cache.invalidateQueries({ queryKey: ['users'] });
    if (temporary) setPassword(temporary);
    else close();
  });
  if (password)
    return (
      <ShownOnce
        title="Hand over the first password"
        value={password}
        warning="Mail is not set up here, so nobody was written to. Hand this over yourself; it is to be changed at the first sign-in. When this closes, nobody can show it again."
        close={close}
      />
    );
  const roles: Role[] = isOwner ? ['member', 'company_admin', 'owner'] : ['member', 'company_admin'];
  return (
    <Dialog title={user ? `Change ${user.name}` : 'Invite someone'} close={close}>
      <form onSubmit={submit}>
        {error && !['name', 'email', 'companyIds'].some((field) => wrong(field)) && <Failed error={error} />}
        {!user && <WhoFields wrong={wrong} />}
        <Choose
          label="Role"
          name="role"
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
          hint={MEANS[role]}
        >
          {roles.map((name) => (
            <option key={name} value={name}>
              {ROLES[name]}
            </option>
          ))}
        </Choose>
        {role !== 'owner' && (
          <CompanyChoice
            companies={account?.companies ?? []}
            mayAll={isOwner}
            chosen={user ? reachOf(user) : scope ? [scope] : 'all'}
            wrong={wrong('companyIds')}
          />
        )}
        <FormActions verb={user ? 'Save' : 'Invite'} isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}

function WhoFields({ wrong }: { wrong: (field: string) => string | undefined }) {
  return (
    <>
      <Field label="Name" name="name" autoComplete="off" maxLength={200} required error={wrong('name')} />
      <Field label="E-mail" name="email" type="email" autoComplete="off" required error={wrong('email')} />
    </>
  );
}
