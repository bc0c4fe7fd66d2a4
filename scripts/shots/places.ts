/** Who looks: an owner, one whose account has nothing yet, an operator, and nobody at either door. */
export type SeatName = 'owner' | 'fresh' | 'outside' | 'operator' | 'operator outside';

/** A screen whose picture is taken: its name, where it is, and what is done there first. */
export interface Place {
  name: string;
  /** Below /console, or on the operator's port; `{word}` stands for an id of what was made for the pictures. */
  path: string;
  /** The owner, where nobody is named. */
  seat?: SeatName;
  /** The button that is pressed first. */
  opens?: string;
  /** Stands in the documentation too. */
  inDocs?: true;
  /** Keys pressed, or words typed after `type:`, one after the other. */
  does?: readonly string[];
}

export const PLACES: readonly Place[] = [
  { name: 'overview', path: '/' },
  { name: 'overview-first-run', path: '/', seat: 'fresh', inDocs: true },
  { name: 'documents', path: '/documents', inDocs: true },
  { name: 'documents-empty', path: '/documents', seat: 'fresh' },
  { name: 'documents-filtered', path: '/documents?status=VALIDATION_FAILED' },
  { name: 'document-delivered', path: '/documents/{delivered}' },
  { name: 'document-rejected', path: '/documents/{rejected}' },
  { name: 'document-received', path: '/documents/{received}' },
  { name: 'document-invoice', path: '/documents/{delivered}?view=invoice' },
  { name: 'document-webhooks', path: '/documents/{delivered}?view=webhooks' },
  { name: 'document-details', path: '/documents/{delivered}?view=details' },
  { name: 'document-xml', path: '/documents/{delivered}?view=xml' },
  { name: 'document-unreachable', path: '/documents/{stuck}' },
  { name: 'send', path: '/documents/new?receiver={receiver}' },
  { name: 'inbox', path: '/inbox' },
  { name: 'addresses', path: '/addresses' },
  { name: 'address', path: '/addresses/{address}' },
  { name: 'address-pending', path: '/addresses/{pending}' },
  { name: 'address-new', path: '/addresses/new' },
  { name: 'companies', path: '/companies' },
  { name: 'company', path: '/companies/{company}' },
  { name: 'company-new', path: '/companies/new' },
  { name: 'network', path: '/network?q={receiver}' },
  { name: 'network-check', path: '/network/check' },
  { name: 'palette', path: '/documents', does: ['Control+k', 'type:SE-2026'] },
  { name: 'keys', path: '/documents', does: ['?'] },
  { name: 'webhooks', path: '/webhooks?status=PENDING&delivery={delivery}' },
  { name: 'webhooks-empty', path: '/webhooks', seat: 'fresh' },
  { name: 'webhook-new', path: '/webhooks', opens: 'Add an endpoint' },
  { name: 'webhook-verify', path: '/webhooks', opens: 'Check a signature' },
  { name: 'events', path: '/events' },
  { name: 'sftp', path: '/sftp' },
  { name: 'sftp-empty', path: '/sftp', seat: 'fresh' },
  { name: 'usage', path: '/usage' },
  { name: 'access', path: '/access' },
  { name: 'access-inactive', path: '/access?inactive=1' },
  { name: 'access-sso', path: '/access?tab=sso' },
  { name: 'key-new', path: '/access', opens: 'Make a key' },
  { name: 'person-new', path: '/access', opens: 'Invite someone' },
  { name: 'audit', path: '/audit' },
  { name: 'account', path: '/account' },
  { name: 'me', path: '/me' },
  { name: 'sign-in', path: '/sign-in', seat: 'outside' },
  { name: 'forgot', path: '/forgot', seat: 'outside' },
  { name: 'sign-up', path: '/sign-up', seat: 'outside' },
  { name: 'operator', path: '/', seat: 'operator', inDocs: true },
  { name: 'operator-approvals', path: '/approvals', seat: 'operator' },
  { name: 'operator-documents', path: '/documents', seat: 'operator' },
  { name: 'operator-document', path: '/documents/{stuck}', seat: 'operator' },
  { name: 'operator-accounts', path: '/accounts', seat: 'operator' },
  { name: 'operator-account', path: '/accounts/{account}', seat: 'operator' },
  { name: 'operator-addresses', path: '/addresses', seat: 'operator' },
  { name: 'operator-address', path: '/addresses/{pending}', seat: 'operator' },
  { name: 'operator-desks', path: '/desks', seat: 'operator' },
  { name: 'operator-network', path: '/network', seat: 'operator' },
  { name: 'operator-certificates', path: '/certificates', seat: 'operator' },
  { name: 'operator-reports', path: '/reports', seat: 'operator' },
  { name: 'operator-sftp', path: '/sftp', seat: 'operator' },
  { name: 'operator-jobs', path: '/jobs', seat: 'operator' },
  { name: 'operator-operators', path: '/operators', seat: 'operator' },
  { name: 'operator-audit', path: '/audit', seat: 'operator' },
  { name: 'operator-me', path: '/me', seat: 'operator' },
  { name: 'operator-sign-in', path: '/sign-in', seat: 'operator outside' },
  { name: 'operator-reject', path: '/approvals', seat: 'operator', opens: 'Reject' },
  { name: 'operator-palette', path: '/', seat: 'operator', does: ['Control+k', 'type:almvik'] },
  { name: 'operator-first', path: '/first', seat: 'operator outside' },
];
