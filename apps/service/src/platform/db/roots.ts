import type {
  DeleteQueryBuilder,
  DeleteResult,
  Kysely,
  SelectQueryBuilder,
  Transaction,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Db, Tx } from './database.ts';
import { type Asking, IN_REACH, type TableInReach } from './in-reach.ts';
import type { OpenTables, OwnedTable } from './owned-tables.ts';
import type { Tables } from './tables.ts';

/**
 * Why a statement may look at rows of everybody. `Db` by itself has no way to rows that belong to an account, so that who
 * forgets the reach does not compile; who needs none of it says here why.
 */
export type Because =
  /** Background work and the start of a process: it is done for everybody. */
  | 'job'
  /** The operator's staff see every account. */
  | 'operator'
  /** It is only being found out who asks: a password, a key, a link, an SFTP login. */
  | 'sign-in'
  /** The network asks, of an address and not of an account. */
  | 'network'
  /** The rows of something that was found in reach, or made, just before: by its id. */
  | 'found'
  /** The reach stands in the text of the SQL. */
  | 'reach in sql'
  /** Only rows that belong to nobody. */
  | 'of nobody';

/** The whole database, with the reason why reach is no question. */
export function overAll(db: Tx, because: Because): Transaction<Tables>;
export function overAll(db: Db, because: Because): Kysely<Tables>;
export function overAll(db: Db, _because: Because): Kysely<Tables> {
  return db as unknown as Kysely<Tables>;
}

type Seen<Table extends OwnedTable> = OpenTables & Pick<Tables, Table>;

/** A query over the rows of a table that somebody reaches. */
export type InReach<Table extends OwnedTable, Along extends OwnedTable = never> = SelectQueryBuilder<
  Seen<Table | Along>,
  Table,
  object
>;

/** The database as far as somebody reaches: their rows of the tables that belong to accounts. */
export interface Scoped {
  /** `along` are tables that are joined by the key of a row in reach, and so need no reach of their own. */
  selectFrom<Table extends TableInReach, Along extends OwnedTable = never>(
    table: Table,
    along?: readonly Along[],
  ): InReach<Table, Along>;
  updateTable<Table extends TableInReach>(
    table: Table,
  ): UpdateQueryBuilder<Seen<Table>, Table, Table, UpdateResult>;
  deleteFrom<Table extends TableInReach>(table: Table): DeleteQueryBuilder<Seen<Table>, Table, DeleteResult>;
}

/** The root of every query on behalf of somebody. */
export function scoped(db: Db, asking: Asking): Scoped {
  const all = overAll(db, 'reach in sql');
  const root = {
    selectFrom: (table: TableInReach) => all.selectFrom(table).where(IN_REACH[table](asking)),
    updateTable: (table: TableInReach) => all.updateTable(table).where(IN_REACH[table](asking)),
    deleteFrom: (table: TableInReach) => all.deleteFrom(table).where(IN_REACH[table](asking)),
  };
  return root as unknown as Scoped;
}
