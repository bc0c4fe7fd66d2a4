import type { Place as AnyPlace } from '../ui/places.ts';

/** Where the rail leads. */
export type To =
  | '/'
  | '/documents'
  | '/inbox'
  | '/addresses'
  | '/network'
  | '/webhooks'
  | '/events'
  | '/sftp'
  | '/usage'
  | '/companies'
  | '/access'
  | '/audit'
  | '/account';

interface Place extends AnyPlace<To> {
  /** Not for everybody. */
  admins?: true;
}

/** The words of the rail, in groups. */
export const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/', label: 'Overview', key: 'o', narrow: true },
    { to: '/documents', label: 'Documents', key: 'd', narrow: true },
    { to: '/inbox', label: 'To collect', key: 'i', narrow: true },
    { to: '/addresses', label: 'Addresses', key: 'p', narrow: true },
    { to: '/network', label: 'Network', key: 'n', narrow: true },
  ],
  [
    { to: '/webhooks', label: 'Webhooks', key: 'w' },
    { to: '/events', label: 'Events', key: 'e' },
    { to: '/sftp', label: 'SFTP', key: 's' },
    { to: '/usage', label: 'Usage', key: 'u' },
  ],
  [
    { to: '/companies', label: 'Companies', key: 'c' },
    { to: '/access', label: 'People & keys', key: 'k', admins: true },
    { to: '/audit', label: 'Audit', key: 'a', admins: true },
    { to: '/account', label: 'Account', key: 't' },
  ],
];
