import { queryOptions } from '@tanstack/react-query';
import { accountQuery } from '../api/account.ts';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { Count } from '../ui/places.ts';
import type { To } from './places.ts';

/** The numbers of the rail, where they are useful. */
export const railCountsQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['overview', 'rail', companyId],
    queryFn: async (): Promise<Partial<Record<To, Count>>> => {
      const [messages, participants, account, hooks] = await Promise.all([
        call(api.GET('/v1/messages', { params: { query: { companyId, counts: true, limit: 0 } } })),
        call(api.GET('/v1/participants', { params: { query: { companyId, counts: true, limit: 1 } } })),
        queryClient.ensureQueryData(accountQuery),
        call(api.GET('/v1/webhooks', { params: { query: { companyId } } })),
      ]);
      const documents = typeof messages === 'string' ? undefined : messages.counts;
      const failing = hooks.webhooks.filter(
        ({ failingSince, disabledReason }) => failingSince || (disabledReason && disabledReason !== 'MANUAL'),
      ).length;
      const { ERROR = 0 } = participants.counts?.byStatus ?? {};
      return {
        '/documents': calm(documents?.total ?? 0),
        '/inbox': calm(documents?.byStatus.CUSTOMER_DELIVERY_QUEUED ?? 0),
        '/addresses': ERROR > 0 ? hot(ERROR) : calm(participants.counts?.total ?? 0),
        '/webhooks': hot(failing),
        '/companies': calm(account.companies.length > 1 ? account.companies.length : 0),
      };
    },
    staleTime: 15_000,
  });

const calm = (value: number): Count => ({ value, isHot: false });
const hot = (value: number): Count => ({ value, isHot: true });
