import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Door } from '../../ui/door.tsx';
import { Field } from '../../ui/field.tsx';
import { textOf, useSubmission } from '../../ui/form.tsx';
import { Refused } from '../../ui/refused.tsx';

/** Asks for a link by mail; what is answered does not say whether there is such a person. */
export function ForgotPage() {
  const [asked, setAsked] = useState<string>();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const email = textOf(form, 'email') ?? '';
    await call(api.POST('/v1/auth/forgot', { body: { email } }));
    setAsked(email);
  });
  const foot = (
    <Link className="link" to="/sign-in" search={{}}>
      Back to signing in
    </Link>
  );
  if (asked)
    return (
      <Door
        title="Look into your mail"
        lede={
          <>
            If somebody signs in here with <b>{asked}</b>, a link is on its way. It works once, within an
            hour.
          </>
        }
        foot={foot}
      >
        <p className="dim">
          Nothing came? Look among unwanted mail, or ask an owner of the account to send one. Where this
          service has no mail, an owner hands you a new password.
        </p>
      </Door>
    );
  return (
    <Door title="A new password" lede="We mail you a link with which you choose one." foot={foot}>
      <form onSubmit={submit}>
        {error && !wrong('email') && <Refused error={error} />}
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={wrong('email')}
        />
        <button type="submit" className="btn pri wide" aria-disabled={isBusy || undefined}>
          Mail me a link
        </button>
      </form>
    </Door>
  );
}
