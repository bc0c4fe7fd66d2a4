import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { parseId } from '../ids.ts';
import type { Db } from './database.ts';
import { type Asking, IN_REACH, type TableInReach } from './in-reach.ts';
import { overAll } from './roots.ts';
import type { Tables } from './tables.ts';

type WithId = {
  [Table in TableInReach]: Tables[Table] extends { id: unknown } ? Table : never;
}[TableInReach];

interface Look {
  /** What else must hold of the row. */
  where?: RawBuilder<SqlBool>;
  /** Keeps it as it is until the transaction ends. */
  lock?: boolean;
}

/** The row that a request names by its id, if it is there and in reach. */
export async function findInReach<Table extends WithId>(
  db: Db,
  asking: Asking,
  table: Table,
  id: string,
  { where = sql`true`, lock = false }: Look = {},
): Promise<Selectable<Tables[Table]> | undefined> {
  const rowId = parseId(id);
  if (!rowId) return undefined;
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${rowId}::uuid
      and ${IN_REACH[table](asking)} and ${where} ${lock ? sql`for update` : sql``}`.execute(
    overAll(db, 'reach in sql'),
  );
  return rows[0];
}

/** The same, or NOT_FOUND: what is out of reach is not told from what is not there. [GEN-2, GEN-3] */
export async function inReach<Table extends WithId>(
  db: Db,
  asking: Asking,
  table: Table,
  id: string,
  look: Look = {},
): Promise<Selectable<Tables[Table]>> {
  const row = await findInReach(db, asking, table, id, look);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}
