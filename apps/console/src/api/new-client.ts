import createClient, { type Client } from 'openapi-fetch';

/**
 * An API by its contract, over a road of the console: the session travels in a cookie that no script can read. At the
 * `doors` 401 is an answer to what was typed; everywhere else it says that the session is no longer taken.
 */
export function newClient<Paths extends object>(
  road: string,
  doors: RegExp,
): {
  api: Client<Paths>;
  /** Hears when the service no longer takes the session, until the answer is called. */
  onRefusedSession: (hear: () => void) => () => void;
} {
  const api = createClient<Paths>({
    baseUrl: road,
    headers: { 'x-pappel-console': '1' },
    credentials: 'same-origin',
    querySerializer: { array: { style: 'form', explode: true } },
  });
  const listeners = new Set<() => void>();
  api.use({
    onResponse({ response, schemaPath }) {
      if (response.status === 401 && !doors.test(schemaPath)) for (const hear of listeners) hear();
    },
  });
  return {
    api,
    onRefusedSession: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
