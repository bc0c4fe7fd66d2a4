import type { components } from '@pappel/client/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

export type Company = components['schemas']['Company'];

export const companiesQuery = (filter: { q: string | undefined; status: Company['status'] | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['companies', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const answer = await call(
        api.GET('/v1/companies', { params: { query: { ...filter, limit: 100, cursor: pageParam } } }),
      );
      if (typeof answer === 'string') throw new Error('A list was asked for, and a file came');
      return answer;
    },
    getNextPageParam: (page) => page.nextCursor,
  });

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['companies', id],
    queryFn: () => call(api.GET('/v1/companies/{id}', { params: { path: { id } } })),
  });
