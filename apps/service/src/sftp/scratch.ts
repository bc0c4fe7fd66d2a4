import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DOCUMENT_LIMIT } from '../platform/document-limit.ts';
import { Turns } from '../platform/turns.ts';
import { SftpRefusal } from './refusal.ts';

const IN_MEMORY = 256 * 1024;
const CHUNK = 1024 * 1024;

export interface RoomLimits {
  perUser: number;
  inAll: number;
  /** Open files and directories of a login, over all of its connections. */
  handlesPerUser: number;
}

const LIMITS: RoomLimits = { perUser: 1024 ** 3, inAll: 8 * 1024 ** 3, handlesPerUser: 256 };
/** Smaller ones are put into the payload store as many at a time as come. */
const LARGE = 1024 * 1024;

/** Bytes that lie between customers and the payload store on this node: bounded for each login, and for all. */
export class Room {
  readonly #folder: string;
  readonly #limits: RoomLimits;
  readonly #taken = new Map<string, number>();
  readonly #handles = new Map<string, number>();
  readonly #turns = new Turns();
  #total = 0;

  constructor(folder: string, limits: RoomLimits = LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** What a former life of this node left behind belongs to nobody. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) await rm(join(this.#folder, name), { force: true });
  }

  newFile(): Promise<{ path: string; file: FileHandle }> {
    const path = join(this.#folder, randomUUID());
    return open(path, 'wx+', 0o600).then((file) => ({ path, file }));
  }

  /** One more file or directory is open. */
  openHandle(user: string): void {
    const open = this.#handles.get(user) ?? 0;
    if (open >= this.#limits.handlesPerUser)
      throw new SftpRefusal('FAILURE', 'Too many files are open in all connections. Close some first.');
    this.#handles.set(user, open + 1);
  }

  closeHandle(user: string): void {
    const open = (this.#handles.get(user) ?? 0) - 1;
    if (open > 0) this.#handles.set(user, open);
    else this.#handles.delete(user);
  }

  /** Work that has so many bytes of a login in memory: of large ones one at a time. */
  inTurn<Result>(user: string, bytes: number, work: () => Promise<Result>): Promise<Result> {
    return bytes > LARGE ? this.#turns.take(user, work) : work();
  }

  take(user: string, bytes: number): void {
    const mine = (this.#taken.get(user) ?? 0) + bytes;
    if (mine > this.#limits.perUser || this.#total + bytes > this.#limits.inAll)
      throw new SftpRefusal('FAILURE', 'Too many bytes are under way. Close other files first.');
    this.#taken.set(user, mine);
    this.#total += bytes;
  }

  give(user: string, bytes: number): void {
    const mine = (this.#taken.get(user) ?? 0) - bytes;
    if (mine > 0) this.#taken.set(user, mine);
    else this.#taken.delete(user);
    this.#total -= bytes;
  }
}

/** Bytes that are written and read in any order: small ones in memory, others in a file that goes with it. */
export class Scratch {
  readonly #room: Room;
  readonly #user: string;
  #memory = Buffer.alloc(0);
  #spilled: { path: string; file: FileHandle } | undefined;
  #size = 0;

  constructor(room: Room, user: string) {
    this.#room = room;
    this.#user = user;
  }

  get size(): number {
    return this.#size;
  }

  async write(offset: number, data: Buffer): Promise<void> {
    const end = offset + data.length;
    if (!(offset >= 0 && end <= DOCUMENT_LIMIT))
      throw new SftpRefusal('FAILURE', `A document may have ${DOCUMENT_LIMIT} bytes. Send a smaller one.`);
    if (end > this.#size) {
      this.#room.take(this.#user, end - this.#size);
      this.#size = end;
    }
    if (end > IN_MEMORY && !this.#spilled) await this.#spill();
    if (this.#spilled) await writeAll(this.#spilled.file, data, offset);
    else this.#writeToMemory(offset, data);
  }

  #writeToMemory(offset: number, data: Buffer): void {
    const end = offset + data.length;
    if (end > this.#memory.length) {
      const larger = Buffer.alloc(Math.min(IN_MEMORY, Math.max(end, this.#memory.length * 2)));
      this.#memory.copy(larger);
      this.#memory = larger;
    }
    data.copy(this.#memory, offset);
  }

  async #spill(): Promise<void> {
    const spilled = await this.#room.newFile();
    await writeAll(spilled.file, this.#memory, 0);
    this.#spilled = spilled;
    this.#memory = Buffer.alloc(0);
  }

  /** Takes a whole object of the payload store. */
  async fill(source: Readable): Promise<void> {
    await pipeline(source, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await this.write(this.#size, chunk);
    });
  }

  async read(offset: number, length: number): Promise<Buffer | undefined> {
    if (!(offset >= 0 && offset < this.#size)) return undefined;
    const wanted = Math.min(length, this.#size - offset);
    if (!this.#spilled) return this.#memory.subarray(offset, offset + wanted);
    const buffer = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await this.#spilled.file.read(buffer, 0, wanted, offset);
    // What was skipped in writing is zeros.
    return buffer.fill(0, bytesRead);
  }

  async truncate(size: number): Promise<void> {
    if (size >= this.#size) return;
    this.#room.give(this.#user, this.#size - size);
    this.#size = size;
    if (this.#spilled) await this.#spilled.file.truncate(size);
    else this.#memory.fill(0, size);
  }

  /** All of it, in pieces, with its SHA-256. */
  async contents(): Promise<{ chunks: Buffer[]; sha256: string }> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    for (let offset = 0; offset < this.#size; offset += CHUNK) {
      const chunk = await this.read(offset, CHUNK);
      if (!chunk) break;
      hash.update(chunk);
      chunks.push(chunk);
    }
    return { chunks, sha256: hash.digest('hex') };
  }

  async discard(): Promise<void> {
    this.#room.give(this.#user, this.#size);
    this.#size = 0;
    this.#memory = Buffer.alloc(0);
    const spilled = this.#spilled;
    this.#spilled = undefined;
    if (!spilled) return;
    await spilled.file.close();
    await rm(spilled.path, { force: true });
  }
}

async function writeAll(file: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let written = 0; written < data.length; ) {
    const { bytesWritten } = await file.write(data, written, data.length - written, position + written);
    written += bytesWritten;
  }
}
