import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/answer.ts';
import { Field } from './field.tsx';
import { Refused } from './refused.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';
import { span } from './when.ts';

/** Asks for e-mail and password. Where the door is locked it counts down, and nothing is sent meanwhile. */
export function PasswordEntry(props: {
  enter: (body: { email: string; password: string }) => void;
  isBusy: boolean;
  error: Error | null | undefined;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string | undefined;
  /** Passkeys are offered where the browser fills in the e-mail. */
  offersPasskeys?: boolean;
  /** What stands beside the password. */
  aside?: ReactNode;
  /** There is another way in, which stands first. */
  isSecond?: boolean;
}) {
  const { enter, isBusy, error, email, offersPasskeys, aside, isSecond } = props;
  const [waitUntil, setWaitUntil] = useState(0);
  useEffect(() => {
    if (error instanceof ApiError && error.retryAt) setWaitUntil(error.retryAt);
  }, [error]);
  const left = useSecondsLeft(waitUntil);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waitUntil > Date.now() || isBusy) return;
    const form = new FormData(event.currentTarget);
    enter({ email: String(form.get('email')), password: String(form.get('password')) });
  };
  return (
    <>
      {error && <Refused error={error} />}
      <form onSubmit={submit}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          defaultValue={email}
          readOnly={email !== undefined}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          aside={aside}
          required
        />
        <button
          type="submit"
          className={`btn wide ${isSecond ? 'framed' : 'pri'}`}
          aria-disabled={isBusy || left > 0 || undefined}
        >
          {left > 0 ? `Again in ${span(left * 1000)}` : 'Sign in'}
        </button>
      </form>
    </>
  );
}
