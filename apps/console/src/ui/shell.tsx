import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Announcer } from './announce.tsx';
import { EnvironmentLabel, PlaceStrip } from './environment-marks.tsx';
import { isApple } from './is-apple.ts';
import type { Key } from './key-list.tsx';
import { Icon } from './lenticel.tsx';
import { usePlaceKeys } from './place-keys.ts';
import type { Places } from './places.ts';
import { Loading } from './states.tsx';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** What stands around every page behind the door. */
export function Shell<To extends string>(props: {
  places: Places<To>;
  go: (to: To) => void;
  /** Keys beside those that lead to places. */
  keys: readonly Key[];
  rail: ReactNode;
  /** What can be found. */
  finds: string;
  find: (close: () => void) => ReactNode;
  /** Whether what is on the screen follows what happens. */
  freshness: ReactNode;
  /** What holds on every page for now. */
  strips?: ReactNode;
  guard: ReactNode;
}) {
  const { places, go, keys, rail, finds, find, freshness, strips, guard } = props;
  const [open, setOpen] = useState<'find' | 'keys'>();
  usePlaceKeys(setOpen, (letter) => {
    const place = places.flat().find(({ key }) => key === letter);
    if (place) go(place.to);
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
        {rail}
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
              <span>{finds}</span>
              <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
            <div className="end">
              {freshness}
              <EnvironmentLabel />
            </div>
          </header>
          {strips}
          <main id="main">
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Suspense>
        {open === 'find' && find(close)}
        {open === 'keys' && <KeyList keys={keys} places={places} close={close} />}
      </Suspense>
      {guard}
      <Announcer />
    </>
  );
}
