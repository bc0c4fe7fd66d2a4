import { actorOf } from '../platform/access/actor.ts';
import type { Principal } from '../platform/access/principal.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { subjectOf, type UserRow } from './find.ts';

/** Who did what about a user, read by who reaches all that the user does. */
export const recordAbout = (
  tx: Tx,
  principal: Principal,
  row: UserRow,
  eventType: Extract<AccountAuditType, `user.${string}`>,
): Promise<void> =>
  recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType,
    companyIds: subjectOf(row).reach.companyIds,
    target: { type: 'user', id: row.id, name: row.name },
  });
