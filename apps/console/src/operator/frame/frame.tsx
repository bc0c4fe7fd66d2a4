import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Announcer } from '../../ui/announce.tsx';
import { EnvironmentLabel, PlaceStrip } from '../../ui/environment-marks.tsx';
import { usePlaceKeys } from '../../ui/place-keys.ts';
import { Loading } from '../../ui/states.tsx';
import { OperatorGuard } from './operator-guard.tsx';
import { PLACES } from './places.ts';
import { Rail } from './rail.tsx';

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
            <div className="end">
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
      <Suspense>{open === 'keys' && <KeyList close={close} />}</Suspense>
      <OperatorGuard />
      <Announcer />
    </>
  );
}
