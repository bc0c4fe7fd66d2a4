import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../api/answer.ts';
import { api } from './client.ts';
import { queryClient } from './query-client.ts';
import type { Me, SignedIn } from './types.ts';

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      const { operator, ...me } = await call(api.GET('/operator/v1/me'));
      return operator ? { ...me, operator } : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return whoeverWas();
      throw error;
    }
  },
  staleTime: 60_000,
  refetchInterval: false,
});

/** While a page stands whose session ended, it stays the page of who had signed in; the guard asks them in again. */
const whoeverWas = (): Me | null => queryClient.getQueryData<Me>(['me']) ?? null;

export async function stillSignedIn(): Promise<boolean> {
  const { response } = await api.GET('/operator/v1/me');
  return response.ok;
}

async function cookie(method: 'POST' | 'DELETE', body?: unknown): Promise<void> {
  const response = await fetch('/session', {
    method,
    headers: { 'x-pappel-console': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
}

/** Puts a new session into the cookie; whoever calls forgets the token. */
export async function keepSession({ token }: Pick<SignedIn, 'token'>): Promise<void> {
  await cookie('POST', { token });
  // Asked now: that nobody was signed in before is remembered too.
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Ends the session at the service and in this browser. */
export async function signOut(): Promise<void> {
  await call(api.POST('/operator/v1/auth/logout')).catch(() => undefined);
  await cookie('DELETE');
  queryClient.clear();
}

/** What the person at the screen may do; the service decides, this only hides what it would refuse. */
export function useRights(): { mayWork: boolean; isAdmin: boolean; operator: Me['operator'] | undefined } {
  const { data: me } = useQuery(meQuery);
  const role = me?.operator.role;
  return { mayWork: role === 'agent' || role === 'admin', isAdmin: role === 'admin', operator: me?.operator };
}
