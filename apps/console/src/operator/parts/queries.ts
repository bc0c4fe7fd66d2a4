import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { call } from '../../api/answer.ts';
import { api } from '../api/client.ts';
import type { Account } from '../api/types.ts';

/** What several pages read. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => call(api.GET('/operator/v1/overview')),
});

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => call(api.GET('/operator/v1/health')),
});

export const stuckQuery = queryOptions({
  queryKey: ['documents', 'stuck'],
  queryFn: async () => (await call(api.GET('/operator/v1/messages/stuck'))).groups,
});

/** Addresses that wait for approval, the oldest first. */
export const approvalsQuery = queryOptions({
  queryKey: ['addresses', 'approvals'],
  queryFn: async () => {
    const pages = await allPages((cursor) => {
      const query = { status: ['PENDING_APPROVAL' as const], limit: 100, cursor };
      return call(api.GET('/operator/v1/participants', { params: { query } }));
    });
    return pages
      .flatMap(({ participants }) => participants)
      .sort((a, b) => a.statusChangedAt.localeCompare(b.statusChangedAt));
  },
});

export const accountsQuery = (filter: { q?: string | undefined; status?: Account['status'] | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['accounts', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { ...filter, counts: true, limit: 50, cursor: pageParam };
      return call(api.GET('/operator/v1/accounts', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', id],
    queryFn: () => call(api.GET('/operator/v1/accounts/{id}', { params: { path: { id } } })),
  });

export const closingQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', id, 'closing'],
    queryFn: () => call(api.GET('/operator/v1/accounts/{id}/closing', { params: { path: { id } } })),
  });

export const desksQuery = queryOptions({
  queryKey: ['desks'],
  queryFn: async () => (await call(api.GET('/operator/v1/desk-sessions'))).desks,
});

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: async () => (await call(api.GET('/operator/v1/reports'))).reports,
});

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: async () => (await call(api.GET('/operator/v1/certificates'))).certificates,
});
