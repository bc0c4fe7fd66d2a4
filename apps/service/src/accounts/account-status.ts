import type { AccountStatus } from '../platform/statuses.ts';

/** What can become of an account, with a sentence each, and which status may follow which. [ACC-5, OPR-25] */
const ACCOUNT_STATUSES: Readonly<Record<AccountStatus, { meaning: string; next: readonly AccountStatus[] }>> =
  {
    ACTIVE: { meaning: 'exchanges', next: ['SUSPENDED', 'CLOSING'] },
    SUSPENDED: { meaning: 'reads, and neither sends nor changes', next: ['ACTIVE', 'CLOSING'] },
    CLOSING: { meaning: 'shut; what is under way ends', next: ['ACTIVE', 'SUSPENDED', 'CLOSED'] },
    CLOSED: { meaning: 'kept for a while, with its export', next: ['ACTIVE', 'SUSPENDED', 'DELETING'] },
    DELETING: { meaning: 'its content is being deleted', next: ['DELETED'] },
    DELETED: { meaning: 'only usage, audit and names are left', next: [] },
  };

export const mayBecome = (from: AccountStatus, to: AccountStatus): boolean =>
  ACCOUNT_STATUSES[from].next.includes(to);
