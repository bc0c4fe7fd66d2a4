import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

const OPENS_AFTER = 5;
const OPEN_SECONDS = 60;

/** Until when this endpoint, which failed so often just now, is left alone; undefined when it is not. */
export async function openUntil(db: Db, endpointUrl: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('circuit_breakers')
    .where('endpoint_url', '=', endpointUrl)
    .where('open_until', '>', new Date())
    .select('open_until')
    .executeTakeFirst();
  return row?.open_until ?? undefined;
}

/** Counts a failure; the fifth in a row opens the circuit for a minute. [contract L191] */
export async function countFailure(db: Db, endpointUrl: string): Promise<void> {
  await sql`
    insert into circuit_breakers (endpoint_url, failures) values (${endpointUrl}, 1)
    on conflict (endpoint_url) do update set
      failures = circuit_breakers.failures + 1,
      open_until = case when circuit_breakers.failures + 1 >= ${OPENS_AFTER}
        then now() + make_interval(secs => ${OPEN_SECONDS}) else null end
  `.execute(db);
}

/** One success closes it. */
export async function countSuccess(db: Db, endpointUrl: string): Promise<void> {
  await db.deleteFrom('circuit_breakers').where('endpoint_url', '=', endpointUrl).execute();
}
