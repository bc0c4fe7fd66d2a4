import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { fetchServiceMetadata } from '@pappel/smp/service-metadata';
import { lockParticipant, moveParticipant, type ParticipantRow } from '../participants/transition.ts';
import { capabilitiesOf } from '../participants/view.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import { auditMigration } from './migration-audit.ts';
import { noteMovedAway } from './moved-away.ts';
import type { Publisher } from './publisher.ts';

export interface MigrationDeps {
  db: Db;
  smp: SmpContext;
  publisher: Publisher;
}

const ACTOR = 'Pappel';
const SOON_MS = 1_000;
const SELDOM_MS = 5 * 60_000;

/** When to look again at what began then: often at first, every five minutes in the end. */
const nextLook = (since: Date): Date => {
  const passed = Date.now() - since.getTime();
  return new Date(Date.now() + Math.min(SELDOM_MS, Math.max(SOON_MS, passed / 10)));
};

/**
 * Waits until another SMP shows the key that we gave away. Until DNS names it the address is ours and served; from then
 * on it is withdrawn here. A key that nobody used in time is made worthless.
 */
export async function watchMigration(
  deps: MigrationDeps,
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  const migration = await overAll(deps.db, 'job')
    .selectFrom('participant_migrations')
    .innerJoin('participants', (join) =>
      join
        .onRef('participants.id', '=', 'participant_migrations.participant_id')
        .onRef('participants.account_id', '=', 'participant_migrations.account_id'),
    )
    .where('participants.id', '=', participantId)
    .where('direction', '=', 'OUT')
    .select(['participants.address', 'participant_migrations.created_at as since', 'expires_at'])
    .executeTakeFirst();
  if (!migration) return;
  const address = migration.address;
  const location = await locate(deps.smp, address);
  if (location.kind === 'located' && location.smpUrl !== deps.publisher.smpUrl)
    return leave(deps, participantId, address, location.smpUrl);
  if (migration.expires_at && migration.expires_at < new Date()) return expire(deps, participantId, address);
  await transaction(deps.db, (tx) =>
    enqueue(
      tx,
      'participants.watch-migration',
      { participantId },
      { key: `watch-${participantId}`, runAt: nextLook(migration.since) },
    ),
  );
}

async function leave(
  deps: MigrationDeps,
  participantId: ParticipantRowId,
  address: ParticipantId,
  smpUrl: string,
): Promise<void> {
  const released = await deps.publisher.release(address);
  if (released.kind === 'not-yet') throw new NotYet(`${address} cannot be released yet: ${released.reason}`);
  await transaction(deps.db, async (tx) => {
    const row = await lockParticipant(tx, participantId);
    // Whoever withdraws it meanwhile notes that it moved.
    if (row?.status !== 'ACTIVE' && row?.status !== 'SUSPENDED') return;
    const leaving = await moveParticipant(tx, row, {
      to: 'DEACTIVATING',
      actorName: ACTOR,
      reason: 'MIGRATED',
    });
    const left = await moveParticipant(tx, leaving, {
      to: 'DEACTIVATED',
      actorName: ACTOR,
      reason: 'MIGRATED',
    });
    await noteMovedAway(tx, left, smpUrl);
    await auditMigration(tx, left, { direction: 'OUT', smpUrl });
    await enqueue(tx, 'participants.index', { participantId }, { key: `index-${participantId}` });
  });
}

async function expire(
  deps: MigrationDeps,
  participantId: ParticipantRowId,
  address: ParticipantId,
): Promise<void> {
  const cancelled = await deps.publisher.cancelMigration(address);
  if (cancelled.kind === 'not-yet')
    throw new NotYet(`the key of ${address} still works: ${cancelled.reason}`);
  await overAll(deps.db, 'job')
    .deleteFrom('participant_migrations')
    .where('participant_id', '=', participantId)
    .where('direction', '=', 'OUT')
    .where('expires_at', '<', new Date())
    .execute();
}

/** Learns with which certificate the new SMP of an address signs: without it nobody can be sent there [SMP 1.4 5.2.3]. */
export async function followMovedAway(
  deps: MigrationDeps,
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  const movedAway = await overAll(deps.db, 'job')
    .selectFrom('departures')
    .where('participant_id', '=', participantId)
    .where('certificate_uid', 'is', null)
    .where('until', '>', new Date())
    .selectAll()
    .executeTakeFirst();
  if (!movedAway) return;
  const uid = await signerAt(deps, movedAway.participant_id, movedAway.address, movedAway.smp_url);
  await transaction(deps.db, async (tx) => {
    if (uid === undefined)
      return enqueue(
        tx,
        'participants.follow',
        { participantId },
        { key: `follow-${participantId}`, runAt: nextLook(movedAway.created_at) },
      );
    await overAll(tx, 'job')
      .updateTable('departures')
      .set({ certificate_uid: uid })
      .where('participant_id', '=', movedAway.participant_id)
      .execute();
  });
}

/** Subject of the certificate that signs there, by the first of our document types that is served there too. */
async function signerAt(
  deps: MigrationDeps,
  participantId: ParticipantRow['id'],
  address: ParticipantId,
  smpUrl: string,
): Promise<string | undefined> {
  for (const { document_type_id } of await capabilitiesOf(deps.db, [participantId])) {
    const answer = await fetchServiceMetadata(deps.smp, smpUrl, address, document_type_id);
    if (answer.kind === 'verified') return answer.metadata.signer.subjectName;
  }
  return undefined;
}
