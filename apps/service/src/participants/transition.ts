import { type Selectable, sql } from 'kysely';
import { recordUsage } from '../ledger/record.ts';
import { type ActedBy, recordAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Registration, Tables } from '../platform/db/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { PappelEvent, ParticipantEventType } from '../platform/events/event.ts';
import { recordEvent } from '../platform/events/record.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { mayFollow, type ParticipantStatus } from './participant.ts';

export type ParticipantRow = Selectable<Tables['participants']>;

export interface Move extends ActedBy {
  to: ParticipantStatus;
  reason?: string;
  suspendedFrom?: ParticipantStatus | null;
  smpUrl?: string;
  publishedAt?: Date;
  registration?: Registration;
}

/**
 * The only UPDATE of a participant's status: checks the table of moves, records event and audit, and counts an address that
 * was registered. INVALID_STATE when the move is not allowed, or when somebody else moved the participant since it was read.
 */
export async function moveParticipant(
  tx: Tx,
  participant: ParticipantRow,
  move: Move,
): Promise<ParticipantRow> {
  if (!mayFollow(participant.status, move.to)) throw notPossible(participant.status, move.to);
  const now = new Date();
  const moved = await overAll(tx, 'found')
    .updateTable('participants')
    .set({
      status: sql<never>`${move.to}`,
      status_reason: move.reason ?? null,
      status_changed_at: now,
      updated_at: now,
      ...(move.suspendedFrom === undefined ? {} : { suspended_from: move.suspendedFrom }),
      ...(move.smpUrl === undefined ? {} : { smp_url: move.smpUrl }),
      ...(move.publishedAt === undefined ? {} : { published_at: move.publishedAt }),
      ...(move.registration === undefined ? {} : { registration: JSON.stringify(move.registration) }),
    })
    .where('id', '=', participant.id)
    .where('status', '=', participant.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw notPossible(participant.status, move.to);
  await recordEvent(tx, participantEvent(moved));
  await recordAudit(tx, {
    accountId: moved.account_id,
    companyId: moved.company_id,
    participantId: moved.id,
    actorName: move.actorName,
    actorUserId: move.actorUserId,
    eventType: 'participant.status_changed',
    target: { type: 'participant', id: moved.id, name: moved.name, sub: moved.address },
    metadata: { from: participant.status, to: move.to, reason: move.reason },
  });
  if (participant.status === 'REGISTERING' && move.to === 'ACTIVE')
    await recordUsage(tx, {
      kind: 'PARTICIPANT_REGISTERED',
      accountId: moved.account_id,
      companyId: moved.company_id,
    });
  return moved;
}

/** What events say of a participant. */
export type ToldParticipant = Pick<
  ParticipantRow,
  'account_id' | 'company_id' | 'id' | 'address' | 'status' | 'status_reason'
>;

/** That a participant has come to the status it is in; a status without its event does not compile. */
export function participantEvent(row: ToldParticipant): PappelEvent {
  const { account_id: accountId, company_id: companyId, id: participantId, address, status } = row;
  const type: ParticipantEventType = `participant.${status.toLowerCase() as Lowercase<ParticipantStatus>}`;
  const data = { participantId, address, status, statusReason: row.status_reason?.slice(0, REASON_KEPT) };
  return { accountId, companyId, participantId, type, data };
}

/** An event stays small; a GET answers the whole. [EVT-4] */
const REASON_KEPT = 1_000;

function notPossible(from: string, to: string): AppError {
  return new AppError('INVALID_STATE', {
    message: `A participant that is ${from} cannot become ${to}. Look at its status first.`,
  });
}

/** Locks and reads a participant, so that what follows in this transaction is about what it is now. */
export async function lockParticipant(tx: Tx, id: ParticipantRowId): Promise<ParticipantRow | undefined> {
  const row = await overAll(tx, 'found')
    .selectFrom('participants')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return row;
}
