import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** Forgets whom nobody follows any more, and what was signed for addresses that we do not serve any more. */
export async function sweepSmp({ db }: { db: Db }): Promise<void> {
  await overAll(db, 'job').deleteFrom('departures').where('until', '<', new Date()).execute();
  await sql`
    delete from smp_signed_metadata signed
    where not exists (select from participants where address = signed.address and status <> 'DEACTIVATED')
      and not exists (select from smp_groups where address = signed.address)
      and not exists (select from departures where address = signed.address)
      and signed_at < now() - interval '1 day'
  `.execute(overAll(db, 'job'));
}
