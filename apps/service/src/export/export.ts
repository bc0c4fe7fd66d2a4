import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import { exportEvent } from '../platform/events/event.ts';
import { recordEvent } from '../platform/events/record.ts';
import type { ExportId } from '../platform/ids.ts';

export type ExportRow = Selectable<Tables['exports']>;

/** How long a finished export can be downloaded. [EXP-3] */
export const LIFETIME_HOURS = 24;
/** Whoever writes one says so every few seconds; one that has been silent for so long is dead. */
const LEASE_SECONDS = 30;
/** How often one is begun before it is FAILED. */
const TRIES = 3;
const PAUSE_SECONDS = 20;

/** A try: what it writes counts only as long as nobody has taken over. */
export type Try = Pick<ExportRow, 'id' | 'account_id' | 'attempts'> & { node: string };

/** Takes up the oldest that waits, or that a dead node has left. */
export async function takeNext(db: Db, node: string): Promise<Try | undefined> {
  const { rows } = await sql<ExportRow>`
    update exports set status = 'RUNNING', attempts = attempts + 1, progress_done = 0, progress_total = 0,
      leased_by = ${node}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from exports
      where attempts < ${TRIES} and (
        (status = 'QUEUED' and next_try_at <= now()) or (status = 'RUNNING' and leased_until < now())
      ) order by created_at limit 1 for update skip locked
    ) returning *`.execute(overAll(db, 'job'));
  return rows[0] && { ...rows[0], node };
}

/** What this node wrote when it was killed need not wait for its lease. */
export async function freeFormerLeases(db: Db, node: string): Promise<void> {
  await overAll(db, 'job')
    .updateTable('exports')
    .set({ leased_until: sql<Date>`now() - interval '1 ms'` })
    .where('status', '=', 'RUNNING')
    .where('leased_by', '=', node)
    .execute();
}

/** Says that it is still written, and how far it is; false when another node has taken over. */
export async function keepOn(db: Db, one: Try, progress: { done: number; total: number }): Promise<boolean> {
  const { numUpdatedRows } = await ofTry(db, one)
    .set({
      progress_done: progress.done,
      progress_total: progress.total,
      leased_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface Stored {
  key: string;
  bytes: number;
  sha256: string;
}

/** False when another node has taken over: what was stored is nobody's then. */
export function finish(db: Db, one: Try, stored: Stored, progress: { total: number }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await ofTry(tx, one)
      .set({
        status: 'DONE',
        object_key: stored.key,
        bytes: stored.bytes,
        sha256: stored.sha256,
        progress_done: progress.total,
        progress_total: progress.total,
        leased_by: null,
        leased_until: null,
        finished_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(hours => ${LIFETIME_HOURS})`,
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(tx, exportEvent(one.account_id, { exportId: one.id, status: 'DONE' }));
    return true;
  });
}

/** This node ends: another one, or this one later, begins anew, as if it had not been tried. */
export async function letGo(db: Db, one: Try): Promise<void> {
  await ofTry(db, one)
    .set({
      status: 'QUEUED',
      attempts: one.attempts - 1,
      leased_by: null,
      leased_until: null,
      next_try_at: sql<Date>`now()`,
    })
    .execute();
}

/** It went wrong: once more after a while, or FAILED. */
export function fail(db: Db, one: Try): Promise<void> {
  return transaction(db, async (tx) => {
    if (one.attempts >= TRIES) return end(tx, one.id);
    await ofTry(tx, one)
      .set({
        status: 'QUEUED',
        leased_by: null,
        leased_until: null,
        next_try_at: sql<Date>`now() + make_interval(secs => ${PAUSE_SECONDS * one.attempts})`,
      })
      .execute();
  });
}

/** What was begun as often as may be, and left each time. */
export async function endThoseLeft(db: Db): Promise<void> {
  const left = await overAll(db, 'job')
    .selectFrom('exports')
    .where('status', '=', 'RUNNING')
    .where('attempts', '>=', TRIES)
    .where('leased_until', '<', sql<Date>`now()`)
    .select('id')
    .execute();
  for (const { id } of left) await transaction(db, (tx) => end(tx, id));
}

async function end(tx: Tx, id: ExportId): Promise<void> {
  const error = 'The export could not be written. Ask for another one, or tell the operator its id.';
  const row = await overAll(tx, 'job')
    .updateTable('exports')
    .set({ status: 'FAILED', error, leased_by: null, leased_until: null, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .returning('account_id')
    .executeTakeFirst();
  if (!row) return;
  await recordEvent(tx, exportEvent(row.account_id, { exportId: id, status: 'FAILED', error }));
}

const ofTry = (db: Db, { id, attempts, node }: Try) =>
  overAll(db, 'job')
    .updateTable('exports')
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .where('attempts', '=', attempts)
    .where('leased_by', '=', node);
