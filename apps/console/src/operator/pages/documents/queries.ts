import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { Message } from '../../api/types.ts';

export interface DocumentFilter {
  status?: string | undefined;
  code?: string | undefined;
  accessPoint?: string | undefined;
  account?: string | undefined;
  older?: string | undefined;
  q?: string | undefined;
}

/** What does not go on by itself, or not now: the list begins with these. */
export const STUCK: readonly Message['status'][] = ['SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED'];

/** Who looks for one document looks for it whatever became of it. */
export const isOfAnyStatus = ({ status, q }: DocumentFilter): boolean =>
  status === 'any' || (status === undefined && q !== undefined);

export const documentsQuery = ({ status, account, ...filter }: DocumentFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', 'list', { status, account, ...filter }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = {
        ...filter,
        ...(isOfAnyStatus({ status, ...filter })
          ? {}
          : { status: status ? [status as Message['status']] : [...STUCK] }),
        accountId: account,
        limit: 50,
        cursor: pageParam,
      };
      return call(api.GET('/operator/v1/messages', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id],
    queryFn: () => call(api.GET('/operator/v1/messages/{id}', { params: { path: { id } } })),
  });
