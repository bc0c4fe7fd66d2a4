import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

const OPENS_AFTER = 5;
const OPEN_SECONDS = 60;

/** How an endpoint did of late. */
export interface Circuit {
  /** It failed since it last succeeded. */
  hasFailed: boolean;
  /** Until when it is left alone, if it is. */
  openUntil: Date | undefined;
}

/** How long a reading of the table serves: so late we may hear of what another node met. */
const FRESH_MS = 1_000;

interface Reading {
  at: number;
  openUntil: Promise<Map<string, Date | null>>;
}

/** Endpoints that failed are few: all of them are read at once, for every document of the second that follows. */
const readings = new WeakMap<Db, Reading>();

export async function circuitOf(db: Db, endpointUrl: string): Promise<Circuit> {
  let reading = readings.get(db);
  if (!reading || Date.now() - reading.at > FRESH_MS) {
    reading = { at: Date.now(), openUntil: readAll(db) };
    readings.set(db, reading);
    reading.openUntil.catch(() => readings.delete(db));
  }
  const failed = await reading.openUntil;
  const until = failed.get(endpointUrl) ?? undefined;
  return { hasFailed: failed.has(endpointUrl), openUntil: until && until > new Date() ? until : undefined };
}

async function readAll(db: Db): Promise<Map<string, Date | null>> {
  const rows = await db.selectFrom('circuit_breakers').select(['endpoint_url', 'open_until']).execute();
  return new Map(rows.map((row) => [row.endpoint_url, row.open_until]));
}

/** Somebody holds it back: what was under way then, and fails or arrives, does not end that. */
const IS_HELD = sql<boolean>`(circuit_breakers.reason is not null and circuit_breakers.open_until > now())`;

/** Counts a failure; the fifth in a row opens the circuit for a minute. [MSG-17] */
export async function countFailure(db: Db, endpointUrl: string): Promise<void> {
  await sql`
    insert into circuit_breakers (endpoint_url, failures) values (${endpointUrl}, 1)
    on conflict (endpoint_url) do update set
      failures = circuit_breakers.failures + 1,
      reason = case when ${IS_HELD} then circuit_breakers.reason end,
      open_until = case when ${IS_HELD} then circuit_breakers.open_until
        when circuit_breakers.failures + 1 >= ${OPENS_AFTER} then now() + make_interval(secs => ${OPEN_SECONDS}) end
  `.execute(overAll(db, 'of nobody'));
  readings.delete(db);
}

/** One success closes it. */
export async function countSuccess(db: Db, endpointUrl: string, circuit: Circuit): Promise<void> {
  if (!circuit.hasFailed) return;
  await db
    .deleteFrom('circuit_breakers')
    .where('endpoint_url', '=', endpointUrl)
    .where(sql<boolean>`not ${IS_HELD}`)
    .execute();
  readings.delete(db);
}

/** What another hand changed is read anew. */
export const forgetReadings = (db: Db): void => {
  readings.delete(db);
};
