import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/answer.ts';
import { Door } from '../../ui/door.tsx';
import { Field } from '../../ui/field.tsx';
import { textOf, useSubmission } from '../../ui/form.tsx';
import { NewPasswordFields, useNewPassword } from '../../ui/new-password-fields.tsx';
import { Refused } from '../../ui/refused.tsx';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { keepSession } from '../api/session.ts';

/** Makes the first operator, for who can read the data directory; the token opens nothing else. */
export function FirstPage() {
  const navigate = useNavigate();
  const { differs, readPassword } = useNewPassword();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const password = readPassword(form);
    if (password === undefined) return;
    const entered = await call(
      api.POST('/operator/v1/auth/first', {
        // Past the console's road, which carries no credential but the cookie's.
        baseUrl: location.origin,
        headers: { authorization: `Bearer ${textOf(form, 'token') ?? ''}` },
        body: { name: textOf(form, 'name') ?? '', email: textOf(form, 'email') ?? '', password },
      }),
    );
    queryClient.clear();
    await keepSession(entered.token);
    await navigate({ to: '/' });
  });
  return (
    <Door
      title="The first operator"
      lede="You are made an admin, who makes the others. The token stands in DATA_DIR/operator-token and does only this, once."
      foot={
        <Link className="link" to="/sign-in" search={{}}>
          Back to signing in
        </Link>
      }
    >
      <form onSubmit={submit}>
        {error && !['name', 'email', 'password'].some((field) => wrong(field)) && <Refused error={error} />}
        <Field label="Token of this installation" name="token" type="password" autoComplete="off" required />
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          error={wrong('name')}
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={wrong('email')}
        />
        <NewPasswordFields differs={differs} wrong={wrong('password')} />
        <button type="submit" className="btn pri wide" aria-disabled={isBusy || undefined}>
          Begin
        </button>
      </form>
    </Door>
  );
}
