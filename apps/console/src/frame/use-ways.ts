import { useQuery } from '@tanstack/react-query';
import { useRights } from '../api/account.ts';
import { stopLive } from '../api/live.ts';
import { signOut } from '../api/session.ts';
import { ROLES } from '../people/roles.ts';
import type { Ways } from '../ui/rail.tsx';
import { useScope } from '../ui/scope.ts';
import { PLACES, type To } from './places.ts';
import { railCountsQuery } from './rail-counts.ts';

/** Where the person at the screen can go. */
export function useWays(): Ways<To> {
  const { isAdmin, name, role } = useRights();
  const { data: counts } = useQuery(railCountsQuery(useScope()));
  return {
    places: PLACES.map((group) => group.filter(({ admins }) => isAdmin || !admins)),
    countOf: (to) => counts?.[to],
    name,
    role: role ? ROLES[role] : '',
    signOut: () => {
      stopLive();
      return signOut();
    },
  };
}
