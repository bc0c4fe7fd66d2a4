import type { Logger } from 'pino';
import type { Database, Db } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { measured } from '../platform/sha256.ts';
import { fail, finish, freeFormerLeases, keepOn, letGo, type Stored, type Try, takeNext } from './export.ts';
import { contentsOfAccount, type Progress, writeArchive } from './write-archive.ts';

const SAY_EVERY_MS = 2_000;
export const EXPORT_PREFIX = 'exports';

export interface WriterDeps {
  database: Database;
  db: Db;
  payloads: PayloadStore;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  nodeId: string;
}

/**
 * Writes exports, one at a time on this node and beside the workers: one that takes hours takes none of them from
 * documents. Whose node dies is taken up by another, from its beginning.
 */
export class ExportWriter {
  readonly #deps: WriterDeps;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #asked = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** Takes up what this node left when it was killed. */
  async start(): Promise<void> {
    await freeFormerLeases(this.#deps.db, this.#deps.nodeId);
    this.wake();
  }

  /** There may be something to write. */
  wake(): void {
    this.#asked = true;
    if (this.#stopping.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#asked) this.wake();
    });
  }

  /** Leaves off in the middle; what was not finished waits for whoever comes next. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('this node stops'));
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#asked = false;
    const { db, nodeId, log } = this.#deps;
    try {
      while (!this.#stopping.signal.aborted) {
        const next = await takeNext(db, nodeId);
        if (!next) return;
        await this.#write(next);
      }
    } catch (error) {
      // Asked again by the clock.
      log.warn({ err: error }, 'exports could not be looked at');
    }
  }

  async #write(one: Try): Promise<void> {
    const { db, log, payloads } = this.#deps;
    const progress: Progress = { done: 0, total: 0 };
    const lost = new AbortController();
    const beat = setInterval(() => {
      keepOn(db, one, progress).then(
        (isOurs) => isOurs || lost.abort(new Error('another node has taken over')),
        () => undefined,
      );
    }, SAY_EVERY_MS);
    try {
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      const store = (bytes: AsyncIterable<Uint8Array>) => keep(payloads, one, bytes);
      const contents = contentsOfAccount(one.account_id);
      const stored = await writeArchive(this.#deps, contents, { progress, signal, store });
      if (!(await finish(db, one, stored, progress))) await payloads.remove(stored.key);
      log.info({ exportId: one.id, bytes: stored.bytes }, 'export written');
    } catch (error) {
      if (this.#stopping.signal.aborted) return await letGo(db, one);
      log.error({ err: error, exportId: one.id }, 'export could not be written');
      await fail(db, one);
    } finally {
      clearInterval(beat);
    }
  }
}

/** Under a key of its own at each try. */
async function keep(payloads: PayloadStore, { id }: Try, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  const key = `${EXPORT_PREFIX}/${id}/${newId()}.zip`;
  const { chunks, result } = measured(bytes);
  if (!(await payloads.putStream(key, chunks))) throw new Error(`The payload key ${key} is taken`);
  return { key, ...result() };
}
