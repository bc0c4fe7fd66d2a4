import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/**
 * What changes whenever anything does that we publish of an address ourselves, on whichever node; empty for everybody
 * else's. It is the transaction that wrote each row last (xmin), so that no writer can forget to count.
 */
export async function publicationMark(db: Db, address: ParticipantId): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`
    select string_agg(mark, ' ' order by mark) as mark from (
      select xmin::text as mark from participants where address = ${address}
      union all select xmin::text from smp_groups where address = ${address}
    ) as written`.execute(overAll(db, 'network'));
  return rows[0]?.mark ?? '';
}
