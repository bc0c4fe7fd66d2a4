import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { words } from '../../ui/parameters.ts';
import { inside } from './inside.tsx';

const getParentRoute = () => inside;

const overview = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const approvals = createRoute({
  getParentRoute,
  path: '/approvals',
  component: lazyRouteComponent(() => import('../pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

const addresses = createRoute({
  getParentRoute,
  path: '/addresses',
  validateSearch: words('status', 'q', 'account'),
  component: lazyRouteComponent(() => import('../pages/addresses/addresses-page.tsx'), 'AddressesPage'),
});

const address = createRoute({
  getParentRoute,
  path: '/addresses/$id',
  component: lazyRouteComponent(() => import('../pages/addresses/address-page.tsx'), 'AddressPage'),
});

const documents = createRoute({
  getParentRoute,
  path: '/documents',
  validateSearch: words('status', 'code', 'accessPoint', 'account', 'older', 'q'),
  component: lazyRouteComponent(() => import('../pages/documents/documents-page.tsx'), 'DocumentsPage'),
});

const document = createRoute({
  getParentRoute,
  path: '/documents/$id',
  component: lazyRouteComponent(() => import('../pages/documents/document-page.tsx'), 'DocumentPage'),
});

const accounts = createRoute({
  getParentRoute,
  path: '/accounts',
  validateSearch: words('status', 'q'),
  component: lazyRouteComponent(() => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
});

const account = createRoute({
  getParentRoute,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('../pages/accounts/account-page.tsx'), 'AccountPage'),
});

const desks = createRoute({
  getParentRoute,
  path: '/desks',
  component: lazyRouteComponent(() => import('../pages/desks/desks-page.tsx'), 'DesksPage'),
});

/** What concerns customers. */
export const customerRoutes = [
  overview,
  approvals,
  addresses,
  address,
  documents,
  document,
  accounts,
  account,
  desks,
] as const;
