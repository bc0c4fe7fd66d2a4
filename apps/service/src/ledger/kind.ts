import type { LedgerKind } from '../platform/db/provider-tables.ts';

/** What is metered for the accounts. [USG-1] */
export const USAGE_KINDS = [
  'DOCUMENT_SENT',
  'DOCUMENT_RECEIVED',
  'DOCUMENT_REJECTED',
  'PARTICIPANT_LOOKUP',
  'PARTICIPANT_REGISTERED',
] as const satisfies readonly LedgerKind[];
/** The others are exchanges of our own as a provider: in the reports, on nobody's bill. */
export type UsageKind = (typeof USAGE_KINDS)[number];

/** What the reports count as going out, and as coming in. */
export const OUTGOING: readonly LedgerKind[] = ['DOCUMENT_SENT', 'STATUS_SENT'];
export const INCOMING: readonly LedgerKind[] = ['DOCUMENT_RECEIVED', 'STATUS_RECEIVED'];
