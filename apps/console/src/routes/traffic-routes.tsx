import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type DocumentFilter, readFilter } from '../pages/documents/filter.ts';
import { words } from '../ui/parameters.ts';
import { inside } from './inside.tsx';

const getParentRoute = () => inside;

const overview = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const documents = createRoute({
  getParentRoute,
  path: '/documents',
  validateSearch: (search: Record<string, unknown>): DocumentFilter => readFilter(search),
  component: lazyRouteComponent(() => import('../pages/documents/documents-page.tsx'), 'DocumentsPage'),
});

const send = createRoute({
  getParentRoute,
  path: '/documents/new',
  validateSearch: words('sender', 'receiver', 'type'),
  component: lazyRouteComponent(() => import('../pages/send/send-page.tsx'), 'SendPage'),
});

const document = createRoute({
  getParentRoute,
  path: '/documents/$id',
  validateSearch: words('view', 'finding'),
  component: lazyRouteComponent(() => import('../pages/documents/document-page.tsx'), 'DocumentPage'),
});

const inbox = createRoute({
  getParentRoute,
  path: '/inbox',
  validateSearch: words('document'),
  component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
});

const addresses = createRoute({
  getParentRoute,
  path: '/addresses',
  validateSearch: words('status', 'q'),
  component: lazyRouteComponent(() => import('../pages/addresses/addresses-page.tsx'), 'AddressesPage'),
});

const newAddress = createRoute({
  getParentRoute,
  path: '/addresses/new',
  component: lazyRouteComponent(() => import('../pages/addresses/new-address-page.tsx'), 'NewAddressPage'),
});

const address = createRoute({
  getParentRoute,
  path: '/addresses/$id',
  component: lazyRouteComponent(() => import('../pages/addresses/address-page.tsx'), 'AddressPage'),
});

const network = createRoute({
  getParentRoute,
  path: '/network',
  validateSearch: words('q', 'open'),
  component: lazyRouteComponent(() => import('../pages/network/network-page.tsx'), 'NetworkPage'),
});

const networkCheck = createRoute({
  getParentRoute,
  path: '/network/check',
  component: lazyRouteComponent(() => import('../pages/network/check-page.tsx'), 'CheckPage'),
});

const companies = createRoute({
  getParentRoute,
  path: '/companies',
  validateSearch: words('q', 'status'),
  component: lazyRouteComponent(() => import('../pages/companies/companies-page.tsx'), 'CompaniesPage'),
});

const newCompany = createRoute({
  getParentRoute,
  path: '/companies/new',
  component: lazyRouteComponent(() => import('../pages/companies/new-company-page.tsx'), 'NewCompanyPage'),
});

const company = createRoute({
  getParentRoute,
  path: '/companies/$id',
  component: lazyRouteComponent(() => import('../pages/companies/company-page.tsx'), 'CompanyPage'),
});

/** What travels, who sends and receives it, and whom it can reach. */
export const trafficRoutes = [
  overview,
  documents,
  send,
  document,
  inbox,
  addresses,
  newAddress,
  address,
  network,
  networkCheck,
  companies,
  newCompany,
  company,
] as const;
