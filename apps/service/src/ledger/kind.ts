import type { LedgerKind, ProviderExchangeKind } from '../platform/db/provider-tables.ts';

/** What is metered for the accounts. [USG-1] */
export const USAGE_KINDS = [
  'DOCUMENT_SENT',
  'DOCUMENT_RECEIVED',
  'DOCUMENT_REJECTED',
  'PARTICIPANT_LOOKUP',
  'PARTICIPANT_REGISTERED',
] as const satisfies readonly LedgerKind[];
export type UsageKind = (typeof USAGE_KINDS)[number];

/** What reports count: documents of accounts, and statuses of our own as a provider, which are on nobody's bill. */
export type ExchangeKind = 'DOCUMENT_SENT' | 'DOCUMENT_RECEIVED' | ProviderExchangeKind;
export const OUTGOING: readonly ExchangeKind[] = ['DOCUMENT_SENT', 'STATUS_SENT'];
export const INCOMING: readonly ExchangeKind[] = ['DOCUMENT_RECEIVED', 'STATUS_RECEIVED'];
