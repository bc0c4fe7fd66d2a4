import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { Spool } from './spool.ts';

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

type GiveStream = (error: unknown, stream: NodeJS.ReadableStream) => void;

/**
 * A zip file that is read while it is written: members one after the other, none of them in memory. What stays there of
 * each is its line in the directory at the end, about half a kilobyte.
 */
export class Archive {
  readonly #zip = new ZipFile();
  readonly #files: Spool;
  readonly #signal: AbortSignal;
  readonly #createdAt: Date;
  /**
   * Members that are written. yazl looks through its list for the first that is not, at each step: with a hundred thousand
   * of them in it, that would be most of the work.
   */
  readonly #written: object[] = [];
  #refuseTurn: (error: Error) => void = () => undefined;

  constructor(folder: string, createdAt: Date, signal: AbortSignal) {
    this.#files = new Spool(folder);
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
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    await this.#write(path, measured());
    const file = { path, bytes, sha256: hash.digest('hex'), lines: lines?.() };
    await this.#files.append(JSON.stringify(file));
  }

  /** Ends with the manifest, which names every file but itself. [EXP-2] */
  async end(facts: { seq: number; counts: Record<string, number>; missing: string[] }): Promise<void> {
    const { seq, counts, missing } = facts;
    const lines = this.#files.lines();
    const createdAt = this.#createdAt.toISOString();
    const head = JSON.stringify({ createdAt, seq, counts, ...(missing.length > 0 ? { missing } : {}) });
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
    const all = this.#zip as unknown as { entries: object[] };
    all.entries = [...this.#written, ...all.entries];
    this.#zip.end();
  }

  close(): void {
    this.#files.close();
  }

  async #write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const signal = this.#signal;
    signal.throwIfAborted();
    const give = await this.#turn(path);
    const { entries } = this.#zip as unknown as { entries: object[] };
    this.#written.push(...entries.splice(0, entries.length - 1));
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
}
