import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

const SHOWN = 100;

/** What waits to be collected, the oldest of the newest hundred first. */
export const inboxQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['documents', 'inbox', companyId],
    queryFn: async () => {
      const query = { companyId, status: ['CUSTOMER_DELIVERY_QUEUED' as const], limit: SHOWN, counts: true };
      const answer = await call(api.GET('/v1/messages', { params: { query } }));
      if (typeof answer === 'string') throw new Error('A list was asked for, and a file came');
      return {
        rows: answer.messages,
        total: answer.counts?.byStatus.CUSTOMER_DELIVERY_QUEUED ?? answer.messages.length,
      };
    },
  });
