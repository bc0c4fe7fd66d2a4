import type { Tx } from '../platform/db/database.ts';
import { moveParticipant, type ParticipantRow } from './transition.ts';

export const suspend = (
  tx: Tx,
  row: ParticipantRow,
  reason: string | undefined,
  actorName: string,
): Promise<ParticipantRow> =>
  moveParticipant(tx, row, { to: 'SUSPENDED', actorName, reason, suspendedFrom: row.status });

/** Back to where it was. */
export const resume = (tx: Tx, row: ParticipantRow, actorName: string): Promise<ParticipantRow> =>
  moveParticipant(tx, row, { to: row.suspended_from ?? 'READY', actorName, suspendedFrom: null });
