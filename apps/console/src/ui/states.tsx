import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { ApiError } from '../api/answer.ts';
import { HEADLINES } from '../texts/codes.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import { hourOf } from './when.ts';

/** Lines where text will be; nothing for the first moment, so that quick answers do not flicker. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** What could not be shown, in the words of the API, with its id for support; what was there before is as of a moment. */
export function Failed({ error, again, asOf }: { error: Error; again?: () => void; asOf?: number }) {
  const api = error instanceof ApiError ? error : undefined;
  const headline = (api && HEADLINES[api.code]) ?? 'This could not be shown';
  return (
    <div className={`note bad${asOf ? ' as-of' : ''}`} role="alert">
      <b>{headline}.</b> {error.message}
      {asOf && <> What stands below is as of {hourOf(new Date(asOf).toISOString())}.</>}
      {api && (
        <p className="dimmer">
          <span className="mono">{api.code}</span>
          {api.requestId && (
            <>
              , request <span className="mono">{api.requestId}</span>
            </>
          )}
        </p>
      )}
      {again && (
        <p>
          <button type="button" className="btn sm" onClick={again}>
            Try again
          </button>
          {api?.retryAt && <Countdown until={api.retryAt} done={again} />}
        </p>
      )}
    </div>
  );
}

/** Where the API says how long to wait, that is waited, and then asked again. */
function Countdown({ until, done }: { until: number; done: () => void }) {
  const left = useSecondsLeft(until);
  const over = useEffectEvent(done);
  useEffect(() => {
    if (left === 0) over();
  }, [left]);
  return <span className="dimmer"> by itself in {left} s</span>;
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
