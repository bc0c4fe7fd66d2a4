import { newQueryClient } from './new-query-client.ts';

export const queryClient = newQueryClient();
