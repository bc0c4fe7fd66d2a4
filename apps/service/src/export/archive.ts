import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { measured } from '../platform/sha256.ts';
import { Spool } from './spool.ts';

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type GiveStream = (error: unknown, stream: NodeJS.ReadableStream) => void;

/** What yazl (its version is pinned) keeps to itself: members, and where it is in the file. */
interface Inside {
  entries: { state: number; getCentralDirectoryRecord(): Buffer }[];
  outputStreamCursor: number;
  offsetOfStartOfCentralDirectory: number;
}
const DONE = 3;
/** Stands for each that was taken out. */
const WRITTEN = { state: DONE, getCentralDirectoryRecord: () => Buffer.alloc(0) };

/**
 * A zip file that is read while it is written: members one after the other, none of them in memory. yazl keeps all that it
 * made for each until the end, seven kilobytes; we take out of it what is written, and keep its line of the directory in a
 * file. So the memory is the same however many there are.
 */
export class Archive {
  readonly #zip = new ZipFile();
  readonly #inside = this.#zip as unknown as Inside;
  readonly #files: Spool;
  readonly #directory: Spool;
  readonly #signal: AbortSignal;
  readonly #createdAt: Date;
  #count = 0;
  #refuseTurn: (error: Error) => void = () => undefined;

  constructor(folder: string, createdAt: Date, signal: AbortSignal) {
    this.#files = new Spool(folder);
    this.#directory = new Spool(folder);
    this.#createdAt = createdAt;
    this.#signal = signal;
    const fail = (error: Error): void => {
      this.#refuseTurn(error);
      this.output.destroy(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    this.#zip.on('error', fail);
    // Told to who reads it; nobody may, any more.
    this.output.on('error', () => undefined);
  }

  get output(): Readable {
    return this.#zip.outputStream as Readable;
  }

  /** Settles when all of the content was read, and stands in the list of files. */
  async add(path: string, content: Content, lines?: () => number): Promise<void> {
    const { chunks, result } = measured(content);
    await this.#write(path, chunks);
    const file = { path, ...result(), lines: lines?.() };
    await this.#files.append(JSON.stringify(file));
  }

  /** Ends with the manifest, which names every file but itself. [EXP-2] */
  async end(facts: {
    seq: number;
    counts: Record<string, number>;
    missing: string[];
    of: object;
  }): Promise<void> {
    const { seq, counts, missing, of } = facts;
    const lines = this.#files.lines();
    const createdAt = this.#createdAt.toISOString();
    const head = JSON.stringify({
      ...of,
      createdAt,
      seq,
      counts,
      ...(missing.length > 0 ? { missing } : {}),
    });
    const manifest = async function* () {
      yield Buffer.from(`${head.slice(0, -1)},"files":[`);
      let separator = '\n';
      for await (const line of lines) {
        yield Buffer.from(separator + line);
        separator = ',\n';
      }
      yield Buffer.from('\n]}\n');
    };
    await this.#write('manifest.json', manifest());
    await this.#lastIsWritten();
    await this.#takeOut(this.#inside.entries.length);
    await this.#writeDirectory();
  }

  close(): void {
    this.#files.close();
    this.#directory.close();
  }

  async #write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const signal = this.#signal;
    signal.throwIfAborted();
    const give = await this.#turn(path);
    await this.#takeOut(this.#inside.entries.length - 1);
    const stream = Readable.from(content, { objectMode: false });
    give(undefined, stream);
    await finished(stream, { signal });
  }

  /** Whose turn it is, all before it are written. */
  async #turn(path: string): Promise<GiveStream> {
    const turn = Promise.withResolvers<GiveStream>();
    this.#refuseTurn = turn.reject;
    this.#zip.addReadStreamLazy(path, { mtime: this.#createdAt }, (give) => turn.resolve(give));
    return turn.promise;
  }

  /** Nobody's turn comes after it that would tell. */
  async #lastIsWritten(): Promise<void> {
    while (this.#inside.entries.some(({ state }) => state !== DONE)) {
      this.#signal.throwIfAborted();
      await sleep(1);
    }
  }

  async #takeOut(written: number): Promise<void> {
    for (const entry of this.#inside.entries.splice(0, written)) {
      await this.#directory.append(entry.getCentralDirectoryRecord().toString('base64'));
      this.#count += 1;
    }
  }

  /** What yazl would write at its end from all its members; it adds the last record, which counts them. */
  async #writeDirectory(): Promise<void> {
    const inside = this.#inside;
    const output = this.#zip.outputStream as NodeJS.ReadWriteStream;
    const start = inside.outputStreamCursor;
    for await (const line of this.#directory.lines()) {
      const record = Buffer.from(line, 'base64');
      inside.outputStreamCursor += record.length;
      if (!output.write(record)) await once(output, 'drain', { signal: this.#signal });
    }
    const members = new Array<Inside['entries'][number]>(this.#count).fill(WRITTEN);
    members.forEach = () => {
      inside.offsetOfStartOfCentralDirectory = start;
    };
    inside.entries = members;
    this.#zip.end();
  }
}
