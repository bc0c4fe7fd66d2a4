import { createRouter } from '@tanstack/react-router';
import { houseRoutes } from './routes/house-routes.tsx';
import { inside } from './routes/inside.tsx';
import { doors, root } from './routes/outside.tsx';
import { trafficRoutes } from './routes/traffic-routes.tsx';
import { Loading } from './ui/states.tsx';

export const router = createRouter({
  routeTree: root.addChildren([...doors, inside.addChildren([...trafficRoutes, ...houseRoutes])]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
