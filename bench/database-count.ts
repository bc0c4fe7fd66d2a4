import type { Client } from 'pg';

export interface DatabaseCount {
  /** Transactions that wrote. */
  xids: number;
  inserted: number;
  updated: number;
  deleted: number;
  /** Bytes. */
  wal: number;
  /** Bytes of the database with its indexes. */
  stored: number;
  /** Now. */
  connections: number;
}

/** Of the whole server so far; a transaction that writes takes an xid, one that reads takes none. */
export async function countOf(client: Client): Promise<DatabaseCount> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<Record<keyof DatabaseCount, string>>(`
    select pg_snapshot_xmax(pg_current_snapshot())::text as xids, tup_inserted as inserted, tup_updated as updated,
      tup_deleted as deleted, pg_current_wal_lsn() - '0/0'::pg_lsn as wal, pg_database_size(datname) as stored,
      numbackends - 1 as connections
    from pg_stat_database where datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL counts nothing of this database');
  return {
    xids: Number(row.xids),
    inserted: Number(row.inserted),
    updated: Number(row.updated),
    deleted: Number(row.deleted),
    wal: Number(row.wal),
    stored: Number(row.stored),
    connections: Number(row.connections),
  };
}
