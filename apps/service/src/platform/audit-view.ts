import type { Selectable } from 'kysely';
import type { Tables } from './db/tables.ts';

/** A line of an audit as the API shows it, whatever it is the audit of. */
export interface AuditView {
  id: string;
  actorName: string;
  eventType: string;
  targetType?: string;
  targetId?: string;
  targetName?: string;
  targetSub?: string;
  metadata: Record<string, unknown>;
  createdAt: string;
}

type AuditColumn =
  | 'id'
  | 'actor_name'
  | 'event_type'
  | 'target_type'
  | 'target_id'
  | 'target_name'
  | 'target_sub'
  | 'metadata'
  | 'created_at';

export function auditView(row: Pick<Selectable<Tables['participant_audit']>, AuditColumn>): AuditView {
  return {
    id: row.id,
    actorName: row.actor_name,
    eventType: row.event_type,
    targetType: row.target_type ?? undefined,
    targetId: row.target_id ?? undefined,
    targetName: row.target_name ?? undefined,
    targetSub: row.target_sub ?? undefined,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
  };
}
