import type { Actor } from './access/actor.ts';
import type { Reach } from './access/reach.ts';
import { type AuditTarget, auditLine } from './audit-line.ts';
import type { Tx } from './db/database.ts';
import type { AccountId } from './ids.ts';
import { recordOperatorAudit } from './operator-audit.ts';

export type AccountAuditType =
  | 'account.created'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.closing'
  | 'account.reopened'
  | 'account.export_handed_over'
  | 'account.closed'
  | 'account.deletion_begun'
  | 'account.deleted'
  | 'company.created'
  | 'company.updated'
  | 'participant.approved'
  | 'participant.rejected'
  | 'participant.suspended'
  | 'participant.resumed'
  | 'participant.retried'
  | 'message.retried'
  | 'message.archived_without_bytes'
  | 'job.given_up'
  | 'smp.written'
  | 'session.created'
  | 'session.failed'
  | 'session.ended'
  | 'desk_session.issued'
  | 'desk_session.opened'
  | 'user.created'
  | 'user.updated'
  | 'user.invited'
  | 'user.reset_requested'
  | 'user.password_changed'
  | 'user.password_reset'
  | 'user.deactivated'
  | 'user.enabled'
  | 'user.erased'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'sso_identity.linked'
  | 'sso_identity.unlinked'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'export.requested'
  | 'sftp_login.created'
  | 'sftp_login.updated'
  | 'sftp_login.deleted'
  | 'sftp_login.password_reset'
  | 'sftp_login.failed'
  | 'sftp_login.unlocked';

export interface AccountAuditEntry {
  accountId: AccountId;
  actor: Actor;
  eventType: AccountAuditType;
  /** What the thing concerned reaches: company admins read the rows of what lies inside their own companies. */
  companyIds: Reach['companyIds'];
  target?: AuditTarget;
  /** Never a secret, never an e-mail address: rows outlive the person. */
  metadata?: Record<string, unknown>;
}

/** What is no account's: a failed sign-in with an address that nobody has, a write to our SMP. */
export type UnclaimedAuditEntry = Omit<AccountAuditEntry, 'accountId' | 'companyIds'>;

/** Who did what in the account, in the caller's transaction; a move of the operator's stands in its audit as well. [OPR-8] */
export async function recordAccountAudit(tx: Tx, entry: AccountAuditEntry): Promise<void> {
  const { actor } = entry;
  await tx
    .insertInto('account_audit')
    .values({
      ...auditLine({ ...entry, actorName: actor.name }, entry.target?.name),
      account_id: entry.accountId,
      // Of nobody who reaches nothing: for owners, as if it were of the whole account.
      company_ids: entry.companyIds === 'all' || entry.companyIds.length === 0 ? null : [...entry.companyIds],
      actor_kind: actor.kind,
      actor_id: actor.id ?? null,
      address: actor.address ?? null,
    })
    .execute();
  if (actor.kind === 'OPERATOR') await recordOperatorAudit<AccountAuditType>(tx, entry);
}

/** The same of what is no account's. */
export async function recordUnclaimedAudit(tx: Tx, entry: UnclaimedAuditEntry): Promise<void> {
  const { actor } = entry;
  const { search_text: _, ...line } = auditLine({ ...entry, actorName: actor.name });
  await tx
    .insertInto('unclaimed_audit')
    .values({ ...line, actor_kind: actor.kind, address: actor.address ?? null })
    .execute();
  if (actor.kind === 'OPERATOR') await recordOperatorAudit<AccountAuditType>(tx, entry);
}
