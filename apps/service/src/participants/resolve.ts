import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { withinReach } from '../platform/db/within-reach.ts';
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
  principal: Principal,
  address: ParticipantId,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
): Promise<Sender> {
  const found = await db
    .selectFrom('participants')
    .where(withinReach('participants', principal.reach))
    .where('address', '=', address)
    .where('status', '<>', 'DEACTIVATED')
    .selectAll()
    .executeTakeFirst();
  if (!found) throw new AppError('SENDER_NOT_ALLOWED');
  const participant = found as ParticipantRow;
  const capability = await capabilityFor(db, participant, documentTypeId, processId);
  if (!capability || !canSend(capability.direction)) throw new AppError('SENDER_CAPABILITY_MISSING');
  if (!maySend(participant.status)) {
    throw new AppError('SENDER_NOT_ACTIVE', {
      message: `The sender is ${participant.status}, not READY or ACTIVE. Wait for approval, or ask the operator.`,
    });
  }
  return { participant, allowUnvalidated: capability.allow_unvalidated };
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
  const found = await db
    .selectFrom('participants')
    .where('address', '=', address)
    .where('status', '<>', 'DEACTIVATED')
    .selectAll()
    .executeTakeFirst();
  if (found?.status !== 'ACTIVE' && found?.status !== 'REGISTERING') {
    return { kind: 'not-serviced', reason: `${address} is not served here` };
  }
  const participant = found as ParticipantRow;
  const capability = await capabilityFor(db, participant, documentTypeId, processId);
  if (!capability || !canReceive(capability.direction)) {
    return { kind: 'not-serviced', reason: `${address} does not receive ${documentTypeId} here` };
  }
  return { kind: 'served', participant };
}

function capabilityFor(
  db: Db,
  participant: ParticipantRow,
  documentTypeId: DocumentTypeId,
  processId: ProcessId,
) {
  return db
    .selectFrom('capabilities')
    .where('participant_id', '=', participant.id)
    .where('document_type_id', '=', documentTypeId)
    .where('process_id', '=', processId)
    .select(['direction', 'allow_unvalidated'])
    .executeTakeFirst();
}
