import { useRef, useState } from 'react';
import { Field } from './field.tsx';
import { useSubmission } from './form.tsx';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';
import { Failed } from './states.tsx';

/** A password of one's own that changes, by who knows the present one. */
export interface PasswordChange {
  password: string;
  currentPassword: string;
}

/** What of the form differs from page to page. */
export interface PasswordFormProps {
  email: string;
  verb: string;
  isWide?: boolean;
  done?: () => void;
}

/** Asks for the present password and a new one, twice. */
export function PasswordForm(
  props: PasswordFormProps & { change: (body: PasswordChange) => Promise<unknown> },
) {
  const { email, verb, isWide, done, change } = props;
  const form = useRef<HTMLFormElement>(null);
  const { differs, readPassword } = useNewPassword();
  const [isDone, setDone] = useState(false);
  const { submit, isBusy, error, wrong } = useSubmission(async (filled) => {
    setDone(false);
    const password = readPassword(filled);
    if (password === undefined) return;
    await change({ password, currentPassword: String(filled.get('currentPassword')) });
    form.current?.reset();
    setDone(true);
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
