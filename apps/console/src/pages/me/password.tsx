import { PasswordForm } from '../../people/password-form.tsx';

/** The person's own password, which changes by knowing the present one. */
export function Password(props: { method: string; hasPassword: boolean; email: string }) {
  return (
    <section aria-label="Password">
      <div className="sec">
        <h2>Password</h2>
      </div>
      {props.method === 'sso' ? (
        <p className="dim none">
          You came by single sign-on. Sign in with the password to change it, or ask for a link where it is
          forgotten.
        </p>
      ) : (
        <PasswordForm email={props.email} verb="Change it" />
      )}
    </section>
  );
}
