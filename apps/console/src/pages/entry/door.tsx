import type { ReactNode } from 'react';
import { ENVIRONMENT } from '../../environment.ts';
import { Brand, EnvironmentLabel, PlaceStrip } from '../../ui/environment-marks.tsx';
import { Avenue } from './avenue.tsx';

/** The page of a door: a form on the left, the avenue on the right. */
export function Door({ children }: { children: ReactNode }) {
  if (ENVIRONMENT === undefined)
    return (
      <p className="note bad">
        This page was not served by Pappel. Open it at the address that the service says.
      </p>
    );
  return (
    <>
      <PlaceStrip />
      <div className="entry">
        <main id="main">
          <header>
            <span className="brand">
              <Brand />
            </span>
            <EnvironmentLabel />
          </header>
          {children}
        </main>
        <Avenue />
      </div>
    </>
  );
}
