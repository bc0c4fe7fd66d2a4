import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/answer.ts';
import { Field } from '../../ui/field.tsx';
import { useSubmission } from '../../ui/form.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { Failed } from '../../ui/states.tsx';
import { api } from '../api/client.ts';
import { meQuery } from '../api/session.ts';

/** Asks for the present password and a new one, twice. */
export function PasswordForm(props: { email: string; verb: string; isWide?: boolean; done?: () => void }) {
  const { email, verb, isWide, done } = props;
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [differs, setDiffers] = useState(false);
  const [isDone, setDone] = useState(false);
  const { submit, isBusy, error, wrong } = useSubmission(async (filled) => {
    const password = String(filled.get('password'));
    setDone(false);
    setDiffers(password !== String(filled.get('again')));
    if (password !== String(filled.get('again'))) return;
    const body = { password, currentPassword: String(filled.get('currentPassword')) };
    await call(api.PATCH('/operator/v1/me', { body }));
    form.current?.reset();
    setDone(true);
    await cache.invalidateQueries({ queryKey: meQuery.queryKey });
    done?.();
  });
  return (
    <form className="stack" onSubmit={submit} ref={form}>
      {error && !wrong('password') && !wrong('currentPassword') && <Failed error={error} />}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field
        label="Present password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        error={wrong('currentPassword')}
      />
      <NewPasswordFields differs={differs} wrong={wrong('password')} />
      <p className="go">
        <button type="submit" className={isWide ? 'btn pri wide' : 'btn'} aria-disabled={isBusy || undefined}>
          {verb}
        </button>
        <span role="status" className="dim">
          {isDone ? 'Changed. Everywhere else you were signed in, you are signed out.' : ''}
        </span>
      </p>
    </form>
  );
}
