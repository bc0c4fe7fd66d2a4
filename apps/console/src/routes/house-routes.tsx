import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { words } from '../ui/parameters.ts';
import { inside } from './inside.tsx';

const getParentRoute = () => inside;

const webhooks = createRoute({
  getParentRoute,
  path: '/webhooks',
  validateSearch: words('endpoint', 'status', 'delivery', 'message'),
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const events = createRoute({
  getParentRoute,
  path: '/events',
  validateSearch: words('about'),
  component: lazyRouteComponent(() => import('../pages/events/events-page.tsx'), 'EventsPage'),
});

const sftp = createRoute({
  getParentRoute,
  path: '/sftp',
  component: lazyRouteComponent(() => import('../pages/sftp/sftp-page.tsx'), 'SftpPage'),
});

const usage = createRoute({
  getParentRoute,
  path: '/usage',
  validateSearch: words('from', 'to'),
  component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
});

const access = createRoute({
  getParentRoute,
  path: '/access',
  validateSearch: words('tab', 'inactive'),
  component: lazyRouteComponent(() => import('../pages/access/access-page.tsx'), 'AccessPage'),
});

const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: words('q', 'eventType', 'from', 'to'),
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const me = createRoute({
  getParentRoute,
  path: '/me',
  component: lazyRouteComponent(() => import('../pages/me/me-page.tsx'), 'MePage'),
});

/** The ways in and out beside the console, who may do what, and what was done. */
export const houseRoutes = [webhooks, events, sftp, usage, access, audit, account, me] as const;
