import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Failed } from '../ui/states.tsx';
import { optional } from './parameters.ts';

export const root = createRootRoute({
  notFoundComponent: () => <Failed error={new Error('Not here, or not yours to see.')} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => optional('next', search.next),
  component: lazyRouteComponent(() => import('../pages/entry/sign-in-page.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../pages/entry/sign-up-page.tsx'), 'SignUpPage'),
});

/** The doors: every page for who is not signed in. */
export const doors = [signIn, signUp] as const;
