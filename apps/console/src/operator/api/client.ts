import createClient from 'openapi-fetch';
import { watchSession } from '../../api/refusals.ts';
import type { paths } from './contract.gen.ts';

/** The operator's API by its contract, over the console's road: the session travels in a cookie that no script can read. */
export const api = createClient<paths>({
  baseUrl: '/api',
  headers: { 'x-pappel-console': '1' },
  credentials: 'same-origin',
  querySerializer: { array: { style: 'form', explode: true } },
});

const DOORS = /^\/operator\/v1\/(setup$|auth\/(?!logout))/;
const { middleware, onRefused } = watchSession((path) => DOORS.test(path));
api.use(middleware);

/** Hears when the service no longer takes the session, until the answer is called. */
export const onRefusedSession = onRefused;
