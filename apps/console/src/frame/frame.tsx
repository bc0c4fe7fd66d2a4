import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { startLive } from '../api/live.ts';
import { Announcer } from '../ui/announce.tsx';
import { EnvironmentLabel, PlaceStrip } from '../ui/environment-marks.tsx';
import { Icon } from '../ui/lenticel.tsx';
import { Loading } from '../ui/states.tsx';
import { LiveMark } from './live-mark.tsx';
import { Rail } from './rail.tsx';
import { SessionGuard } from './session-guard.tsx';
import { Strips } from './strips.tsx';
import { useKeys } from './use-keys.ts';

const Find = lazy(async () => ({ default: (await import('./find/find.tsx')).Find }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The rail, the top and the strips, around every page behind the door. */
export function Frame() {
  const [open, setOpen] = useState<'find' | 'keys'>();
  useKeys(setOpen);
  useEffect(startLive, []);
  const close = () => setOpen(undefined);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PlaceStrip />
      <div className="app">
        <Rail />
        <div className="page">
          <header className="top">
            <button
              type="button"
              className="find"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={() => setOpen('find')}
            >
              <Icon name="find" />
              <span>Number, address, company, document id…</span>
              <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
            <div className="end">
              <LiveMark />
              <EnvironmentLabel />
            </div>
          </header>
          <Strips />
          <main id="main">
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Suspense>
        {open === 'find' && <Find close={close} />}
        {open === 'keys' && <KeyList close={close} />}
      </Suspense>
      <SessionGuard />
      <Announcer />
    </>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
