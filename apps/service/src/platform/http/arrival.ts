import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { freeMemory } from '@pappel/xml/free-memory';
import { AppError } from '../errors.ts';
import type { Share } from './byte-budget.ts';

export interface ArrivalOptions {
  limit: number;
  leastRate: number;
  patienceMs: number;
  /** Undefined keeps it in memory whatever its size. */
  spoolAbove: number | undefined;
  folder: string;
  memory: Share;
  disk: Share;
}

/** One body on its way in: at first in memory, when it is large in a file that has no name. */
export class Arrival {
  bytes = 0;
  readonly #options: ArrivalOptions;
  #chunks: Buffer[] = [];
  #inMemory = 0;
  #onDisk = 0;
  #file: FileHandle | undefined;

  constructor(options: ArrivalOptions) {
    this.#options = options;
  }

  get isOnDisk(): boolean {
    return this.#file !== undefined;
  }

  /** Until the last byte; what was taken is given back when it fails. */
  async receive(source: IncomingMessage): Promise<void> {
    const reading = new Reading(source, this.#options);
    try {
      for (let chunk = await reading.next(); chunk; chunk = await reading.next()) await this.#keep(chunk);
    } catch (error) {
      reading.stop();
      await this.discard();
      throw error;
    }
  }

  async #keep(chunk: Buffer): Promise<void> {
    const { limit, spoolAbove, memory } = this.#options;
    const bytes = this.bytes + chunk.length;
    if (bytes > limit) throw new AppError('PAYLOAD_TOO_LARGE');
    if (this.#file === undefined && (spoolAbove === undefined || bytes <= spoolAbove)) {
      memory.take(chunk.length);
      this.#inMemory += chunk.length;
      this.#chunks.push(chunk);
    } else await this.#write(chunk);
    this.bytes = bytes;
  }

  async #write(chunk: Buffer): Promise<void> {
    this.#options.disk.take(chunk.length);
    this.#onDisk += chunk.length;
    if (!this.#file) await this.#moveToDisk();
    await this.#file?.appendFile(chunk);
    freeMemory([chunk]);
  }

  async #moveToDisk(): Promise<void> {
    this.#options.disk.take(this.#inMemory);
    this.#onDisk += this.#inMemory;
    this.#file = await nameless(this.#options.folder);
    for (const chunk of this.#chunks) await this.#file.appendFile(chunk);
    freeMemory(this.#chunks);
    this.#forget();
  }

  async read(): Promise<Buffer> {
    if (!this.#file) return Buffer.concat(this.#chunks);
    const bytes = Buffer.allocUnsafe(this.bytes);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw cutShort();
      at += bytesRead;
    }
    return bytes;
  }

  /** The bytes from the first to the last. A piece is good until the next one is asked for. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    if (!this.#file) yield* this.#chunks;
    else yield* piecesOf(this.#file, this.bytes);
  }

  /** Forgets the bytes. May be called again. */
  async discard(): Promise<void> {
    this.#forget();
    this.#options.disk.give(this.#onDisk);
    this.#onDisk = 0;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #forget(): void {
    this.#chunks = [];
    this.#options.memory.give(this.#inMemory);
    this.#inMemory = 0;
  }
}

/** Bytes that are read back from disk at a time. */
const PIECE = 262_144;

async function* piecesOf(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, bytes));
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw cutShort();
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

const cutShort = () => new Error('a body on disk is shorter than it was');

/** A file that is gone when it is closed, or when the process dies. */
async function nameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const make = () => open(path, 'wx+', 0o600);
  const file = await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return make();
  });
  await unlink(path);
  return file;
}

/** The chunks of a request, one after the other, as long as they come fast enough. Never ends the connection itself. */
class Reading {
  readonly #source: IncomingMessage;
  readonly #rate: { leastRate: number; patienceMs: number };
  /** Milliseconds that we still wait; bytes earn them, up to the patience of the beginning. */
  #credit: number;

  constructor(source: IncomingMessage, rate: { leastRate: number; patienceMs: number }) {
    this.#source = source;
    this.#rate = rate;
    this.#credit = rate.patienceMs;
    source.pause();
  }

  /** The next chunk, of which nobody else has a part, or undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const chunk = await this.#wait();
    if (!chunk) return undefined;
    const { leastRate, patienceMs } = this.#rate;
    this.#credit = Math.min(patienceMs, this.#credit + (chunk.length / leastRate) * 1000);
    return chunk;
  }

  #wait(): Promise<Buffer | undefined> {
    const source = this.#source;
    if (source.readableEnded) return Promise.resolve(undefined);
    if (source.destroyed) return Promise.reject(wentAway());
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(() => reject(tooSlow())), Math.max(1, this.#credit));
      const pieces: Buffer[] = [];
      let isOver = false;
      // What comes at once is one chunk: a body may come byte by byte.
      const onData = (piece: Buffer) => {
        if (pieces.push(piece) === 1) queueMicrotask(onEnd);
      };
      const onEnd = () => end(() => resolve(joined(pieces)));
      const onGone = () => end(() => reject(wentAway()));
      const end = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        source.pause();
        this.#credit -= performance.now() - since;
        source.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
        settle();
      };
      source.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
      source.resume();
    });
  }

  /** Leaves the rest to whoever throws it away. */
  stop(): void {
    this.#source.on('error', () => undefined);
  }
}

/**
 * Undefined of nothing. Unlike what `read` joins, the pieces do not wait to be collected. The list is emptied: once it has
 * come to the old generation, it would keep thousands of pieces of one byte until that is collected, half a gigabyte.
 */
function joined(pieces: Buffer[]): Buffer | undefined {
  if (pieces.length < 2) return pieces[0];
  const whole = Buffer.concat(pieces);
  freeMemory(pieces);
  pieces.length = 0;
  return whole;
}

const tooSlow = () => new AppError('REQUEST_TIMEOUT');
const wentAway = () => new AppError('REQUEST_TIMEOUT', { message: 'The body was cut off. Send it again.' });
