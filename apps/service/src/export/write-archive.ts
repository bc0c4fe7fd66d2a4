import type { Database } from '../platform/db/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { withRowPayloads } from '../platform/row-payloads.ts';
import { Archive } from './archive.ts';
import { readAhead } from './read-ahead.ts';
import { countQuery, linesQuery, PAYLOADS_QUERY, RESOURCES, type Resource } from './resources.ts';
import { Snapshot } from './snapshot.ts';
import { Spool, withFolder } from './spool.ts';

export interface WriteDeps {
  database: Database;
  payloads: PayloadStore;
}

export interface Progress {
  done: number;
  total: number;
}

/** What is written. */
export interface Contents {
  /** $1 of all its queries. */
  subject: string;
  resources: readonly Resource[];
  /** Whose bytes, with `path`, `key` and `bytes`. */
  payloads: string;
  /** What the manifest says of it beside. */
  of: object;
  /** Whether a document without its bytes ends it. Otherwise the manifest names it as missing. */
  isWhole: boolean;
}

/** Everything of an account. */
export const contentsOfAccount = (accountId: AccountId): Contents => ({
  subject: accountId,
  resources: RESOURCES,
  payloads: PAYLOADS_QUERY,
  of: {},
  isWhole: false,
});

interface Writing {
  contents: Contents;
  archive: Archive;
  snapshot: Snapshot;
  progress: Progress;
  signal: AbortSignal;
}

interface Payload {
  path: string;
  key: string;
  bytes: number;
}

/**
 * Writes all contents, as of one moment, and hands the bytes to `store` as they come. `progress` is kept up
 * while it runs. Rows first: then the snapshot can be let go, and the documents, whose bytes never change, take their time.
 */
export function writeArchive<Stored>(
  deps: WriteDeps,
  contents: Contents,
  options: {
    progress: Progress;
    signal: AbortSignal;
    store: (bytes: AsyncIterable<Uint8Array>) => Promise<Stored>;
  },
): Promise<Stored> {
  return withFolder(async (folder) => {
    const snapshot = await Snapshot.take(deps.database, contents.subject);
    const failed = new AbortController();
    const signal = AbortSignal.any([options.signal, failed.signal]);
    signal.addEventListener('abort', () => void snapshot.release(), { once: true });
    const archive = new Archive(folder, snapshot.takenAt, signal);
    const list = new Spool(folder);
    // Whichever side fails ends the other one too.
    const orFail = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        return await work;
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    };
    const filling = fill(deps, { contents, archive, snapshot, progress: options.progress, signal }, list);
    try {
      const [, stored] = await Promise.all([orFail(filling), orFail(options.store(archive.output))]);
      return stored;
    } finally {
      await filling.catch(() => undefined);
      await snapshot.release();
      list.close();
      archive.close();
    }
  });
}

async function fill(deps: WriteDeps, writing: Writing, list: Spool): Promise<void> {
  const { contents, archive, snapshot, progress } = writing;
  for (const resource of contents.resources) progress.total += await snapshot.count(countQuery(resource));
  progress.total += await snapshot.count(
    `select count(*)::float8 as count from (${contents.payloads}) as payloads`,
  );
  const counts: Record<string, number> = {};
  for (const resource of contents.resources) {
    const lines = linesOf(snapshot.pages<{ line: string }>(linesQuery(resource)), writing);
    await archive.add(`${resource.name}.jsonl`, lines.content, lines.count);
    counts[resource.name] = lines.count();
  }
  for await (const page of snapshot.pages<Payload>(contents.payloads))
    for (const payload of page) await list.append(JSON.stringify(payload));
  await snapshot.release();
  const missing: string[] = [];
  const payloads = withRowPayloads(deps.database.db, deps.payloads);
  for await (const [{ path }, bytes] of readAhead(payloadsIn(list), ({ key }) => payloads.get(key))) {
    progress.done += 1;
    if (bytes) {
      await archive.add(path, [bytes]);
      counts['payloads'] = (counts['payloads'] ?? 0) + 1;
    } else if (contents.isWhole) throw new Error(`The bytes of ${path} are lost`);
    else missing.push(path);
  }
  const counted = { payloads: 0, ...counts };
  await archive.end({ seq: snapshot.seq, counts: counted, missing, of: contents.of });
}

function linesOf(pages: AsyncIterable<{ line: string }[]>, { progress, signal }: Writing) {
  let count = 0;
  const content = async function* (): AsyncGenerator<Uint8Array> {
    for await (const rows of pages) {
      signal.throwIfAborted();
      yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
      count += rows.length;
      progress.done += rows.length;
    }
  };
  return { content: content(), count: () => count };
}

async function* payloadsIn(list: Spool): AsyncGenerator<Payload> {
  for await (const line of list.lines()) yield JSON.parse(line) as Payload;
}
