import type { ParticipantRow } from '../participants/transition.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';

/** The address came from, or went to, another SMP. */
export function auditMigration(
  tx: Tx,
  row: ParticipantRow,
  metadata: { direction: 'IN' | 'OUT'; smpUrl?: string },
): Promise<void> {
  return recordAudit(tx, {
    accountId: row.account_id,
    companyId: row.company_id,
    participantId: row.id,
    actorName: 'Pappel',
    eventType: 'participant.migrated',
    target: { type: 'participant', id: row.id, name: row.name, sub: row.address },
    metadata,
  });
}
