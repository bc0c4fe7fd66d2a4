import type { Actor } from '../platform/access/actor.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import type { Tx } from '../platform/db/database.ts';
import type { AccountRow } from './transition.ts';

/** A line in the audit of the account that is about all of it. */
export const recordAbout = (
  tx: Tx,
  { id, name }: Pick<AccountRow, 'id' | 'name'>,
  actor: Actor,
  eventType: AccountAuditType,
  metadata?: Record<string, unknown>,
): Promise<void> =>
  recordAccountAudit(tx, {
    accountId: id,
    actor,
    eventType,
    companyIds: 'all',
    target: { type: 'account', id, name },
    metadata,
  });
