import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../api/client.ts';

/** What the doors must know: whether there is an operator yet. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => call(api.GET('/operator/v1/setup')),
  refetchInterval: false,
});
