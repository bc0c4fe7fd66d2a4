import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import { Frame } from '../frame/frame.tsx';
import { root } from './outside.tsx';

/** Everything behind the door: who is not signed in goes to it, and comes back afterwards. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (me.operator.mustChangePassword)
      throw redirect({ to: '/new-password', search: { next: location.href } });
  },
  component: Frame,
});
