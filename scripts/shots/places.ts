/** A screen whose picture is taken: its name, where it is, and what is done there first. */
export interface Place {
  name: string;
  /** Below /console; `{word}` stands for an id of what was made for the pictures. */
  path: string;
  /** Keys pressed, or words typed after `type:`, one after the other. */
  does?: readonly string[];
  /** The button that is pressed first. */
  opens?: string;
  /** Without a session. */
  outside?: true;
  /** In an account that has nothing yet. */
  fresh?: true;
  /** Also in a window of 390 px. */
  narrow?: true;
}

export const PLACES: readonly Place[] = [
  { name: 'overview', path: '/', narrow: true },
  { name: 'overview-first-run', path: '/', fresh: true, narrow: true },
  { name: 'documents', path: '/documents', narrow: true },
  { name: 'documents-empty', path: '/documents', fresh: true },
  { name: 'documents-filtered', path: '/documents?status=VALIDATION_FAILED' },
  { name: 'document-delivered', path: '/documents/{delivered}', narrow: true },
  { name: 'document-rejected', path: '/documents/{rejected}', narrow: true },
  { name: 'document-received', path: '/documents/{received}' },
  { name: 'document-invoice', path: '/documents/{delivered}?view=invoice' },
  { name: 'send', path: '/documents/new?receiver={receiver}', narrow: true },
  { name: 'inbox', path: '/inbox', narrow: true },
  { name: 'addresses', path: '/addresses', narrow: true },
  { name: 'address', path: '/addresses/{address}', narrow: true },
  { name: 'address-pending', path: '/addresses/{pending}' },
  { name: 'address-new', path: '/addresses/new' },
  { name: 'companies', path: '/companies' },
  { name: 'company', path: '/companies/{company}' },
  { name: 'company-new', path: '/companies/new' },
  { name: 'network', path: '/network?q={receiver}', narrow: true },
  { name: 'network-check', path: '/network/check' },
  { name: 'palette', path: '/documents', does: ['Control+k', 'type:SE-2026'] },
  { name: 'keys', path: '/documents', does: ['?'] },
  { name: 'webhooks', path: '/webhooks?status=PENDING&delivery={delivery}', narrow: true },
  { name: 'webhooks-empty', path: '/webhooks', fresh: true },
  { name: 'webhook-new', path: '/webhooks', opens: 'Add an endpoint' },
  { name: 'webhook-verify', path: '/webhooks', opens: 'Check a signature' },
  { name: 'events', path: '/events', narrow: true },
  { name: 'sftp', path: '/sftp', narrow: true },
  { name: 'sftp-empty', path: '/sftp', fresh: true },
  { name: 'usage', path: '/usage', narrow: true },
  { name: 'access', path: '/access', narrow: true },
  { name: 'access-inactive', path: '/access?inactive=1' },
  { name: 'access-sso', path: '/access?tab=sso' },
  { name: 'key-new', path: '/access', opens: 'Make a key' },
  { name: 'person-new', path: '/access', opens: 'Invite someone' },
  { name: 'audit', path: '/audit', narrow: true },
  { name: 'account', path: '/account', narrow: true },
  { name: 'me', path: '/me', narrow: true },
  { name: 'sign-in', path: '/sign-in', outside: true, narrow: true },
  { name: 'sign-up', path: '/sign-up', outside: true },
];
