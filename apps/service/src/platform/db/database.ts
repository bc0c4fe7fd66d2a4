import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Client, Pool } from 'pg';
import { NamingClient } from './naming-client.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
/** Proof that a transaction is open; what must commit together takes one. */
export type Tx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;

export interface DatabaseOptions {
  /** Hears of idle connections that broke; without it they would end the process. */
  onError: (error: Error) => void;
  /** Nobody but this process uses the server: statements may be kept in it by name. */
  isOurs?: boolean;
}

/** Opens a pool on `url`. */
export function openDatabase(url: string, { onError, isOurs = false }: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'pappel',
    Client: isOurs ? NamingClient : Client,
  });
  let closing = false;
  // A connection that breaks while all of them are being closed is no news.
  const onBroken = (error: Error): void => {
    if (!closing) onError(error);
  };
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  const close = (): Promise<void> => {
    closing = true;
    return pool.end();
  };
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool, close };
}

/** Runs `work` in one transaction: all of it is committed, or none. */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

/** The name of the unique constraint or index that a statement ran into, if it did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined;
}
