import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './answer.ts';
import { api } from './client.ts';
import { meQuery } from './session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => call(api.GET('/v1/account')),
  staleTime: 60_000,
});

/** What the companies in reach are called. */
export function useCompanyName(): (id: string | undefined) => string {
  const { data } = useQuery(accountQuery);
  return (id) => data?.companies.find((company) => company.id === id)?.name ?? '';
}

/** What the person at the screen may do; the service decides, this only hides what it would refuse. */
export interface Rights {
  name: string;
  role: 'owner' | 'company_admin' | 'member' | undefined;
  isOwner: boolean;
  /** May change people, keys and webhooks of the companies in reach. */
  isAdmin: boolean;
  /** An operator sits at this desk: nothing that makes or changes credentials. */
  atDesk: { name: string; reason: string; until: string } | undefined;
  /** Why nobody makes or changes credentials here; undefined when they may. */
  noCredentials: string | undefined;
  /** Why nothing can be sent now; undefined when it can. */
  noSending: string | undefined;
}

export function useRights(): Rights {
  const { data: me } = useQuery(meQuery);
  const { data: account } = useQuery(accountQuery);
  const role = me?.user?.role;
  const actor = me?.session?.actor;
  const noSending =
    account && account.status !== 'ACTIVE' ? `The account is ${account.status.toLowerCase()}.` : undefined;
  return {
    name: me?.user?.name ?? '',
    role,
    isOwner: role === 'owner',
    isAdmin: role === 'owner' || role === 'company_admin',
    atDesk: actor ? { ...actor, until: me?.session?.expiresAt ?? '' } : undefined,
    noCredentials: actor ? 'Staff at a desk make no credentials' : noSending,
    noSending,
  };
}
