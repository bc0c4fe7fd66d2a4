import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './answer.ts';
import { api } from './client.ts';
import type { operations } from './contract.gen.ts';
import { queryClient } from './query-client.ts';

export type Me = operations['getMe']['responses'][200]['content']['application/json'];

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await call(api.GET('/v1/me'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return whoeverWas();
      throw error;
    }
  },
  staleTime: 60_000,
});

/** While a page stands whose session ended, it stays the page of who had signed in; the guard asks them in again. */
const whoeverWas = (): Me | null => queryClient.getQueryData<Me>(['me']) ?? null;

/** Whether the cookie opens something now; another tab may have put a new session into it. */
export async function stillSignedIn(): Promise<boolean> {
  const { response } = await api.GET('/v1/me');
  return response.ok;
}

async function sessionCall(method: 'POST' | 'DELETE', body?: unknown): Promise<void> {
  const response = await fetch('/console/session', {
    method,
    headers: { 'x-pappel-console': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
}

/** Puts a new session into the cookie; whoever calls forgets the token. */
export async function keepSession(token: string): Promise<void> {
  await sessionCall('POST', { token });
  // Asked now: that nobody was signed in before is remembered too.
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Ends the session at the service and in this browser. */
export async function signOut(): Promise<void> {
  await call(api.POST('/v1/auth/logout')).catch(() => undefined);
  await sessionCall('DELETE');
  queryClient.clear();
}
