import ssh2, { type SFTPWrapper } from 'ssh2';
import { attributesOf, type Entry, listed } from './entry.ts';
import type { FileView, OpenFlags } from './file-view.ts';
import type { Handle } from './handle.ts';
import { endOfFile, noSuchFile, SftpRefusal } from './refusal.ts';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

const MOST_HANDLES = 64;
/** Longest answer to a READ; clients ask again for the rest. */
const LONGEST_READ = 256 * 1024 - 1024;
/** What a client may have asked for and not been answered yet. */
const MOST_WAITING = 2_048;
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** Beyond these the client is not read from until some are done. */
const PAUSE_AT = 512;
const PAUSE_AT_BYTES = 4 * 1024 * 1024;

type Answer =
  | { kind: 'ok' }
  | { kind: 'handle'; handle: Buffer }
  | { kind: 'data'; data: Buffer }
  | { kind: 'names'; entries: Entry[]; isRealPath?: boolean }
  | { kind: 'attributes'; entry: Entry };

const OK: Answer = { kind: 'ok' };

/** What the session needs of the connection below it. */
export interface Line {
  /** Stops and goes on reading from the client. */
  hold(isHeld: boolean): void;
  /** Settles when the client has taken enough of what it was answered; false when it does not take it. */
  drained(): Promise<boolean>;
  /** Ends the connection: the client is broken or hostile. */
  cut(reason: string): void;
  /** Something was asked: it is not idle. */
  used(): void;
  /** A failure on our side. */
  failed(error: unknown): void;
  /** Bytes that went by. */
  moved(direction: 'up' | 'down', bytes: number): void;
}

interface Waiting {
  id: number;
  bytes: number;
  work: () => Promise<Answer>;
}

/**
 * One SFTP channel. Requests are done in the order they came, and each is answered exactly once: what ssh2 hands over goes
 * through `#ask`, what it sends goes through `#answer`, and nothing else touches either.
 */
export class SftpSession {
  readonly #sftp: SFTPWrapper;
  readonly #view: FileView;
  readonly #line: Line;
  readonly #handles = new Map<number, Handle>();
  readonly #waiting: Waiting[] = [];
  #lastHandle = 0;
  #waitingBytes = 0;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(sftp: SFTPWrapper, view: FileView, line: Line) {
    this.#sftp = sftp;
    this.#view = view;
    this.#line = line;
    this.#listen();
  }

  #listen(): void {
    const sftp = this.#sftp;
    const view = this.#view;
    // A packet that makes no sense; ssh2 has closed the channel.
    sftp.on('error', () => this.#line.cut('broken packet'));
    sftp.on('OPEN', (id, path, flags, attributes) =>
      this.#ask(id, async () => this.#open(path, flags, attributes?.size)),
    );
    sftp.on('CLOSE', (id, handle) => this.#ask(id, () => this.#close(handle)));
    sftp.on('READ', (id, handle, offset, length) => this.#ask(id, () => this.#read(handle, offset, length)));
    sftp.on('WRITE', (id, handle, offset, data) =>
      this.#ask(id, () => this.#write(handle, offset, data), data.length),
    );
    sftp.on('OPENDIR', (id, path) => this.#ask(id, async () => this.#keep(() => view.openDirectory(path))));
    sftp.on('READDIR', (id, handle) => this.#ask(id, () => this.#list(handle)));
    for (const name of ['STAT', 'LSTAT'] as const)
      sftp.on(name as 'STAT', (id, path) =>
        this.#ask(id, async () => ({ kind: 'attributes', entry: await view.stat(path) })),
      );
    sftp.on('FSTAT', (id, handle) =>
      this.#ask(id, async () => ({ kind: 'attributes', entry: this.#file(handle).entry() })),
    );
    sftp.on('SETSTAT', (id, path, attributes) =>
      this.#ask(id, () => done(view.setAttributes(path, attributes.size))),
    );
    sftp.on('FSETSTAT', (id, handle, attributes) =>
      this.#ask(id, () => this.#setSize(handle, attributes.size)),
    );
    sftp.on('REALPATH', (id, path) =>
      this.#ask(id, async () => ({ kind: 'names', entries: [view.realPath(path)], isRealPath: true })),
    );
    sftp.on('REMOVE', (id, path) => this.#ask(id, () => done(view.remove(path))));
    sftp.on('RENAME', (id, from, to) => this.#ask(id, () => done(view.rename(from, to))));
    const fixed = async (): Promise<never> => {
      throw new SftpRefusal('PERMISSION_DENIED', 'The directories are given. Upload to outbox.');
    };
    sftp.on('MKDIR', (id) => this.#ask(id, fixed));
    sftp.on('RMDIR', (id) => this.#ask(id, fixed));
    const unknown = async (): Promise<never> => {
      throw new SftpRefusal('OP_UNSUPPORTED', 'This server has no links and no extensions.');
    };
    sftp.on('READLINK', (id) => this.#ask(id, unknown));
    sftp.on('SYMLINK', (id) => this.#ask(id, unknown));
    sftp.on('EXTENDED' as 'READLINK', (id: number) => this.#ask(id, unknown));
  }

  #ask(id: number, work: () => Promise<Answer>, bytes = 0): void {
    if (this.#isOver) return;
    this.#line.used();
    this.#waiting.push({ id, bytes, work });
    this.#waitingBytes += bytes;
    if (this.#waiting.length > MOST_WAITING || this.#waitingBytes > MOST_WAITING_BYTES) {
      this.#line.cut('too many requests unanswered');
      return;
    }
    this.#hold();
    this.#running ??= this.#run();
  }

  #hold(): void {
    this.#line.hold(this.#waiting.length > PAUSE_AT || this.#waitingBytes > PAUSE_AT_BYTES);
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const answer = this.#isOver ? undefined : await this.#outcome(next.work);
      this.#waitingBytes -= next.bytes;
      this.#hold();
      if (answer && !this.#isOver) this.#answer(next.id, answer);
      if (!this.#isOver && !(await this.#line.drained())) this.#line.cut('answers are not taken');
    }
    this.#running = undefined;
  }

  async #outcome(work: () => Promise<Answer>): Promise<Answer | SftpRefusal> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SftpRefusal) return error;
      this.#line.failed(error);
      return new SftpRefusal('FAILURE', 'Something went wrong on our side. Try again.');
    }
  }

  #answer(id: number, answer: Answer | SftpRefusal): void {
    const sftp = this.#sftp;
    try {
      if (answer instanceof SftpRefusal) sftp.status(id, STATUS_CODE[answer.status], answer.message);
      else if (answer.kind === 'ok') sftp.status(id, STATUS_CODE.OK);
      else if (answer.kind === 'handle') sftp.handle(id, answer.handle);
      else if (answer.kind === 'data') sftp.data(id, answer.data);
      else if (answer.kind === 'attributes') sftp.attrs(id, attributesOf(answer.entry));
      else sftp.name(id, answer.entries.map(answer.isRealPath ? plain : listed));
    } catch (error) {
      this.#line.failed(error);
      this.#line.cut('an answer could not be sent');
    }
  }

  #open(path: string, flags: number, size: number | undefined): Promise<Answer> {
    const has = (flag: number): boolean => (flags & flag) !== 0;
    const asked: OpenFlags = {
      write: has(OPEN_MODE.WRITE) || has(OPEN_MODE.APPEND),
      append: has(OPEN_MODE.APPEND),
      create: has(OPEN_MODE.CREAT),
      truncate: has(OPEN_MODE.TRUNC) || size === 0,
      exclusive: has(OPEN_MODE.EXCL),
    };
    return this.#keep(() => this.#view.openFile(path, asked));
  }

  async #keep(open: () => Promise<Handle>): Promise<Answer> {
    if (this.#handles.size >= MOST_HANDLES)
      throw new SftpRefusal('FAILURE', `At most ${MOST_HANDLES} files are open at once. Close some first.`);
    this.#view.openHandle();
    const handle = await open().catch((error) => {
      this.#view.closeHandle();
      throw error;
    });
    // If the session is over since, `end` waits for this, and puts it in order with all others.
    const key = ++this.#lastHandle;
    this.#handles.set(key, handle);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(key);
    return { kind: 'handle', handle: bytes };
  }

  #handle(handle: Buffer): Handle {
    const found = handle.length === 4 ? this.#handles.get(handle.readUInt32BE()) : undefined;
    if (!found) throw new SftpRefusal('FAILURE', 'This handle is not open.');
    return found;
  }

  #file(handle: Buffer): Extract<Handle, { kind: 'file' }> {
    const found = this.#handle(handle);
    if (found.kind !== 'file') throw new SftpRefusal('FAILURE', 'This handle is of a directory.');
    return found;
  }

  async #close(handle: Buffer): Promise<Answer> {
    const found = this.#handle(handle);
    this.#handles.delete(handle.readUInt32BE());
    await found.close().finally(() => this.#view.closeHandle());
    return OK;
  }

  async #read(handle: Buffer, offset: number, length: number): Promise<Answer> {
    const data = await this.#file(handle).read(offset, Math.min(length, LONGEST_READ));
    if (!data) throw endOfFile();
    this.#line.moved('down', data.length);
    return { kind: 'data', data };
  }

  async #write(handle: Buffer, offset: number, data: Buffer): Promise<Answer> {
    await this.#file(handle).write(offset, data);
    this.#line.moved('up', data.length);
    return OK;
  }

  async #setSize(handle: Buffer, size: number | undefined): Promise<Answer> {
    const file = this.#file(handle);
    if (size !== undefined) await file.truncate(size);
    return OK;
  }

  async #list(handle: Buffer): Promise<Answer> {
    const found = this.#handle(handle);
    if (found.kind !== 'directory') throw noSuchFile();
    const entries = await found.next();
    if (!entries) throw endOfFile();
    return { kind: 'names', entries };
  }

  /** The client said goodbye: what it asked for before is still done and answered. */
  async finish(): Promise<void> {
    await this.#running;
    await this.end();
  }

  /** Nothing more is answered; what is open is put in order. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    for (const handle of handles) {
      await handle.abandon().catch((error) => this.#line.failed(error));
      this.#view.closeHandle();
    }
  }
}

async function done(work: Promise<void>): Promise<Answer> {
  await work;
  return OK;
}

/** A name without attributes, which nobody looks at there. */
const NOTHING = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
const plain = ({ name }: Entry) => ({ filename: name, longname: name, attrs: NOTHING });
