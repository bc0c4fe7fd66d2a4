import type { Actor } from '../platform/access/actor.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import { recordAudit } from '../platform/audit.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { parseId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { canReceive } from './capability.ts';
import type { ParticipantStatus } from './participant.ts';
import { resume, suspend } from './suspend.ts';
import { lockParticipant, moveParticipant, type ParticipantRow } from './transition.ts';
import { capabilitiesOf, type ParticipantView, viewOfParticipant } from './view.ts';

/** Runs one of the operator's moves on any participant of the installation. */
function operate(
  db: Db,
  id: string,
  move: { eventType: AccountAuditType; by: Actor; reason?: string },
  work: (tx: Tx, row: ParticipantRow) => Promise<ParticipantRow>,
): Promise<ParticipantView> {
  return transaction(db, async (tx) => {
    const rowId = parseId<'Participant'>(id);
    const row = rowId && (await lockParticipant(tx, rowId));
    if (!row) throw new AppError('NOT_FOUND');
    const moved = await work(tx, row);
    await recordAccountAudit(tx, {
      accountId: row.account_id,
      actor: move.by,
      eventType: move.eventType,
      companyIds: [row.company_id],
      target: { type: 'participant', id: row.id, name: row.name, sub: row.address },
      metadata: { from: row.status, to: moved.status, reason: move.reason },
    });
    return viewOfParticipant(tx, moved);
  });
}

/** The table of moves says what may become what for whatever reason; each of the operator's moves has one reason. */
function requireStatus(row: ParticipantRow, status: ParticipantStatus, move: string): void {
  if (row.status === status) return;
  throw new AppError('INVALID_STATE', {
    message: `The participant is ${row.status}. Only one that is ${status} can be ${move}.`,
  });
}

/** Approval leads to READY, and to publication where the participant can receive. */
export function approveParticipant(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ParticipantView> {
  return operate(deps.db, id, { eventType: 'participant.approved', by, reason }, (tx, row) => {
    requireStatus(row, 'PENDING_APPROVAL', 'approved');
    return approve(tx, row, by.name);
  });
}

export async function approve(tx: Tx, row: ParticipantRow, actorName: string): Promise<ParticipantRow> {
  const moved = await moveParticipant(tx, row, { to: 'READY', actorName });
  await recordAudit(tx, {
    accountId: row.account_id,
    companyId: row.company_id,
    participantId: row.id,
    actorName,
    eventType: 'participant.approved',
    target: { type: 'participant', id: row.id, name: row.name, sub: row.address },
  });
  const capabilities = await capabilitiesOf(tx, [row.id]);
  if (capabilities.some((one) => canReceive(one.direction)))
    await enqueue(tx, 'participants.publish', { participantId: row.id });
  return moved;
}

/** The customer reads why. */
export async function rejectParticipant(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ParticipantView> {
  if (!reason) throw invalidField('reason', 'is required; say why, for the customer to read');
  return operate(deps.db, id, { eventType: 'participant.rejected', by, reason }, async (tx, row) => {
    const moved = await moveParticipant(tx, row, { to: 'REJECTED', actorName: by.name, reason });
    await recordAudit(tx, {
      accountId: row.account_id,
      companyId: row.company_id,
      participantId: row.id,
      actorName: by.name,
      eventType: 'participant.rejected',
      target: { type: 'participant', id: row.id, name: row.name, sub: row.address },
      metadata: { reason },
    });
    return moved;
  });
}

export function suspendParticipant(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ParticipantView> {
  return operate(deps.db, id, { eventType: 'participant.suspended', by, reason }, (tx, row) =>
    suspend(tx, row, reason, by.name),
  );
}

export function resumeParticipant(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ParticipantView> {
  return operate(deps.db, id, { eventType: 'participant.resumed', by, reason }, (tx, row) => {
    requireStatus(row, 'SUSPENDED', 'resumed');
    return resume(tx, row, by.name);
  });
}

/** Tries a failed registration again. */
export function retryParticipant(
  deps: { db: Db },
  id: string,
  reason: string | undefined,
  by: Actor,
): Promise<ParticipantView> {
  return operate(deps.db, id, { eventType: 'participant.retried', by, reason }, async (tx, row) => {
    requireStatus(row, 'ERROR', 'tried again');
    const moved = await moveParticipant(tx, row, { to: 'REGISTERING', actorName: by.name });
    await enqueue(tx, 'participants.publish', { participantId: row.id });
    return moved;
  });
}
