import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { onRefusedSession } from '../api/client.ts';
import { meQuery, stillSignedIn } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/states.tsx';
import { hourOf } from '../ui/when.ts';

const SignInForm = lazy(async () => ({
  default: (await import('../people/sign-in-form.tsx')).SignInForm,
}));

/** So long before its end a session is said to end. */
const WARN_MS = 600_000;
/** Timers of browsers go no further. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks to sign in again over the page, before a session ends and after: what was typed stays. */
export function SessionGuard() {
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const [state, setState] = useState<'well' | 'ends soon' | 'asked' | 'over'>('well');
  const expiresAt = me?.session?.expiresAt;
  const isDesk = me?.session?.actor !== undefined;
  useEffect(() => onRefusedSession(() => setState('over')), []);
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now();
    setState((before) => (before === 'over' && left > 0 ? 'well' : before));
    const warn = setTimeout(() => setState('ends soon'), Math.min(LONGEST_MS, Math.max(0, left - WARN_MS)));
    const end = setTimeout(() => setState('over'), Math.min(LONGEST_MS, Math.max(0, left)));
    return () => {
      clearTimeout(warn);
      clearTimeout(end);
    };
  }, [expiresAt]);
  // Another tab may have signed in meanwhile: the cookie is the same.
  const look = useEffectEvent(async () => {
    if (state !== 'over' || !(await stillSignedIn())) return;
    await goOn();
  });
  useEffect(() => {
    const onFocus = () => void look();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  const goOn = async () => {
    const before = me?.user?.id;
    const now = await cache.fetchQuery({ ...meQuery, staleTime: 0 });
    // What is on the page belongs to who had signed in before.
    if (now?.user?.id !== before || now?.user?.mustChangePassword) return location.assign('/console/');
    setState('well');
    await cache.invalidateQueries();
  };
  if (state === 'well' || !me?.user) return null;
  if (state === 'ends soon')
    return (
      <p className="toast" role="status">
        Your session ends at {hourOf(expiresAt ?? '')}.{' '}
        {!isDesk && (
          <button type="button" className="link" onClick={() => setState('asked')}>
            Sign in again
          </button>
        )}
      </p>
    );
  if (isDesk)
    return (
      <Dialog title="The desk session has ended" close={() => location.assign('/console/sign-in')}>
        <p className="dim">Ask for a new one in the operator’s console.</p>
      </Dialog>
    );
  return (
    <Dialog
      title="Sign in again"
      close={() => setState('ends soon')}
      isFirm={state === 'over'}
      className="door-sheet"
    >
      <p className="dim">
        {state === 'over' ? 'Your session has ended.' : 'Your session is about to end.'} What is on the page
        stays as it is.
      </p>
      <Suspense fallback={<Loading lines={3} />}>
        <SignInForm email={me.user.email} isOverPage done={goOn} />
      </Suspense>
      <p className="dimmer">
        <a className="link" href="/console/sign-in">
          Leave, and sign in as somebody else
        </a>
      </p>
    </Dialog>
  );
}
