import type { paths } from '@pappel/client/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { type DocumentFilter, statusesOf } from './filter.ts';

type ListAnswer = paths['/v1/messages']['get']['responses'][200]['content']['application/json'];
export type DocumentPageOfList = Exclude<ListAnswer, string>;
export type Document = DocumentPageOfList['messages'][number];

function queryOf(filter: DocumentFilter) {
  const { direction, company, q, from, to } = filter;
  return { direction, companyId: company, q, from, to };
}

type ListQuery = paths['/v1/messages']['get']['parameters']['query'];

async function list(query: ListQuery): Promise<DocumentPageOfList> {
  const answer = await call(api.GET('/v1/messages', { params: { query } }));
  if (typeof answer === 'string') throw new Error('A list was asked for, and a file came');
  return answer;
}

/** The documents that fit a filter, a hundred at a time. */
export const documentsQuery = (filter: DocumentFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      list({ ...queryOf(filter), status: statusesOf(filter), limit: 100, cursor: pageParam }),
    getNextPageParam: (page) => page.nextCursor,
  });

/** How many there are of each status, whatever status is chosen. */
export const countsQuery = (filter: DocumentFilter) =>
  queryOptions({
    queryKey: ['document counts', queryOf(filter)],
    queryFn: async () => (await list({ ...queryOf(filter), counts: true, limit: 0 })).counts,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id],
    queryFn: () => call(api.GET('/v1/messages/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? 2000 : false),
  });

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id, 'timeline'],
    queryFn: () => call(api.GET('/v1/messages/{id}/timeline', { params: { path: { id } } })),
  });

export const payloadQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id, 'payload'],
    queryFn: async () =>
      String(await call(api.GET('/v1/messages/{id}/payload', { params: { path: { id } }, parseAs: 'text' }))),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id, 'evidence'],
    queryFn: async () => {
      const answer = await call(api.GET('/v1/messages/{id}/evidence', { params: { path: { id } } }));
      if (typeof answer === 'string') throw new Error('Facts were asked for, and a file came');
      return answer;
    },
  });

/** What webhooks were told of a document. */
export const toldQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id, 'deliveries'],
    queryFn: async () => {
      const [{ deliveries }, { webhooks }] = await Promise.all([
        call(api.GET('/v1/webhooks/deliveries', { params: { query: { messageId: id, limit: 100 } } })),
        call(api.GET('/v1/webhooks')),
      ]);
      const urls = new Map(webhooks.map((webhook) => [webhook.id, webhook.url]));
      return [...Map.groupBy(deliveries, ({ webhookId }) => webhookId)].map(([webhookId, own]) => ({
        webhookId,
        url: urls.get(webhookId) ?? webhookId,
        deliveries: own,
      }));
    },
  });

const isUnderWay = (status: string): boolean => ['QUEUED_VALIDATION', 'QUEUED', 'SENDING'].includes(status);
