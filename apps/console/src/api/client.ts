import type { paths } from './contract.gen.ts';
import { newClient } from './new-client.ts';

export const { api, onRefusedSession } = newClient<paths>(
  '/console/api',
  /^\/v1\/(auth\/(?!logout)|desk-sessions\/)/,
);
