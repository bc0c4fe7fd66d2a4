import { createRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import { Frame } from '../frame/frame.tsx';
import { optional } from '../ui/parameters.ts';
import { root } from './outside.tsx';

/** Everything behind the door: who is not signed in goes to it, and comes back afterwards. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  /** The company that everything is narrowed to. */
  validateSearch: (search: Record<string, unknown>): { company?: string } =>
    optional('company', search.company),
  search: { middlewares: [retainSearchParams(['company'])] },
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (me.user?.mustChangePassword) throw redirect({ to: '/new-password', search: { next: location.href } });
  },
  component: Frame,
});
