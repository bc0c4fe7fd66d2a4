import type { components } from '@pappel/client/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

export type Hit = components['schemas']['SearchResult'];
export type Looked = components['schemas']['LookupResult'];

/** Who fits the words, as an address or a name; every hit was seen in its SMP. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['network', 'search', q],
    enabled: q !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: async () => {
      const from = performance.now();
      const answer = await call(api.GET('/v1/network/participants/search', { params: { query: { q } } }));
      return { ...answer, took: Math.round(performance.now() - from) };
    },
  });

/** One address with everything that it takes. */
export const reachQuery = (peppolId: string) =>
  queryOptions({
    queryKey: ['network', 'reach', peppolId],
    retry: false,
    staleTime: 60_000,
    queryFn: async () => {
      const params = { path: { peppolId } };
      const { participant } = await call(api.GET('/v1/network/participants/{peppolId}', { params }));
      const accepts = participant.exists
        ? await call(api.GET('/v1/network/participants/{peppolId}/capabilities', { params }))
        : { capabilities: [] };
      return { participant, ...accepts, askedAt: new Date().toISOString() };
    },
  });

/** At most so many at once. */
export const MOST_IDS = 100;

export const lookUp = (ids: readonly string[]) =>
  call(api.POST('/v1/network/participants/lookup', { body: { ids: [...ids] } }));
