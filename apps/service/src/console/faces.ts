import type { Face } from '../platform/http/built-pages.ts';

export const CUSTOMER_FACE: Face = {
  name: 'customer',
  built: new URL('../../../console/dist/', import.meta.url),
  page: 'index.html',
  assets: '/console/assets/',
  places: ['/console', '/console/*'],
};

/** The words that begin the operator's places; all others are left to the API and its description. */
const OPERATOR_PLACES = [
  'sign-in',
  'first',
  'new-password',
  'sso',
  'approvals',
  'addresses',
  'documents',
  'accounts',
  'network',
  'certificates',
  'reports',
  'sftp',
  'jobs',
  'desks',
  'operators',
  'audit',
  'me',
];

export const OPERATOR_FACE: Face = {
  name: 'operator',
  built: new URL('../../../console/dist-operator/', import.meta.url),
  page: 'operator.html',
  assets: '/assets/',
  places: ['/', ...OPERATOR_PLACES.flatMap((place) => [`/${place}`, `/${place}/*`])],
};
