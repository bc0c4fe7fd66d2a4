import { PasswordForm } from '../../doors/password-form.tsx';

/** The operator's own password, which changes by knowing the present one. */
export function Password({ isBySso, email }: { isBySso: boolean; email: string }) {
  return (
    <section aria-label="Password">
      <div className="sec">
        <h2>Password</h2>
      </div>
      {isBySso ? (
        <p className="dim none">You came by single sign-on. Sign in with the password to change it.</p>
      ) : (
        <PasswordForm email={email} verb="Change it" />
      )}
    </section>
  );
}
