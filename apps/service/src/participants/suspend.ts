import type { Tx } from '../platform/db/database.ts';
import { moveParticipant, type ParticipantRow } from './transition.ts';

const OPERATOR = 'Operator';

export const suspend = (tx: Tx, row: ParticipantRow, reason: string | undefined): Promise<ParticipantRow> =>
  moveParticipant(tx, row, { to: 'SUSPENDED', actorName: OPERATOR, reason, suspendedFrom: row.status });

/** Back to where it was. */
export const resume = (tx: Tx, row: ParticipantRow): Promise<ParticipantRow> =>
  moveParticipant(tx, row, {
    to: row.suspended_from ?? 'READY',
    actorName: OPERATOR,
    suspendedFrom: null,
  });
