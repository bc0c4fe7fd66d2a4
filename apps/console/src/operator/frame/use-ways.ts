import { useQuery } from '@tanstack/react-query';
import type { Count } from '../../ui/places.ts';
import type { Ways } from '../../ui/rail.tsx';
import { signOut, useRights } from '../api/session.ts';
import type { Overview } from '../api/types.ts';
import { overviewQuery } from '../parts/queries.ts';
import { ROLES } from '../parts/roles.ts';
import { PLACES, type To } from './places.ts';

/** Where the person at the screen can go. */
export function useWays(): Ways<To> {
  const { operator } = useRights();
  const { data: overview } = useQuery(overviewQuery);
  return {
    places: PLACES,
    countOf: (to) => overview && countOf(to, overview),
    name: operator?.name ?? '',
    role: operator ? ROLES[operator.role].label : '',
    signOut,
  };
}

function countOf(
  to: To,
  { approvals, stuck, circuitsOpen, certificates, jobs }: Overview,
): Count | undefined {
  switch (to) {
    case '/approvals':
      return { value: approvals.count, isHot: false };
    case '/documents':
      return { value: stuck.count, isHot: true };
    case '/network':
      return { value: circuitsOpen, isHot: true };
    case '/certificates':
      return { value: certificates.filter(({ state }) => state !== 'OK').length, isHot: true };
    case '/jobs':
      return { value: jobs.failing + jobs.ended, isHot: true };
    default:
      return undefined;
  }
}
