import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, call } from './client.ts';
import { queryClient } from './query-client.ts';

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    try {
      return await call(api.GET('/v1/me'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export type Me = NonNullable<Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>>;

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
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

/** Ends the session at the service and in this browser. */
export async function signOut(): Promise<void> {
  await call(api.POST('/v1/auth/logout')).catch(() => undefined);
  await sessionCall('DELETE');
  queryClient.clear();
}
