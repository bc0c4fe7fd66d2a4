import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Door } from '../../ui/door.tsx';
import { useSubmission } from '../../ui/form.tsx';
import { NewPasswordFields, useNewPassword } from '../../ui/new-password-fields.tsx';
import { Refused } from '../../ui/refused.tsx';

/** The token of a mailed link stands behind #, which no server sees; it leaves the address as soon as it was read. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined;
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Where invitations and links for a forgotten password lead. */
export function SetPasswordPage() {
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  const { differs, readPassword } = useNewPassword();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const password = readPassword(form);
    if (password === undefined) return;
    await call(api.POST('/v1/auth/reset', { body: { token: token ?? '', password } }));
    setDone(true);
  });
  if (isDone)
    return (
      <Door title="Your password is set" lede="You can sign in with it now.">
        <Link className="btn pri wide" to="/sign-in" search={{}}>
          Sign in
        </Link>
      </Door>
    );
  if (!token)
    return (
      <Door title="The link is not complete" lede="Open it again from your mail, or copy all of it.">
        <Link className="btn wide" to="/forgot" search={{}}>
          Ask for a new link
        </Link>
      </Door>
    );
  return (
    <Door
      title="Choose a password"
      lede="A few words that nobody else would put together are best. Everywhere you are signed in, you are signed out."
    >
      <form onSubmit={submit}>
        {error && !wrong('password') && <Refused error={error} />}
        <NewPasswordFields differs={differs} wrong={wrong('password')} />
        <button type="submit" className="btn pri wide" aria-disabled={isBusy || undefined}>
          Set the password
        </button>
        {error && (
          <Link className="link" to="/forgot" search={{}}>
            Ask for a new link
          </Link>
        )}
      </form>
    </Door>
  );
}
