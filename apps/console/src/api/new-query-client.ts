import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './answer.ts';

/** Reads are tried again where that can help, twice; what the API refused is final. */
function worthRetrying(count: number, error: Error): boolean {
  return count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** What a console has read. `everyMs` reads anew what stands on the page, where no stream tells of changes. */
export const newQueryClient = (everyMs?: number): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        // Asking on with a session that is over would count as guessing.
        refetchInterval: ({ state: { error } }) =>
          everyMs !== undefined && !(error instanceof ApiError && error.status === 401) && everyMs,
      },
      mutations: { retry: false },
    },
  });

/** Has all be read anew whose key begins with one of these. */
export const refresh = (cache: QueryClient, ...subjects: readonly string[]): Promise<unknown> =>
  Promise.all(subjects.map((subject) => cache.invalidateQueries({ queryKey: [subject] })));
