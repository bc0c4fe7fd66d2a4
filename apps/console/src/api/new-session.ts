import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './answer.ts';

/** How one face of the console knows who is signed in. */
export interface Face<Me> {
  queryClient: QueryClient;
  /** Where the console keeps the session in its cookie. */
  road: string;
  /** Asks who is signed in; null when nobody is. */
  read: () => Promise<Me | null>;
  /** Ends the session at the service. */
  end: () => Promise<unknown>;
}

/** The session of a face: it lies in a cookie that no script can read, and every tab of the browser has the same. */
export function newSession<Me>({ queryClient, road, read, end }: Face<Me>) {
  const tabs = new BroadcastChannel('pappel.session');

  const change = async (method: 'POST' | 'DELETE', body?: unknown): Promise<void> => {
    const response = await fetch(road, {
      method,
      headers: { 'x-pappel-console': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  };

  const meQuery = queryOptions({
    queryKey: ['me'],
    queryFn: async (): Promise<Me | null> => {
      try {
        return await read();
      } catch (error) {
        // While a page stands whose session ended, it stays the page of who had signed in; the guard asks them in again.
        if (error instanceof ApiError && error.status === 401)
          return queryClient.getQueryData<Me>(['me']) ?? null;
        throw error;
      }
    },
    staleTime: 60_000,
    refetchInterval: false,
  });

  /** Who is signed in now, whatever was remembered. */
  const readAnew = (): Promise<Me | null> => queryClient.fetchQuery({ ...meQuery, staleTime: 0 });

  return {
    /** Who is signed in; null when nobody is. */
    meQuery,
    readAnew,
    /** Whether the cookie opens something now; another tab may have put a new session into it. */
    stillSignedIn: (): Promise<boolean> =>
      read().then(
        (me) => me !== null,
        () => false,
      ),
    /** Puts a new session into the cookie; whoever calls forgets the token. */
    keepSession: async (token: string): Promise<void> => {
      await change('POST', { token });
      // That nobody was signed in before is remembered too.
      await readAnew();
    },
    /** Ends the session at the service and in every tab of this browser. */
    signOut: async (): Promise<void> => {
      await end().catch(() => undefined);
      await change('DELETE');
      tabs.postMessage('signed out');
      queryClient.clear();
    },
    /** Hears when another tab has signed out, until the answer is called. */
    onSignedOutElsewhere: (hear: () => void): (() => void) => {
      tabs.addEventListener('message', hear);
      return () => tabs.removeEventListener('message', hear);
    },
  };
}
