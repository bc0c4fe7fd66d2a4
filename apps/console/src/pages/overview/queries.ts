import type { components, paths } from '@pappel/client/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

type Schemas = components['schemas'];
export const DAY_MS = 86_400_000;
/** How many days the avenue shows, and the bill sums up. */
export const DAYS = 30;

const midnight = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate());

type ListQuery = NonNullable<paths['/v1/messages']['get']['parameters']['query']>;

async function counts(query: ListQuery) {
  const answer = await call(
    api.GET('/v1/messages', { params: { query: { ...query, counts: true, limit: 0 } } }),
  );
  const counted: { total: number; byStatus: Record<string, number> } | undefined =
    typeof answer === 'string' ? undefined : answer.counts;
  return counted ?? { total: 0, byStatus: {} };
}

/** What happened since midnight. */
export const todayQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['overview', 'today', companyId],
    queryFn: async () => {
      const from = midnight(new Date()).toISOString();
      const [sent, received] = await Promise.all([
        counts({ companyId, from, direction: 'OUTBOUND' }),
        counts({ companyId, from, direction: 'INBOUND' }),
      ]);
      return { sent, received };
    },
  });

/** What was sent and received, day by day, and by company. */
export const usageQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['overview', 'usage', companyId],
    queryFn: async () => {
      const from = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const usage = await call(
        api.GET('/v1/usage', { params: { query: { companyId, from, bucket: 'day' } } }),
      );
      if (typeof usage === 'string') throw new Error('A table was asked for, and a file came');
      return usage;
    },
    staleTime: 60_000,
  });

export interface Needs {
  addresses: Schemas['Participant'][];
  pending: Schemas['Participant'][];
  webhooks: Schemas['Webhook'][];
  waiting: number;
  rejected: Schemas['Message'][];
  keys: Schemas['ApiKey'][];
}

/** Everything that waits for a person. */
export const needsQuery = (companyId: string | undefined, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['overview', 'needs', companyId, isAdmin],
    queryFn: async (): Promise<Needs> => {
      const dayAgo = new Date(Date.now() - DAY_MS).toISOString();
      const addressesOf = (status: 'ERROR' | 'PENDING_APPROVAL') =>
        call(api.GET('/v1/participants', { params: { query: { companyId, status, limit: 50 } } }));
      const [failed, pending, hooks, waiting, rejected, keys] = await Promise.all([
        addressesOf('ERROR'),
        addressesOf('PENDING_APPROVAL'),
        call(api.GET('/v1/webhooks', { params: { query: { companyId } } })),
        counts({ companyId, direction: 'INBOUND', to: dayAgo }),
        call(
          api.GET('/v1/messages', {
            params: {
              query: {
                companyId,
                status: ['VALIDATION_FAILED'],
                from: midnight(new Date()).toISOString(),
                limit: 100,
              },
            },
          }),
        ),
        isAdmin
          ? call(api.GET('/v1/api-keys', { params: { query: { companyId, limit: 100 } } }))
          : { apiKeys: [] },
      ]);
      const soon = Date.now() + 14 * DAY_MS;
      return {
        addresses: failed.participants,
        pending: pending.participants.filter(({ statusChangedAt }) => statusChangedAt < dayAgo),
        webhooks: hooks.webhooks.filter(
          ({ failingSince, disabledReason }) =>
            failingSince || (disabledReason && disabledReason !== 'MANUAL'),
        ),
        waiting: waiting.byStatus['CUSTOMER_DELIVERY_QUEUED'] ?? 0,
        rejected: typeof rejected === 'string' ? [] : rejected.messages,
        keys: keys.apiKeys.filter(({ expiresAt }) => expiresAt && Date.parse(expiresAt) < soon),
      };
    },
  });

/** How far a new account has come. */
export const beginningQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['overview', 'beginning', isAdmin],
    queryFn: async () => {
      const [addresses, documents, hooks, keys] = await Promise.all([
        call(api.GET('/v1/participants', { params: { query: { limit: 20 } } })),
        counts({}),
        call(api.GET('/v1/webhooks')),
        isAdmin ? call(api.GET('/v1/api-keys', { params: { query: { limit: 1 } } })) : { apiKeys: [] },
      ]);
      return {
        addresses: addresses.participants,
        documents: documents.total,
        hasWebhook: hooks.webhooks.length > 0,
        hasKey: keys.apiKeys.length > 0,
      };
    },
  });
