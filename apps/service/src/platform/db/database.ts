import { Kysely } from 'kysely';
import { Client, Pool, type PoolConfig } from 'pg';
import { NamingClient } from './naming-client.ts';
import type { OpenTables } from './owned-tables.ts';
import type { Tables } from './tables.ts';
import { type CommitWatch, type OnAcquired, WatchedDialect } from './watched-dialect.ts';

declare const opened: unique symbol;
declare const inTransaction: unique symbol;

/**
 * The database without the tables that belong to accounts, but for new rows: those are read and changed by `scoped`, on
 * behalf of somebody, or by `overAll`, which says why that is no question.
 */
export interface Db
  extends Pick<Kysely<OpenTables>, 'selectFrom' | 'updateTable' | 'deleteFrom'>,
    Pick<Kysely<Tables>, 'insertInto'> {
  readonly [opened]: true;
}

/** Proof that a transaction is open; what must commit together takes one. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
}

export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  /** How connections are made that are somebody's own for longer than a transaction. */
  readonly connection: Pick<PoolConfig, 'connectionString' | 'application_name' | 'keepAlive'>;
  /** Has somebody hear of certain statements of this process after their commit. */
  watch(watch: CommitWatch): void;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;

export interface DatabaseOptions {
  /** The same database without the pooler that `url` leads to; `url` itself leads there where it is missing. */
  directUrl?: string | undefined;
  /** Hears of idle connections that broke; without it they would end the process. */
  onError: (error: Error) => void;
  /** Nobody but this process uses the server: statements may be kept in it by name. */
  isOurs?: boolean;
  /** Hears of certain statements after their commit. */
  watch?: CommitWatch;
  onAcquired?: OnAcquired;
}

/** Opens a pool on `url`. */
export function openDatabase(
  url: string,
  { directUrl = url, onError, isOurs = false, watch, onAcquired = () => undefined }: DatabaseOptions,
): Database {
  const connection = { connectionString: directUrl, application_name: 'pappel', keepAlive: true };
  const pool = new Pool({
    ...connection,
    connectionString: url,
    max: MAX_CONNECTIONS,
    Client: isOurs ? NamingClient : Client,
  });
  const watches = watch ? [watch] : [];
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
  return {
    db: asDb(new Kysely<Tables>({ dialect: new WatchedDialect({ pool }, watches, onAcquired) })),
    pool,
    connection,
    watch: (one) => void watches.push(one),
    close,
  };
}

const asDb = (all: Kysely<Tables>): Db => all as unknown as Db;

/** Runs `work` in one transaction: all of it is committed, or none. */
export function transaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const all = db as unknown as Kysely<Tables>;
  return all.transaction().execute((tx) => work(tx as unknown as Tx));
}

/** The name of the unique constraint or index that a statement ran into, if it did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined;
}
