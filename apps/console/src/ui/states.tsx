import type { ReactNode } from 'react';
import { ApiError } from '../api/answer.ts';
import { HEADLINES } from '../texts/codes.ts';

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

/** What could not be shown, in the words of the API, with its id for support. */
export function Failed({ error, again }: { error: Error; again?: () => void }) {
  const api = error instanceof ApiError ? error : undefined;
  const headline = (api && HEADLINES[api.code]) ?? 'This could not be shown';
  return (
    <div className="note bad" role="alert">
      <b>{headline}.</b> {error.message}
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
        </p>
      )}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
