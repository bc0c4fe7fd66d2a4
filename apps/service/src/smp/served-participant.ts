import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { isServed } from '../participants/participant.ts';
import { type ReceivedType, receivedTypes } from '../participants/received-types.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** Whom our SMP serves under an address, and as what. */
export type ServedParticipant =
  /** At our access point: a customer's, or our own, which has no row. */
  | {
      kind: 'own';
      id: ParticipantId;
      row: ParticipantRow | undefined;
      changedAt: Date;
      types: ReceivedType[];
    }
  /** A customer's that left for another SMP a short while ago: whoever still asks here is sent there. */
  | {
      kind: 'moved';
      id: ParticipantId;
      smpUrl: string;
      certificateUid: string;
      since: Date;
      types: ReceivedType[];
    }
  /** Written here from outside, for an access point elsewhere. */
  | { kind: 'group'; id: ParticipantId; changedAt: Date; documentTypeIds: DocumentTypeId[] };

/** What stands under an address in a path, or undefined when we do not serve it. */
export async function servedUnder(db: Db, text: string): Promise<ServedParticipant | undefined> {
  const id = parseParticipantId(text);
  if (!id) return undefined;
  return (await ownParticipant(db, id)) ?? (await writtenGroup(db, id)) ?? (await movedParticipant(db, id));
}

async function ownParticipant(db: Db, id: ParticipantId): Promise<ServedParticipant | undefined> {
  const row = await overAll(db, 'network')
    .selectFrom('participants')
    .where('address', '=', id)
    .where('status', '<>', 'DEACTIVATED')
    .selectAll()
    .executeTakeFirst();
  if (!row || !isServed(row.status)) return undefined;
  return { kind: 'own', id, row, changedAt: row.updated_at, types: await receivedTypes(db, row.id) };
}

async function writtenGroup(db: Db, id: ParticipantId): Promise<ServedParticipant | undefined> {
  const group = await db
    .selectFrom('smp_groups')
    .where('address', '=', id)
    .select('updated_at')
    .executeTakeFirst();
  if (!group) return undefined;
  const metadata = await db
    .selectFrom('smp_group_metadata')
    .where('address', '=', id)
    .select('document_type_id')
    .orderBy('document_type_id')
    .execute();
  const documentTypeIds = metadata.map((one) => one.document_type_id);
  return { kind: 'group', id, changedAt: group.updated_at, documentTypeIds };
}

/** Without knowing who signs there nobody can be sent there: as long as that is so, all stays as it was. */
async function movedParticipant(db: Db, id: ParticipantId): Promise<ServedParticipant | undefined> {
  const movedAway = await overAll(db, 'network')
    .selectFrom('departures')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.id', '=', 'departures.participant_id')
        .onRef('participants.account_id', '=', 'departures.account_id'),
    )
    .where('departures.address', '=', id)
    .where('departures.until', '>', new Date())
    .orderBy('departures.created_at', 'desc')
    .selectAll('participants')
    .select(['departures.smp_url as new_smp_url', 'certificate_uid', 'departures.created_at as since'])
    .executeTakeFirst();
  if (!movedAway) return undefined;
  const { certificate_uid: certificateUid, new_smp_url: smpUrl, since } = movedAway;
  const types = await receivedTypes(db, movedAway.id);
  if (certificateUid === null) {
    return { kind: 'own', id, row: movedAway, changedAt: movedAway.updated_at, types };
  }
  return { kind: 'moved', id, smpUrl, certificateUid, since, types };
}
