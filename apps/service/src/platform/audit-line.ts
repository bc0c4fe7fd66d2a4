import { foldedLines } from './folded.ts';
import { newId } from './ids.ts';

/** What was done something to. */
export interface AuditTarget {
  type: string;
  id: string;
  name?: string;
  sub?: string;
}

export interface AuditLine {
  actorName: string;
  eventType: string;
  target?: AuditTarget;
  metadata?: Record<string, unknown>;
}

/** The columns that a line of either audit has, of the account or of a participant; `sought` is what else finds it. */
export function auditLine(
  { actorName, eventType, target, metadata }: AuditLine,
  ...sought: (string | undefined)[]
) {
  const text = JSON.stringify(metadata ?? {});
  return {
    id: newId<'Audit'>(),
    actor_name: actorName,
    event_type: eventType,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    target_sub: target?.sub ?? null,
    metadata: text,
    search_text: foldedLines(actorName, ...sought, text),
  };
}
