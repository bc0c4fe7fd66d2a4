import type { StatusWords } from '../../texts/statuses.ts';

export const ACCOUNT_STATUSES = {
  ACTIVE: { label: 'Active', tone: 'rest', mark: 'rest' },
  SUSPENDED: { label: 'Suspended', tone: 'stop', mark: 'stop' },
  CLOSED: { label: 'Closed', tone: 'rest', mark: 'unk' },
} as const satisfies Record<string, StatusWords>;

export const CERTIFICATE_STATES = {
  OK: { label: 'Good', tone: 'done', mark: 'done' },
  SOON: { label: 'Renew', tone: 'wait', mark: 'retry' },
  URGENT: { label: 'Renew now', tone: 'stop', mark: 'stop' },
  EXPIRED: { label: 'Ended', tone: 'stop', mark: 'stop' },
} as const satisfies Record<string, StatusWords>;
