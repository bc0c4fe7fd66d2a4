import type { StatusWords } from '../../texts/statuses.ts';
import type { Account } from '../api/types.ts';

export const ACCOUNT_STATUSES = {
  ACTIVE: { label: 'Active', tone: 'rest', mark: 'rest' },
  SUSPENDED: { label: 'Suspended', tone: 'stop', mark: 'stop' },
  CLOSING: { label: 'Being closed', tone: 'move', mark: 'move' },
  CLOSED: { label: 'Closed', tone: 'rest', mark: 'unk' },
  DELETING: { label: 'Being deleted', tone: 'move', mark: 'move' },
  DELETED: { label: 'Deleted', tone: 'rest', mark: 'unk' },
} as const satisfies Record<Account['status'], StatusWords>;

/** Its people come in, and it can be worked for. */
export const isOpen = ({ status }: Pick<Account, 'status'>): boolean =>
  status === 'ACTIVE' || status === 'SUSPENDED';

export const CERTIFICATE_STATES = {
  OK: { label: 'Good', tone: 'done', mark: 'done' },
  SOON: { label: 'Renew', tone: 'wait', mark: 'retry' },
  URGENT: { label: 'Renew now', tone: 'stop', mark: 'stop' },
  EXPIRED: { label: 'Ended', tone: 'stop', mark: 'stop' },
} as const satisfies Record<string, StatusWords>;
