import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

const OPENS_AFTER = 5;
const OPEN_SECONDS = 60;

/** How an endpoint did of late. */
export interface Circuit {
  /** It failed since it last succeeded. */
  hasFailed: boolean;
  /** Until when it is left alone, if it is. */
  openUntil: Date | undefined;
}

export async function circuitOf(db: Db, endpointUrl: string): Promise<Circuit> {
  const row = await db
    .selectFrom('circuit_breakers')
    .where('endpoint_url', '=', endpointUrl)
    .select('open_until')
    .executeTakeFirst();
  const until = row?.open_until ?? undefined;
  return { hasFailed: row !== undefined, openUntil: until && until > new Date() ? until : undefined };
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
export async function countSuccess(db: Db, endpointUrl: string, circuit: Circuit): Promise<void> {
  if (!circuit.hasFailed) return;
  await db.deleteFrom('circuit_breakers').where('endpoint_url', '=', endpointUrl).execute();
}
