import { sql } from 'kysely';
import { foldedLines } from '../folded.ts';
import type { Db } from './database.ts';
import { overAll } from './roots.ts';

const AT_ONCE = 500;

type Line = string | null;

/** What is sought in, by table: the texts of a row, in the order in which its writers give them. */
const SOURCES = {
  companies: sql<Line[]>`array[name, identifier, id::text, registration_number, vat_number]`,
  participants: sql<Line[]>`array[canonical_id, name, identifier]`,
  participant_audit: sql<Line[]>`array[actor_name, metadata::text]`,
  account_audit: sql<Line[]>`array[actor_name, target_name, metadata::text]`,
};

/** Folds the texts of rows that were written before there was folding. Nothing to do is the rule, and seen by an index. */
export async function foldTexts(db: Db): Promise<void> {
  for (const [table, source] of Object.entries(SOURCES)) while (await foldSome(db, table, source));
}

async function foldSome(db: Db, table: string, source: (typeof SOURCES)['companies']): Promise<boolean> {
  const name = sql.table(table);
  const { rows } = await sql<{ id: string; lines: Line[] }>`
    select id, ${source} as lines from ${name} where search_text is null limit ${AT_ONCE}`.execute(
    overAll(db, 'job'),
  );
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  const texts = rows.map(({ lines }) => foldedLines(...lines));
  await sql`
    update ${name} as stored set search_text = told.text
    from unnest(${ids}::uuid[], ${texts}::text[]) as told (id, text) where stored.id = told.id`.execute(
    overAll(db, 'job'),
  );
  return true;
}
