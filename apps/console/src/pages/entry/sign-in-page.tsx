import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import { api, call } from '../../api/client.ts';
import { keepSession } from '../../api/session.ts';
import { SIGN_UP, titleOf } from '../../environment.ts';
import { Field } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';
import { Door } from './door.tsx';
import { signInByPasskey } from './passkey.ts';

const route = getRouteApi('/sign-in');

/** Passkey first, then single sign-on where there is any, then the password. */
export function SignInPage() {
  const router = useRouter();
  const { next } = route.useSearch();
  const { data: sso } = useQuery({
    queryKey: ['sso-status'],
    queryFn: () => call(api.GET('/v1/sso/status')),
  });
  useEffect(() => {
    document.title = titleOf('Sign in');
  }, []);
  const enter = useMutation({
    mutationFn: async (prove: () => Promise<{ token: string }>) => {
      const { token } = await prove();
      await keepSession(token);
      // Only paths of our own: an address that somebody else wrote leads nowhere.
      router.history.push(next?.startsWith('/console/') ? next : '/console/');
    },
  });
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: String(form.get('email')), password: String(form.get('password')) };
    enter.mutate(() => call(api.POST('/v1/auth/login', { body })));
  };
  return (
    <Door>
      <form className="door" onSubmit={byPassword}>
        <h1>Sign in</h1>
        {sso?.passkeysEnabled && (
          <button type="button" className="btn pri wide" onClick={() => enter.mutate(signInByPasskey)}>
            Use a passkey
          </button>
        )}
        {enter.error && <Failed error={enter.error} />}
        <Field label="E-mail" name="email" type="email" autoComplete="username webauthn" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <button type="submit" className="btn wide" aria-disabled={enter.isPending}>
          Sign in
        </button>
        <p className="dimmer">
          You stay signed in for 12 hours on this device, no longer.{' '}
          {SIGN_UP !== 'closed' && (
            <Link className="link" to="/sign-up">
              Open an account
            </Link>
          )}
        </p>
      </form>
    </Door>
  );
}
