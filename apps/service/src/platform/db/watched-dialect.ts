import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { noteDatabaseTrouble } from './trouble.ts';

/** Hears of statements once they are committed. */
export interface CommitWatch {
  /** Whether anybody wants to hear of a statement that answered these rows. */
  concerns(sql: string, rows: readonly unknown[]): boolean;
  /** So many such statements are committed now. */
  onCommitted(statements: number): void;
}

/** Hears how many seconds it took until a connection could be had. */
export type OnAcquired = (seconds: number) => void;

/**
 * PostgreSQL by way of kysely, watched at two places: errors of the connection are remembered as such, and whoever waits
 * for certain statements hears of them after their commit, however they came to be run.
 */
export class WatchedDialect extends PostgresDialect {
  readonly #watches: readonly CommitWatch[];
  readonly #onAcquired: OnAcquired;

  constructor(config: PostgresDialectConfig, watches: readonly CommitWatch[], onAcquired: OnAcquired) {
    super(config);
    this.#watches = watches;
    this.#onAcquired = onAcquired;
  }

  override createDriver(): Driver {
    return new WatchedDriver(super.createDriver(), this.#watches, this.#onAcquired);
  }
}

class WatchedDriver implements Driver {
  readonly #inner: Driver;
  readonly #watches: readonly CommitWatch[];
  readonly #onAcquired: OnAcquired;

  constructor(inner: Driver, watches: readonly CommitWatch[], onAcquired: OnAcquired) {
    this.#inner = inner;
    this.#watches = watches;
    this.#onAcquired = onAcquired;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<WatchedConnection> {
    const asked = performance.now();
    try {
      const connection = await this.#inner.acquireConnection();
      this.#onAcquired((performance.now() - asked) / 1_000);
      return new WatchedConnection(connection, this.#watches);
    } catch (error) {
      noteDatabaseTrouble(error);
      throw error;
    }
  }

  async beginTransaction(connection: WatchedConnection, settings: TransactionSettings): Promise<void> {
    connection.begin();
    await this.#inner.beginTransaction(connection.inner, settings).catch(noteAndThrow);
  }

  async commitTransaction(connection: WatchedConnection): Promise<void> {
    await this.#inner.commitTransaction(connection.inner).catch(noteAndThrow);
    connection.committed();
  }

  rollbackTransaction(connection: WatchedConnection): Promise<void> {
    return this.#inner.rollbackTransaction(connection.inner).catch(noteAndThrow);
  }

  releaseConnection(connection: WatchedConnection): Promise<void> {
    return this.#inner.releaseConnection(connection.inner);
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

function noteAndThrow(error: unknown): never {
  noteDatabaseTrouble(error);
  throw error;
}

/** Made anew each time a connection is taken from the pool, so what a rolled back transaction did is forgotten with it. */
class WatchedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #watches: readonly CommitWatch[];
  #isOpen = false;
  readonly #waiting = new Map<CommitWatch, number>();

  constructor(inner: DatabaseConnection, watches: readonly CommitWatch[]) {
    this.inner = inner;
    this.#watches = watches;
  }

  begin(): void {
    this.#isOpen = true;
    this.#waiting.clear();
  }

  committed(): void {
    this.#isOpen = false;
    for (const [watch, statements] of this.#waiting) watch.onCommitted(statements);
  }

  async executeQuery<Row>(
    query: CompiledQuery,
    options?: AbortableOperationOptions,
  ): Promise<QueryResult<Row>> {
    const result = await this.inner.executeQuery<Row>(query, options).catch(noteAndThrow);
    for (const watch of this.#watches) if (watch.concerns(query.sql, result.rows)) this.#note(watch);
    return result;
  }

  streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
    options?: AbortableOperationOptions,
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize, options);
  }

  #note(watch: CommitWatch): void {
    if (this.#isOpen) this.#waiting.set(watch, (this.#waiting.get(watch) ?? 0) + 1);
    else watch.onCommitted(1);
  }
}
