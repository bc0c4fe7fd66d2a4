import { newClient } from '../../api/new-client.ts';
import type { paths } from './contract.gen.ts';

export const { api, onRefusedSession } = newClient<paths>(
  '/api',
  /^\/operator\/v1\/(setup$|auth\/(?!logout))/,
);
