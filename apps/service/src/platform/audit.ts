import type { Principal } from './access/principal.ts';
import { type AuditTarget, auditLine } from './audit-line.ts';
import type { Tx } from './db/database.ts';
import type { AccountId, CompanyId, ParticipantRowId, UserId } from './ids.ts';

export type ParticipantAuditType =
  | 'participant.created'
  | 'participant.updated'
  | 'participant.approved'
  | 'participant.rejected'
  | 'participant.status_changed'
  | 'participant.migrated'
  | 'capability.added'
  | 'capability.merged'
  | 'capability.removed';

/** Who causes it. */
export interface ActedBy {
  actorName: string;
  /** The user behind the name; on erasure the name is taken out. */
  actorUserId?: UserId;
}

export function actedBy(principal: Principal): ActedBy {
  const isThemselves = principal.kind === 'user' && principal.session.authMethod !== 'desk';
  return { actorName: principal.name, actorUserId: isThemselves ? principal.userId : undefined };
}

export interface AuditEntry extends ActedBy {
  accountId: AccountId;
  companyId: CompanyId;
  participantId: ParticipantRowId;
  eventType: ParticipantAuditType;
  target?: AuditTarget;
  metadata?: Record<string, unknown>;
}

/** Who did what to a participant, in the caller's transaction. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('participant_audit')
    .values({
      ...auditLine(entry),
      account_id: entry.accountId,
      company_id: entry.companyId,
      participant_id: entry.participantId,
      actor_user_id: entry.actorUserId ?? null,
    })
    .execute();
}
