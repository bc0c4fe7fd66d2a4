import { createRouter } from '@tanstack/react-router';
import { Loading } from '../ui/states.tsx';
import { customerRoutes } from './routes/customer-routes.tsx';
import { inside } from './routes/inside.tsx';
import { doors, root } from './routes/outside.tsx';
import { serviceRoutes } from './routes/service-routes.tsx';

export const router = createRouter({
  routeTree: root.addChildren([...doors, inside.addChildren([...customerRoutes, ...serviceRoutes])]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
