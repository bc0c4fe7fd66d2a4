import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { words } from '../../ui/parameters.ts';
import { inside } from './inside.tsx';

const getParentRoute = () => inside;

const network = createRoute({
  getParentRoute,
  path: '/network',
  component: lazyRouteComponent(() => import('../pages/network/network-page.tsx'), 'NetworkPage'),
});

const certificates = createRoute({
  getParentRoute,
  path: '/certificates',
  component: lazyRouteComponent(
    () => import('../pages/certificates/certificates-page.tsx'),
    'CertificatesPage',
  ),
});

const reports = createRoute({
  getParentRoute,
  path: '/reports',
  component: lazyRouteComponent(() => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
});

const sftp = createRoute({
  getParentRoute,
  path: '/sftp',
  validateSearch: words('q', 'status'),
  component: lazyRouteComponent(() => import('../pages/sftp/sftp-page.tsx'), 'SftpPage'),
});

const jobs = createRoute({
  getParentRoute,
  path: '/jobs',
  validateSearch: words('q', 'status'),
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

const operators = createRoute({
  getParentRoute,
  path: '/operators',
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
export const serviceRoutes = [network, certificates, reports, sftp, jobs, operators, audit, me] as const;
