import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import { isGivenUp, usePasskeyInField } from '../ui/passkey.ts';
import { PasswordEntry } from '../ui/password-entry.tsx';
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
  const enter = useMutation({
    mutationFn: async (prove: () => Promise<{ token: string; user?: { mustChangePassword: boolean } }>) => {
      const { token, user } = await prove();
      await keepSession(token);
      return { mustChangePassword: user?.mustChangePassword ?? false };
    },
    onMutate: () => leave.reset(),
    onSuccess: done,
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
      <PasswordEntry
        enter={(body) => enter.mutate(() => call(api.POST('/v1/auth/login', { body })))}
        isBusy={enter.isPending}
        error={error}
        email={email}
        offersPasskeys
        isSecond={Boolean(hasOther)}
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
      />
    </>
  );
}
