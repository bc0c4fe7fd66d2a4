import createClient from 'openapi-fetch';
import type { paths } from './contract.gen.ts';
import { watchSession } from './refusals.ts';

/** The API by its contract, over the console's road: the session travels in a cookie that no script can read. */
export const api = createClient<paths>({
  baseUrl: '/console/api',
  headers: { 'x-pappel-console': '1' },
  credentials: 'same-origin',
  querySerializer: { array: { style: 'form', explode: true } },
});

const DOORS = /^\/v1\/(auth\/(?!logout)|desk-sessions\/)/;
const { middleware, onRefused } = watchSession((path) => DOORS.test(path));
api.use(middleware);

/** Hears when the service no longer takes the session, until the answer is called. */
export const onRefusedSession = onRefused;
