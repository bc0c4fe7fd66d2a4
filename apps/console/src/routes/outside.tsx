import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';
import { optional } from '../ui/parameters.ts';
import { Failed } from '../ui/states.tsx';

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

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('../pages/entry/forgot-page.tsx'), 'ForgotPage'),
});

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('../pages/entry/set-password-page.tsx'), 'SetPasswordPage'),
});

/** Behind the door, but before everything else: for who must choose a password first. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  validateSearch: (search: Record<string, unknown>): { next?: string } => optional('next', search.next),
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/sign-in', search: {} });
  },
  component: lazyRouteComponent(() => import('../pages/entry/new-password-page.tsx'), 'NewPasswordPage'),
});

const ssoCallback = createRoute({
  getParentRoute: () => root,
  path: '/sso/callback',
  // The provider's words, which the page hands on as they came.
  validateSearch: (search: Record<string, unknown>) => search as { code?: string; state?: string },
  component: lazyRouteComponent(() => import('../pages/entry/sso-callback-page.tsx'), 'SsoCallbackPage'),
});

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  component: lazyRouteComponent(() => import('../pages/entry/desk-page.tsx'), 'DeskPage'),
});

/** The doors: every page for who is not signed in. */
export const doors = [signIn, signUp, forgot, setPassword, newPassword, ssoCallback, desk] as const;
