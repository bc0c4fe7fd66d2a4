import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Announcer } from '../../ui/announce.tsx';
import { EnvironmentLabel, PlaceStrip } from '../../ui/environment-marks.tsx';
import { Icon } from '../../ui/lenticel.tsx';
import { usePlaceKeys } from '../../ui/place-keys.ts';
import { Loading } from '../../ui/states.tsx';
import { Freshness } from './freshness.tsx';
import { OperatorGuard } from './operator-guard.tsx';
import { PLACES } from './places.ts';
import { Rail } from './rail.tsx';

const Find = lazy(async () => ({ default: (await import('./find.tsx')).Find }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The rail and the top, around every page behind the door. */
export function Frame() {
  const [open, setOpen] = useState<'find' | 'keys'>();
  const navigate = useNavigate();
  usePlaceKeys(setOpen, (letter) => {
    const place = PLACES.flat().find(({ key }) => key === letter);
    if (place) void navigate({ to: place.to, search: {} });
    return place !== undefined;
  });
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
              <span>Account, address, document id…</span>
              <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
            <div className="end">
              <Freshness />
              <EnvironmentLabel />
            </div>
          </header>
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
      <OperatorGuard />
      <Announcer />
    </>
  );
}
