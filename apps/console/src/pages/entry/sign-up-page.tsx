import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError, call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { keepSession } from '../../api/session.ts';
import { SIGN_UP } from '../../environment.ts';
import { Door } from '../../ui/door.tsx';
import { Field } from '../../ui/field.tsx';
import { Refused } from '../../ui/refused.tsx';

/** Opens an account with its first company and owner, and signs the owner in. */
export function SignUpPage() {
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim();
      const bootstrapToken = text('bootstrapToken');
      const body = {
        account: { legalName: text('legalName'), countryCode: text('countryCode').toUpperCase() },
        owner: { name: text('name'), email: text('email'), password: String(form.get('password')) },
        ...(bootstrapToken ? { bootstrapToken } : {}),
      };
      const { token } = await call(api.POST('/v1/auth/signup', { body }));
      await keepSession(token);
      await navigate({ to: '/' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open.mutate(new FormData(event.currentTarget));
  };
  const wrong = (field: string): string | undefined =>
    open.error instanceof ApiError
      ? open.error.details.find((detail) => detail.field.endsWith(field))?.message
      : undefined;
  return (
    <Door
      title="Open an account"
      foot={
        <Link className="link" to="/sign-in" search={{}}>
          Sign in instead
        </Link>
      }
    >
      <form onSubmit={submit}>
        {open.error && <Refused error={open.error} />}
        <Field label="Company, as registered" name="legalName" required error={wrong('legalName')} />
        <Field
          label="Country, two letters"
          name="countryCode"
          maxLength={2}
          autoComplete="country"
          required
          error={wrong('countryCode')}
        />
        <Field label="Your name" name="name" autoComplete="name" error={wrong('name')} />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={wrong('email')}
        />
        <Field
          label="Password, at least 12 characters"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          error={wrong('password')}
        />
        {SIGN_UP === 'bootstrap' && (
          <Field label="Token, from the operator" name="bootstrapToken" autoComplete="off" required />
        )}
        <button type="submit" className="btn pri wide" aria-disabled={open.isPending}>
          Open the account
        </button>
      </form>
    </Door>
  );
}
