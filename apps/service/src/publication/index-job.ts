import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { sql } from 'kysely';
import type { ParticipantRow } from '../participants/transition.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { StepState } from '../platform/db/tables.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import { type Publisher, registrationOf } from './publisher.ts';

export interface IndexDeps {
  db: Db;
  publisher: Publisher;
}

interface IndexJob {
  participantId: ParticipantRowId;
  /** When the Directory was asked to read the card; it takes its time. */
  askedAt?: string;
}

const SOON_MS = 500;
const SELDOM_MS = 5 * 60_000;
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** Brings the Directory up to what the network shows of a participant, or takes it out, and looks until it is so. */
export async function indexParticipant(deps: IndexDeps, job: IndexJob): Promise<void> {
  if (!deps.publisher.hasDirectory) return;
  const row = await participantRow(deps.db, job.participantId);
  if (!row) return;
  const address = row.address;
  if (!isPublished(row)) {
    // The address may have come back under a new row, whose own job puts it in.
    if (await isPublishedAnew(deps.db, address)) return;
    const gone = await deps.publisher.unindex(address);
    if (gone.kind === 'not-yet') throw new NotYet(`${address} stays in the Directory: ${gone.reason}`);
    return;
  }
  if (job.askedAt === undefined) {
    const asked = await deps.publisher.index(address);
    if (asked.kind === 'not-yet') throw new NotYet(`${address} is not in the Directory: ${asked.reason}`);
    if (asked.kind === 'refused') return note(deps.db, row, 'FAILED');
    return lookLater(deps.db, row, new Date());
  }
  if (await deps.publisher.isIndexed(address)) return note(deps.db, row, 'DONE');
  const askedAt = new Date(job.askedAt);
  if (Date.now() - askedAt.getTime() > GIVE_UP_AFTER_MS) return note(deps.db, row, 'FAILED');
  return lookLater(deps.db, row, askedAt);
}

async function participantRow(db: Db, id: ParticipantRowId): Promise<ParticipantRow | undefined> {
  const row = await overAll(db, 'job')
    .selectFrom('participants')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  return row;
}

const isPublished = ({ status }: ParticipantRow): boolean => status === 'ACTIVE' || status === 'SUSPENDED';

async function isPublishedAnew(db: Db, address: ParticipantId): Promise<boolean> {
  const other = await overAll(db, 'job')
    .selectFrom('participants')
    .where('address', '=', address)
    .where('status', 'in', ['ACTIVE', 'SUSPENDED'])
    .select('id')
    .executeTakeFirst();
  return other !== undefined;
}

async function lookLater(db: Db, row: ParticipantRow, askedAt: Date): Promise<void> {
  const passed = Date.now() - askedAt.getTime();
  const runAt = new Date(Date.now() + Math.min(SELDOM_MS, Math.max(SOON_MS, passed)));
  await transaction(db, (tx) =>
    enqueue(
      tx,
      'participants.index',
      { participantId: row.id, askedAt: askedAt.toISOString() },
      { key: `index-${row.id}`, runAt },
    ),
  );
}

/** Nothing about the participant itself has changed: neither its updated_at, nor what is signed, is touched. */
async function note(db: Db, row: ParticipantRow, state: StepState): Promise<void> {
  const steps = JSON.stringify({ directory: state, checkedAt: new Date().toISOString() });
  await overAll(db, 'job')
    .updateTable('participants')
    .set({ registration: sql`registration || ${steps}::jsonb` })
    .where('id', '=', row.id)
    .execute();
}

/** Makes SMP and Directory say what has changed about a published participant. */
export async function refreshParticipant(
  deps: IndexDeps,
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  const row = await participantRow(deps.db, participantId);
  if (!row || !isPublished(row)) return;
  const refreshed = await deps.publisher.refresh(await registrationOf(deps.db, row));
  if (refreshed.kind === 'not-yet') throw new NotYet(`${row.address}: ${refreshed.reason}`);
  await markAsTold(deps.db, row);
  await indexParticipant(deps, { participantId });
}

/** An SMP elsewhere says it only now: whoever looked meanwhile is to look again (network/publication-mark.ts). */
async function markAsTold(db: Db, row: ParticipantRow): Promise<void> {
  const smp_url = sql<string | null>`smp_url`;
  await overAll(db, 'job').updateTable('participants').set({ smp_url }).where('id', '=', row.id).execute();
}
