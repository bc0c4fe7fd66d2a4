import type { components } from '@pappel/client/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './answer.ts';
import { api } from './client.ts';

export type Address = components['schemas']['Participant'];
export type AddressStatus = Address['status'];
export type Direction = Address['capabilities'][number]['direction'];

interface AddressFilter {
  companyId: string | undefined;
  status: AddressStatus | undefined;
  q: string | undefined;
}

/** Own addresses that fit, a hundred at a time, with how many there are of each status. */
export const addressesQuery = (filter: AddressFilter) =>
  infiniteQueryOptions({
    queryKey: ['participants', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(
        api.GET('/v1/participants', {
          params: { query: { ...filter, limit: 100, counts: true, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

export const addressQuery = (id: string) =>
  queryOptions({
    queryKey: ['participants', id],
    queryFn: () => call(api.GET('/v1/participants/{id}', { params: { path: { id } } })),
  });

export const wholeAddress = ({ scheme, value }: Pick<Address, 'scheme' | 'value'>): string =>
  `${scheme}:${value}`;

const DIRECTIONS: Record<Direction, string> = { SEND: 'Send', RECEIVE: 'Receive', BOTH: 'Send and receive' };
export const directionName = (direction: Direction): string => DIRECTIONS[direction];
