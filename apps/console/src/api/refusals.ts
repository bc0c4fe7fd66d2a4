import type { Middleware } from 'openapi-fetch';

/** Hears when an API no longer takes the session. At its doors 401 is an answer to what was typed instead. */
export function watchSession(isDoor: (path: string) => boolean): {
  middleware: Middleware;
  onRefused: (hear: () => void) => () => void;
} {
  const listeners = new Set<() => void>();
  return {
    middleware: {
      onResponse({ response, schemaPath }) {
        if (response.status === 401 && !isDoor(schemaPath)) for (const hear of listeners) hear();
      },
    },
    /** Until the answer is called. */
    onRefused: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
