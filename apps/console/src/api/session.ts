import type { operations } from '@pappel/client/contract';
import { call } from './answer.ts';
import { api } from './client.ts';
import { newSession } from './new-session.ts';
import { queryClient } from './query-client.ts';

export type Me = operations['getMe']['responses'][200]['content']['application/json'];

export const { meQuery, readAnew, stillSignedIn, keepSession, signOut, onSignedOutElsewhere } =
  newSession<Me>({
    queryClient,
    road: '/console/session',
    read: () => call(api.GET('/v1/me')),
    end: () => call(api.POST('/v1/auth/logout')),
  });
