import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../api/answer.ts';
import { Field } from '../../ui/field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { span } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import type { SignedIn } from '../api/types.ts';

/** Asks for e-mail and password. */
export function SignInForm(props: {
  done: (entered: SignedIn['operator']) => void;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const { done, email } = props;
  const [waitUntil, setWaitUntil] = useState(0);
  const enter = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const { token, operator } = await call(api.POST('/operator/v1/auth/login', { body }));
      await keepSession(token);
      return operator;
    },
    onSuccess: done,
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) setWaitUntil(Date.now() + error.retryAfter * 1000);
    },
  });
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (waitUntil > Date.now() || enter.isPending) return;
    const form = new FormData(event.currentTarget);
    enter.mutate({ email: String(form.get('email')), password: String(form.get('password')) });
  };
  const left = useSecondsLeft(waitUntil);
  const { error } = enter;
  return (
    <>
      {error && <Refused error={error} />}
      <form onSubmit={byPassword}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly={email !== undefined}
          required
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <button
          type="submit"
          className="btn pri wide"
          aria-disabled={enter.isPending || left > 0 || undefined}
        >
          {left > 0 ? `Again in ${span(left * 1000)}` : 'Sign in'}
        </button>
      </form>
    </>
  );
}
