import { type ReactNode, useEffect } from 'react';
import { ENVIRONMENT, titleOf } from '../environment.ts';
import { Avenue } from './avenue.tsx';
import { Brand, EnvironmentLabel, PlaceStrip } from './environment-marks.tsx';

/** The page of a door: a form on the left, the avenue on the right. */
export function Door({
  title,
  lede,
  children,
  foot,
}: {
  title: string;
  lede?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
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
        <div className="side">
          <header>
            <span className="brand">
              <Brand />
            </span>
            <EnvironmentLabel />
          </header>
          <main id="main" className="door">
            <h1>{title}</h1>
            {lede && <p className="lede">{lede}</p>}
            {children}
          </main>
          <footer className="dimmer">{foot}</footer>
        </div>
        <Avenue />
      </div>
    </>
  );
}
