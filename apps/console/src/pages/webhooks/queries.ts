import type { operations } from '@pappel/client/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

type Json<Operation extends keyof operations> = operations[Operation]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type Webhook = Json<'listWebhooks'>['webhooks'][number];
export type Delivery = Json<'listDeliveries'>['deliveries'][number];
export type DeliveryDetail = Json<'getDelivery'>;
type DeliveryStatus = Delivery['status'];

export interface DeliveryFilter {
  company?: string | undefined;
  endpoint?: string | undefined;
  status?: string | undefined;
  message?: string | undefined;
}

const STATUSES: readonly string[] = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'];

export const webhooksQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoints', companyId],
    queryFn: async () => {
      const query = { companyId, figures: true };
      const { webhooks } = await call(api.GET('/v1/webhooks', { params: { query } }));
      return webhooks.toSorted((a, b) => urgency(a) - urgency(b));
    },
    refetchInterval: 15_000,
  });

/** Failing ones first, those that are switched off last. */
function urgency({ status, failingSince, disabledReason }: Webhook): number {
  if (status === 'ACTIVE') return failingSince ? 0 : 2;
  return disabledReason === 'FAILING' || disabledReason === 'GONE' ? 1 : 3;
}

const queryOf = ({ company, endpoint, status, message }: DeliveryFilter) => ({
  companyId: company,
  webhookId: endpoint,
  messageId: message,
  status: status && STATUSES.includes(status) ? (status as DeliveryStatus) : undefined,
});

export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { ...queryOf(filter), limit: 30, cursor: pageParam };
      return call(api.GET('/v1/webhooks/deliveries', { params: { query } }));
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 15_000,
  });

/** How many there are of each status, whatever status is chosen. */
export const deliveryCountsQuery = (filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['webhooks', 'counts', { ...filter, status: undefined }],
    queryFn: async () => {
      const query = { ...queryOf({ ...filter, status: undefined }), counts: true, limit: 0 };
      return (await call(api.GET('/v1/webhooks/deliveries', { params: { query } }))).counts;
    },
    refetchInterval: 15_000,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: () => call(api.GET('/v1/webhooks/deliveries/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 3_000 : false),
  });
