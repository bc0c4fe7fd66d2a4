import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { words } from '../../ui/parameters.ts';
import { inside } from './inside.tsx';

const getParentRoute = () => inside;

const home = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/operators', search: {} });
  },
});

const reports = createRoute({
  getParentRoute,
  path: '/reports',
  component: lazyRouteComponent(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

const operators = createRoute({
  getParentRoute,
  path: '/operators',
  validateSearch: words('tab'),
  component: lazyRouteComponent(() => import('../pages/operators/operators-page.tsx'), 'OperatorsPage'),
});

const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: words('q', 'account', 'operator', 'from', 'to'),
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const me = createRoute({
  getParentRoute,
  path: '/me',
  component: lazyRouteComponent(() => import('../pages/me/me-page.tsx'), 'MePage'),
});

/** The installation itself, and who runs it. */
export const serviceRoutes = [home, reports, operators, audit, me] as const;
