import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { words } from '../../ui/parameters.ts';
import { Failed } from '../../ui/states.tsx';
import { queryClient } from '../api/query-client.ts';
import { meQuery } from '../api/session.ts';

export const root = createRootRoute({
  notFoundComponent: () => <Failed error={new Error('Not here.')} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: words('next'),
  component: lazyRouteComponent(() => import('../doors/sign-in-page.tsx'), 'SignInPage'),
});

/** Of a new installation: its first operator. */
const first = createRoute({
  getParentRoute: () => root,
  path: '/first',
  component: lazyRouteComponent(() => import('../doors/first-page.tsx'), 'FirstPage'),
});

/** Where the identity provider sends people back to, as it is registered there. */
const ssoCallback = createRoute({
  getParentRoute: () => root,
  path: '/sso/callback',
  component: lazyRouteComponent(() => import('../doors/sso-callback-page.tsx'), 'SsoCallbackPage'),
});

/** Behind the door, but before everything else: for who must choose a password first. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  validateSearch: words('next'),
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/sign-in', search: {} });
  },
  component: lazyRouteComponent(() => import('../doors/new-password-page.tsx'), 'NewPasswordPage'),
});

/** The doors: every page for who is not signed in. */
export const doors = [signIn, first, ssoCallback, newPassword] as const;
