import type { Db } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { FITS_A_ROW, newRowKey } from '../platform/row-payloads.ts';
import type { SftpUser } from './authenticate.ts';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import type { FileHandle } from './handle.ts';
import { type Content, type OutboxFile, putIntoOutbox } from './outbox.ts';
import { noSuchFile, SftpRefusal } from './refusal.ts';
import { type Room, Scratch } from './scratch.ts';

export interface UploadDeps {
  db: Db;
  payloads: PayloadStore;
  room: Room;
}

export interface UploadTarget {
  directory: Directory;
  name: string;
  /** Appended writes go to the end, wherever they say. */
  append: boolean;
  /** What is there already and goes on. */
  goesOn?: OutboxFile | undefined;
  /** Settles when what is there under this name will not be picked up any more. */
  ready: Promise<void>;
}

/** A file that is being written: on this node until it is closed, then in the payload store and in the outbox. */
export class Upload implements FileHandle {
  readonly kind = 'file';
  readonly #deps: UploadDeps;
  readonly #user: SftpUser;
  readonly #target: UploadTarget;
  readonly #scratch: Scratch;
  readonly #onEnd: (entry: Entry | undefined) => void;
  #at = new Date();
  /** One write that did not fit makes the whole a fragment. */
  #isSpoilt = false;

  private constructor(
    deps: UploadDeps,
    user: SftpUser,
    target: UploadTarget,
    onEnd: (entry: Entry | undefined) => void,
  ) {
    this.#deps = deps;
    this.#user = user;
    this.#target = target;
    this.#scratch = new Scratch(deps.room, user.loginId);
    this.#onEnd = onEnd;
  }

  /** `onEnd` hears what lies in the outbox afterwards. */
  static async begin(
    deps: UploadDeps,
    user: SftpUser,
    target: UploadTarget,
    onEnd: (entry: Entry | undefined) => void,
  ): Promise<Upload> {
    const upload = new Upload(deps, user, target, onEnd);
    // Told when the file is closed.
    target.ready.catch(() => undefined);
    if (target.goesOn) await upload.#take(target.goesOn);
    return upload;
  }

  async #take(file: OutboxFile): Promise<void> {
    const found = await this.#deps.payloads.stream(file.payloadKey);
    if (!found) throw noSuchFile();
    try {
      await this.#scratch.fill(found.stream);
    } catch (error) {
      await this.#scratch.discard();
      throw error;
    }
  }

  entry(): Entry {
    return { name: this.#target.name, isDirectory: false, bytes: this.#scratch.size, modifiedAt: this.#at };
  }

  read(offset: number, length: number): Promise<Buffer | undefined> {
    return this.#scratch.read(offset, length);
  }

  async write(offset: number, data: Buffer): Promise<void> {
    this.#at = new Date();
    try {
      await this.#scratch.write(this.#target.append ? this.#scratch.size : offset, data);
    } catch (error) {
      this.#isSpoilt = true;
      throw error;
    }
  }

  async truncate(size: number): Promise<void> {
    await this.#scratch.truncate(size);
  }

  async close(): Promise<void> {
    if (this.#isSpoilt) {
      await this.#end(undefined);
      throw new SftpRefusal('FAILURE', 'Not all of the file was taken, so nothing of it is kept.');
    }
    await this.#keep({ isComplete: true });
  }

  /** What came before the connection broke waits to be gone on with; it is never sent as it is. */
  async abandon(): Promise<void> {
    if (this.#isSpoilt || this.#scratch.size === 0) await this.#end(undefined);
    else await this.#keep({ isComplete: false });
  }

  async #keep(state: { isComplete: boolean }): Promise<void> {
    const { db, payloads, room } = this.#deps;
    const { directory, name, ready } = this.#target;
    const entry = this.entry();
    try {
      const content = await room.inTurn(this.#user.loginId, entry.bytes, () => this.#content(entry.bytes));
      await ready;
      const former = await putIntoOutbox(db, this.#user, directory, name, content, state);
      // What is left behind when the process dies here is swept.
      if (former) await payloads.remove(former);
    } catch (error) {
      await this.#end(undefined);
      throw error;
    }
    await this.#end(entry);
  }

  /** Small ones go into the row; large ones are durable in the payload store before it names them. */
  async #content(bytes: number): Promise<Content> {
    const { chunks, sha256 } = await this.#scratch.contents();
    if (bytes <= FITS_A_ROW)
      return { payloadKey: newRowKey(), inRow: Buffer.concat(chunks, bytes), bytes, sha256 };
    const payloadKey = `sftp/${newId()}`;
    await this.#deps.payloads.put(payloadKey, chunks);
    return { payloadKey, inRow: null, bytes, sha256 };
  }

  async #end(entry: Entry | undefined): Promise<void> {
    this.#onEnd(entry);
    await this.#scratch.discard();
  }
}
