import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import { Field } from '../ui/field.tsx';
import { isGivenUp, usePasskeyInField } from '../ui/passkey.ts';
import { Refused } from '../ui/refused.tsx';
import { useSecondsLeft } from '../ui/use-seconds-left.ts';
import { span } from '../ui/when.ts';
import { signInByPasskey } from './passkey.ts';
import { ssoQuery } from './queries.ts';
import { leaveForProvider } from './sso.ts';

/** Passkey first, then single sign-on where there is any, then the password. */
export function SignInForm(props: {
  done: (entered: { mustChangePassword: boolean }) => void;
  /** Where single sign-on leads back to. */
  next?: string | undefined;
  /** The page below must stay: what leaves it opens in another tab. */
  isOverPage?: boolean;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const { done, next, isOverPage, email } = props;
  const { data: sso } = useQuery(ssoQuery);
  const [waitUntil, setWaitUntil] = useState(0);
  const enter = useMutation({
    mutationFn: async (prove: () => Promise<{ token: string; user?: { mustChangePassword: boolean } }>) => {
      const { token, user } = await prove();
      await keepSession(token);
      return { mustChangePassword: user?.mustChangePassword ?? false };
    },
    onSuccess: done,
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) setWaitUntil(Date.now() + error.retryAfter * 1000);
    },
  });
  const leave = useMutation({
    mutationFn: async () => {
      if (isOverPage) window.open('/console/sign-in', '_blank', 'noopener');
      else await leaveForProvider({ purpose: 'sign-in', next });
    },
  });
  usePasskeyInField(sso?.passkeysEnabled === true, signInByPasskey, (entered) =>
    enter.mutate(async () => entered),
  );
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waitUntil > Date.now() || enter.isPending) return;
    const form = new FormData(event.currentTarget);
    const body = { email: String(form.get('email')), password: String(form.get('password')) };
    enter.mutate(() => call(api.POST('/v1/auth/login', { body })));
  };
  const left = useSecondsLeft(waitUntil);
  const error = leave.error ?? (enter.error && !isGivenUp(enter.error) ? enter.error : undefined);
  const hasOther = sso?.passkeysEnabled || sso?.configured;
  return (
    <>
      {sso?.passkeysEnabled && (
        <button type="button" className="btn pri wide" onClick={() => enter.mutate(() => signInByPasskey())}>
          Use a passkey
        </button>
      )}
      {sso?.configured && (
        <button type="button" className="btn wide" onClick={() => leave.mutate()}>
          Continue with {sso.provider}
          {isOverPage && ' in another tab'}
        </button>
      )}
      {hasOther && <p className="or">or with a password</p>}
      {error && <Refused error={error} />}
      <form onSubmit={byPassword}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          readOnly={email !== undefined}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          aside={
            <Link
              className="link forgotten"
              to="/forgot"
              search={{}}
              target={isOverPage ? '_blank' : undefined}
            >
              Forgotten?
            </Link>
          }
          required
        />
        <button
          type="submit"
          className={`btn wide ${hasOther ? 'framed' : 'pri'}`}
          aria-disabled={enter.isPending || left > 0 || undefined}
        >
          {left > 0 ? `Again in ${span(left * 1000)}` : 'Sign in'}
        </button>
      </form>
    </>
  );
}
