import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
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
  // Every parameter is a word, and stands in the address as people write it: ?q=5567, not ?q=%225567%22.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  search: { strict: true },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
