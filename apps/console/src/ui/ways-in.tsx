import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isGivenUp, knowsPasskeys, usePasskeyInField } from './passkey.ts';
import { PasswordEntry } from './password-entry.tsx';

/** Every way in that a face has: passkey first, then the provider where there is one, then the password. */
export function WaysIn<Entered>(props: {
  byPassword: (body: { email: string; password: string }) => Promise<Entered>;
  /** Undefined where the service knows no passkeys; `waiting` waits until one is chosen in a field. */
  byPasskey: ((waiting?: { signal: AbortSignal }) => Promise<Entered>) | undefined;
  provider: { name: string; leave: () => Promise<unknown> } | undefined;
  /** The page below must stay: this door opens in another tab, and leads on from there. */
  otherTab: string | undefined;
  done: (entered: Entered) => void;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string | undefined;
  /** What stands beside the password. */
  aside?: ReactNode;
}) {
  const { byPassword, provider, otherTab, done, email, aside } = props;
  const byPasskey = knowsPasskeys() ? props.byPasskey : undefined;
  const enter = useMutation({
    mutationFn: (prove: () => Promise<Entered>) => prove(),
    onMutate: () => leave.reset(),
    onSuccess: done,
  });
  const leave = useMutation({
    mutationFn: async () => {
      if (otherTab) window.open(otherTab, '_blank', 'noopener');
      else await provider?.leave();
    },
  });
  usePasskeyInField(byPasskey, (entered) => enter.mutate(async () => entered));
  const error = leave.error ?? (enter.error && !isGivenUp(enter.error) ? enter.error : undefined);
  const hasOther = byPasskey !== undefined || provider !== undefined;
  return (
    <>
      {byPasskey && (
        <button type="button" className="btn pri wide" onClick={() => enter.mutate(() => byPasskey())}>
          Use a passkey
        </button>
      )}
      {provider && (
        <button type="button" className="btn wide" onClick={() => leave.mutate()}>
          Continue with {provider.name}
          {otherTab && ' in another tab'}
        </button>
      )}
      {hasOther && <p className="or">or with a password</p>}
      <PasswordEntry
        enter={(body) => enter.mutate(() => byPassword(body))}
        isBusy={enter.isPending}
        error={error}
        email={email}
        offersPasskeys={byPasskey !== undefined}
        isSecond={hasOther}
        aside={aside}
      />
    </>
  );
}
