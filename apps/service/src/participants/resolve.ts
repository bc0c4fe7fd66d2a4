import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Reach } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { type InReach, overAll, scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { canReceive, canSend } from './capability.ts';
import { maySend } from './participant.ts';
import type { ParticipantRow } from './transition.ts';

export interface Sender {
  participant: ParticipantRow;
  allowUnvalidated: boolean;
}

/** The participant of ours that may send this type, or why none may. Unknown and out of reach answer alike. */
export async function resolveSender(
  db: Db,
  principal: { readonly reach: Reach },
  address: ParticipantId,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
): Promise<Sender> {
  const found = await withCapability(
    scoped(db, principal).selectFrom('participants', ['capabilities']),
    address,
    documentTypeId,
    processId,
  )
    // A withdrawn address is still known, and that is the answer; unless it came back under a new row.
    .orderBy((eb) => eb('participants.status', '=', 'DEACTIVATED'))
    .orderBy('participants.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new AppError('SENDER_NOT_ALLOWED');
  const participant = found;
  if (!maySend(participant.status)) throw notActive(participant);
  if (!found.direction || !canSend(found.direction)) throw new AppError('SENDER_CAPABILITY_MISSING');
  return { participant, allowUnvalidated: found.allow_unvalidated ?? false };
}

function notActive({ status }: ParticipantRow): AppError {
  const isGone = status === 'DEACTIVATING' || status === 'DEACTIVATED';
  const next = isGone ? 'Ask for the address again.' : 'Wait for approval, or ask the operator.';
  return new AppError('SENDER_NOT_ACTIVE', {
    message: `The sender is ${status}, not READY or ACTIVE. ${next}`,
  });
}

export type Receiver =
  | { kind: 'served'; participant: ParticipantRow }
  | { kind: 'not-serviced'; reason: string };

/** The participant of ours that receives this type, or why we do not service it. */
export async function resolveReceiver(
  db: Db,
  address: ParticipantId,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
): Promise<Receiver> {
  const all = overAll(db, 'network').selectFrom('participants');
  const found = await withCapability(all, address, documentTypeId, processId)
    .where('participants.status', '<>', 'DEACTIVATED')
    .executeTakeFirst();
  if (found?.status !== 'ACTIVE' && found?.status !== 'REGISTERING') {
    const moved = await movedReceiver(db, address, documentTypeId, processId);
    if (moved) return { kind: 'served', participant: moved };
    return { kind: 'not-serviced', reason: `${address} is not served here` };
  }
  const participant = found;
  if (!found.direction || !canReceive(found.direction)) {
    return { kind: 'not-serviced', reason: `${address} does not receive ${documentTypeId} here` };
  }
  return { kind: 'served', participant };
}

/** One that left for another provider a short while ago: who looked it up before that still sends to us. */
async function movedReceiver(
  db: Db,
  address: ParticipantId,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
): Promise<ParticipantRow | undefined> {
  const found = await overAll(db, 'network')
    .selectFrom('departures')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.id', '=', 'departures.participant_id')
        .onRef('participants.account_id', '=', 'departures.account_id'),
    )
    .innerJoin('capabilities', (join) =>
      join
        .onRef('capabilities.participant_id', '=', 'participants.id')
        .onRef('capabilities.account_id', '=', 'participants.account_id'),
    )
    .where('departures.address', '=', address)
    .where('departures.until', '>', new Date())
    .where('capabilities.document_type_id', '=', documentTypeId)
    .where('capabilities.process_id', '=', processId)
    .where('capabilities.direction', '<>', 'SEND')
    .orderBy('departures.created_at', 'desc')
    .selectAll('participants')
    .executeTakeFirst();
  return found;
}

/** The participants of an address, each with what it may do with this document type. */
function withCapability(
  participants: InReach<'participants', 'capabilities'>,
  address: ParticipantId,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
) {
  return participants
    .leftJoin('capabilities', (join) =>
      join
        .onRef('capabilities.participant_id', '=', 'participants.id')
        .onRef('capabilities.account_id', '=', 'participants.account_id')
        .on('capabilities.document_type_id', '=', documentTypeId)
        .on('capabilities.process_id', '=', processId),
    )
    .where('participants.address', '=', address)
    .selectAll('participants')
    .select(['capabilities.direction', 'capabilities.allow_unvalidated']);
}
