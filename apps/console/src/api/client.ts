import type { paths } from '@pappel/client/contract';
import { newClient } from './new-client.ts';

export const { api, onRefusedSession } = newClient<paths>(
  '/console/api',
  /^\/v1\/(auth\/(?!logout)|desk-sessions\/)/,
);
