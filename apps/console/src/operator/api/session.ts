import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { newSession } from '../../api/new-session.ts';
import { api } from './client.ts';
import { queryClient } from './query-client.ts';
import type { Me } from './types.ts';

export const { meQuery, readAnew, stillSignedIn, keepSession, signOut, onSignedOutElsewhere } =
  newSession<Me>({
    queryClient,
    road: '/session',
    read: async () => {
      const { operator, ...me } = await call(api.GET('/operator/v1/me'));
      return operator ? { ...me, operator } : null;
    },
    end: () => call(api.POST('/operator/v1/auth/logout')),
  });

/** What the person at the screen may do; the service decides, this only hides what it would refuse. */
export function useRights(): { mayWork: boolean; isAdmin: boolean; operator: Me['operator'] | undefined } {
  const { data: me } = useQuery(meQuery);
  const role = me?.operator.role;
  return { mayWork: role === 'agent' || role === 'admin', isAdmin: role === 'admin', operator: me?.operator };
}
