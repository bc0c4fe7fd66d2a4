import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ParticipantRow } from './transition.ts';

/** What we tell the Peppol Directory, and with it everybody, about a participant: its company, and no person. */
export async function businessCardOf(db: Db, row: ParticipantRow) {
  const company = await overAll(db, 'network')
    .selectFrom('companies')
    .where('id', '=', row.company_id)
    .select(['name', 'registration_number', 'vat_number'])
    .executeTakeFirst();
  const names = [...new Set([row.name, company?.name ?? row.name])].map((name) => ({ name }));
  const identifiers = [
    { scheme: 'vat', value: company?.vat_number },
    { scheme: 'registration-number', value: company?.registration_number },
  ].filter((one): one is { scheme: string; value: string } => Boolean(one.value));
  const entity = {
    names,
    countryCode: row.country_code,
    identifiers,
    registrationDate: (row.published_at ?? row.created_at).toISOString().slice(0, 10),
  };
  return { participant: row.address, entities: [entity] };
}
