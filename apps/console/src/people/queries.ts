import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';

export const usersQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['users', companyId],
    queryFn: async () => {
      const pages = await allPages((cursor) => {
        const query = { companyId, include: 'inactive' as const, limit: 100, cursor };
        return call(api.GET('/v1/users', { params: { query } }));
      });
      return pages.flatMap(({ users }) => users);
    },
  });

export type User = Awaited<ReturnType<NonNullable<ReturnType<typeof usersQuery>['queryFn']>>>[number];

export const keysQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['keys', companyId],
    queryFn: async () => {
      const pages = await allPages((cursor) => {
        const query = { companyId, limit: 100, cursor };
        return call(api.GET('/v1/api-keys', { params: { query } }));
      });
      return pages.flatMap(({ apiKeys }) => apiKeys);
    },
  });

export type ApiKey = Awaited<ReturnType<NonNullable<ReturnType<typeof keysQuery>['queryFn']>>>[number];

export const ssoQuery = queryOptions({
  queryKey: ['sso-status'],
  queryFn: () => call(api.GET('/v1/sso/status')),
  staleTime: 600_000,
});

export const identitiesQuery = queryOptions({
  queryKey: ['users', 'identities'],
  queryFn: async () => {
    const pages = await allPages((cursor) => {
      const query = { limit: 100, cursor };
      return call(api.GET('/v1/sso/identities', { params: { query } }));
    });
    return pages.flatMap(({ identities }) => identities);
  },
});
