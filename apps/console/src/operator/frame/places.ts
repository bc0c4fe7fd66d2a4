import type { Places } from '../../ui/places.ts';

/** Where the rail leads. */
export type To =
  | '/'
  | '/approvals'
  | '/addresses'
  | '/documents'
  | '/accounts'
  | '/desks'
  | '/network'
  | '/certificates'
  | '/reports'
  | '/sftp'
  | '/jobs'
  | '/operators'
  | '/audit';

/** The words of the rail, in groups. */
export const PLACES: Places<To> = [
  [
    { to: '/', label: 'Overview', key: 'o', narrow: true },
    { to: '/approvals', label: 'Approvals', key: 'p', narrow: true },
    { to: '/documents', label: 'Documents', key: 'd', narrow: true },
    { to: '/accounts', label: 'Accounts', key: 'c', narrow: true },
    { to: '/addresses', label: 'Addresses', key: 'a' },
    { to: '/desks', label: 'Desks', key: 'k' },
  ],
  [
    { to: '/network', label: 'Network health', key: 'n', narrow: true },
    { to: '/certificates', label: 'Certificates', key: 'e' },
    { to: '/reports', label: 'Reports', key: 'r' },
  ],
  [
    { to: '/sftp', label: 'SFTP logins', key: 's' },
    { to: '/jobs', label: 'Jobs', key: 'j' },
    { to: '/operators', label: 'Operators', key: 'l' },
    { to: '/audit', label: 'Audit', key: 't' },
  ],
];
