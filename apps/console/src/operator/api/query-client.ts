import { newQueryClient } from '../../api/new-query-client.ts';

/** Nothing tells this face of changes: what stands on the page is read anew this often. */
export const EVERY_MS = 15_000;

export const queryClient = newQueryClient(EVERY_MS);
