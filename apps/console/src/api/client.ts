import createClient from 'openapi-fetch';
import type { paths } from './contract.gen.ts';

/** The API by its contract, over the console's road: the session travels in a cookie that no script can read. */
export const api = createClient<paths>({
  baseUrl: '/console/api',
  headers: { 'x-pappel-console': '1' },
  credentials: 'same-origin',
  querySerializer: { array: { style: 'form', explode: true } },
});

const refused = new Set<() => void>();

/** Hears when the service no longer takes the session, until the answer is called. */
export function onRefusedSession(hear: () => void): () => void {
  refused.add(hear);
  return () => refused.delete(hear);
}

/** At the doors 401 is an answer to what was typed; anywhere else it says that the session is over. */
const DOORS = /^\/v1\/(auth\/(?!logout)|desk-sessions\/)/;

api.use({
  onResponse({ response, schemaPath }) {
    if (response.status === 401 && !DOORS.test(schemaPath)) for (const hear of refused) hear();
  },
});
