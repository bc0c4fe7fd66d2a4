import type { Principal } from './access/principal.ts';
import type { Tx } from './db/database.ts';
import { foldedLines } from './folded.ts';
import { type AccountId, type CompanyId, newId, type ParticipantRowId, type UserId } from './ids.ts';

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
  target?: { type: string; id: string; name?: string; sub?: string };
  metadata?: Record<string, unknown>;
}

/** Who did what to a participant, in the caller's transaction. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const metadata = JSON.stringify(entry.metadata ?? {});
  await tx
    .insertInto('participant_audit')
    .values({
      id: newId(),
      account_id: entry.accountId,
      company_id: entry.companyId,
      participant_id: entry.participantId,
      actor_name: entry.actorName,
      actor_user_id: entry.actorUserId ?? null,
      event_type: entry.eventType,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      target_name: entry.target?.name ?? null,
      target_sub: entry.target?.sub ?? null,
      metadata,
      search_text: foldedLines(entry.actorName, metadata),
    })
    .execute();
}
