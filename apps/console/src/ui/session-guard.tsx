import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Loading } from './states.tsx';
import { hourOf } from './when.ts';

/** So long before its end a session is said to end. */
const WARN_MS = 600_000;
/** Timers of browsers go no further. */
const LONGEST_MS = 2 ** 31 - 1;

/** The session that is guarded, and how another one is begun. */
export interface GuardedSession {
  expiresAt: string;
  onRefused: (hear: () => void) => () => void;
  onSignedOutElsewhere: (hear: () => void) => () => void;
  /** Whether the cookie opens something now; another tab may have put a new session into it. */
  isStillGood: () => Promise<boolean>;
  /** Reads who has signed in anew; false where it is somebody else, whose page this is not. */
  isSamePerson: () => Promise<boolean>;
  /** Asks for the proof once more; undefined where nobody can sign in again. */
  form: ((done: () => Promise<void>) => ReactNode) | undefined;
  /** What stands there when nobody can. */
  over?: ReactNode;
  home: string;
  door: string;
}

/** Asks to sign in again over the page, before a session ends and after: what was typed stays. */
export function SessionGuard({ session }: { session: GuardedSession }) {
  const { expiresAt, onRefused, onSignedOutElsewhere, isStillGood, isSamePerson, form, over, home, door } =
    session;
  const cache = useQueryClient();
  const [state, setState] = useState<'well' | 'ends soon' | 'asked' | 'over'>('well');
  useEffect(() => onRefused(() => setState('over')), [onRefused]);
  // Who signs out leaves nothing open behind them: anew, the page leads to the door.
  useEffect(() => onSignedOutElsewhere(() => location.reload()), [onSignedOutElsewhere]);
  useEffect(() => {
    const left = Date.parse(expiresAt) - Date.now();
    setState((before) => (before === 'over' && left > 0 ? 'well' : before));
    const warn = setTimeout(() => setState('ends soon'), Math.min(LONGEST_MS, Math.max(0, left - WARN_MS)));
    const end = setTimeout(() => setState('over'), Math.min(LONGEST_MS, Math.max(0, left)));
    return () => {
      clearTimeout(warn);
      clearTimeout(end);
    };
  }, [expiresAt]);
  const goOn = async () => {
    // What is on the page belongs to who had signed in before.
    if (!(await isSamePerson())) return location.assign(home);
    setState('well');
    await cache.invalidateQueries();
  };
  const look = useEffectEvent(async () => {
    if (state === 'over' && (await isStillGood())) await goOn();
  });
  useEffect(() => {
    const onFocus = () => void look();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  if (state === 'well') return null;
  if (state === 'ends soon')
    return (
      <p className="toast" role="status">
        Your session ends at {hourOf(expiresAt)}.{' '}
        {form && (
          <button type="button" className="link" onClick={() => setState('asked')}>
            Sign in again
          </button>
        )}
      </p>
    );
  if (!form) return over;
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
      <Suspense fallback={<Loading lines={3} />}>{form(goOn)}</Suspense>
      <p className="dimmer">
        <a className="link" href={door}>
          Leave, and sign in as somebody else
        </a>
      </p>
    </Dialog>
  );
}
