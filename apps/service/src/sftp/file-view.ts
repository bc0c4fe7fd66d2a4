import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db/database.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import type { SftpUser } from './authenticate.ts';
import { type Directory, findCompany, listCompanies, listParticipants } from './directory.ts';
import { directoryEntry, type Entry } from './entry.ts';
import { type FiledFile, findFiled, listFiled, removeFiled, requireFiled } from './filed.ts';
import { type DirectoryHandle, directoryHandle, type FileHandle } from './handle.ts';
import {
  archiveInbound,
  findInbound,
  type InboundFile,
  listInbound,
  removeInbound,
  renameInbound,
  requireFree,
  requireInbound,
} from './inbox.ts';
import { KnownDirectories } from './known-directories.ts';
import {
  findOutbox,
  listOutbox,
  type OutboxFile,
  outboxIsFull,
  removeFromOutbox,
  renameInOutbox,
  reopen,
  reopenNamed,
} from './outbox.ts';
import { FOLDERS, type Folder, normalised, type Place, placeOf, requireName } from './paths.ts';
import { payloadHandle, textHandle } from './read-handle.ts';
import { noSuchFile, SftpRefusal } from './refusal.ts';
import type { Room } from './scratch.ts';
import { type ListedFile, SeenFiles } from './seen-files.ts';
import { Upload } from './upload.ts';

export interface ViewDeps {
  db: Db;
  payloads: PayloadStore;
  room: Room;
}

export interface OpenFlags {
  write: boolean;
  append: boolean;
  create: boolean;
  truncate: boolean;
  exclusive: boolean;
}

type FilePlace = Extract<Place, { kind: 'file' }>;

const MOST_REMEMBERED = 1_000;
const denied = (message: string): SftpRefusal => new SftpRefusal('PERMISSION_DENIED', message);

/** All that a login sees: directories that exist nowhere but here, and views of documents. [SFT-7] */
export class FileView {
  readonly #deps: ViewDeps;
  readonly #user: SftpUser;
  /** Being written in this session, by directory and name. */
  readonly #uploads = new Map<string, Upload>();
  /**
   * Put here in this session. Programs look at a file after they closed or renamed it, and set its times, when it may be
   * picked up already.
   */
  readonly #put = new LRUCache<string, Entry>({ max: MOST_REMEMBERED });

  readonly #directories: KnownDirectories;
  readonly #seen = new SeenFiles();

  constructor(deps: ViewDeps, user: SftpUser) {
    this.#deps = deps;
    this.#user = user;
    this.#directories = new KnownDirectories(deps.db, user);
  }

  /** Something is about to be open. */
  openHandle(): void {
    this.#deps.room.openHandle(this.#user.loginId);
  }

  closeHandle(): void {
    this.#deps.room.closeHandle(this.#user.loginId);
  }

  realPath(path: string): Entry {
    return directoryEntry(normalised(path), new Date());
  }

  async stat(path: string): Promise<Entry> {
    const place = this.#placeOf(path);
    if (place.kind === 'root') return directoryEntry('/', new Date());
    const entry = await this.#entryAt(place);
    if (!entry) throw noSuchFile();
    return entry;
  }

  async #entryAt(place: Place): Promise<Entry | undefined> {
    if (place.kind === 'company') return findCompany(this.#deps.db, this.#user, place.company);
    if (place.kind === 'participant' || place.kind === 'folder') {
      const directory = await this.#directories.find(place);
      return directory && directoryEntry(place.participant, directory.modifiedAt);
    }
    if (place.kind !== 'file') return undefined;
    const directory = await this.#directories.find(place);
    if (!directory) return undefined;
    const { folder, name } = place;
    const key = keyOf(directory, name);
    const upload = folder === 'outbox' ? this.#uploads.get(key) : undefined;
    if (upload) return upload.entry();
    const file = await this.#fileAt(directory, place);
    if (file) this.#seen.add(directory, folder, file);
    return file?.entry ?? (folder === 'outbox' ? this.#put.get(key) : undefined);
  }

  /** What lies there now, whatever kind of folder it is. */
  #fileAt(
    directory: Directory,
    { folder, name }: FilePlace,
  ): Promise<OutboxFile | InboundFile | FiledFile | undefined> {
    const { db } = this.#deps;
    if (folder === 'outbox') return findOutbox(db, this.#user, directory, name);
    if (folder === 'inbox' || folder === 'archive')
      return findInbound(db, this.#user, directory, folder, name);
    return findFiled(db, this.#user, directory, folder, name);
  }

  /** Times and permissions are ours; programs that set them are told that it is done. */
  async setAttributes(path: string, size: number | undefined): Promise<void> {
    const entry = await this.stat(path);
    if (size !== undefined && size !== entry.bytes)
      throw new SftpRefusal('OP_UNSUPPORTED', 'A file is not cut or stretched. Upload it again.');
  }

  async openDirectory(path: string): Promise<DirectoryHandle> {
    const { db } = this.#deps;
    const place = this.#placeOf(path);
    const user = this.#user;
    switch (place.kind) {
      case 'root':
        return directoryHandle(
          user.companyId ? listParticipants(db, user, undefined) : listCompanies(db, user),
        );
      case 'company':
        if (!(await findCompany(db, user, place.company))) throw noSuchFile();
        return directoryHandle(listParticipants(db, user, place.company));
      case 'participant': {
        const { modifiedAt } = await this.#require(place);
        return directoryHandle(once(FOLDERS.map((name) => directoryEntry(name, modifiedAt))));
      }
      case 'folder':
        return directoryHandle(this.#list(await this.#require(place), place.folder));
      default:
        throw noSuchFile();
    }
  }

  #list(directory: Directory, folder: Folder): AsyncGenerator<Entry[]> {
    return this.#seen.remember(directory, folder, this.#pages(directory, folder));
  }

  #pages(directory: Directory, folder: Folder): AsyncGenerator<ListedFile[]> {
    const { db } = this.#deps;
    if (folder === 'outbox') return listOutbox(db, this.#user, directory);
    if (folder === 'inbox' || folder === 'archive') return listInbound(db, this.#user, directory, folder);
    return listFiled(db, this.#user, directory, folder);
  }

  async openFile(path: string, flags: OpenFlags): Promise<FileHandle> {
    const place = await this.#filePlace(path);
    const directory = await this.#require(place);
    if (flags.write) return this.#openForWriting(directory, place, flags);
    const file =
      this.#seen.find(directory, place.folder, place.name) ?? (await this.#fileAt(directory, place));
    if (!file) throw noSuchFile();
    if ('text' in file) return textHandle(file.text, file.entry);
    return payloadHandle(this.#deps, this.#user.loginId, file.payloadKey, file.entry);
  }

  async #openForWriting(
    directory: Directory,
    { folder, name }: FilePlace,
    flags: OpenFlags,
  ): Promise<FileHandle> {
    if (folder !== 'outbox') throw denied('Files are uploaded to outbox. This directory is read only.');
    if (this.#user.accountStatus !== 'ACTIVE')
      throw denied('The account is suspended; it can read but not send. Contact the operator.');
    requireName(name);
    const { db } = this.#deps;
    const key = keyOf(directory, name);
    if (this.#uploads.has(key))
      throw new SftpRefusal('FAILURE', 'This file is being written. Close it first.');
    this.#seen.forget(directory, folder, name);
    const hasRoom = await this.#directories.hasRoom(directory);
    // Whatever is there, it is written anew: nobody needs to wait until we know.
    const isBlind = hasRoom && flags.create && flags.truncate && !flags.exclusive;
    const found = isBlind ? undefined : await findOutbox(db, this.#user, directory, name);
    if (found && flags.exclusive) throw new SftpRefusal('FAILURE', 'There is a file of that name.');
    if (!found && !flags.create) throw noSuchFile();
    if (!found && !hasRoom) throw outboxIsFull();
    const isStill = found !== undefined && (await reopen(db, found));
    const goesOn = isStill && !flags.truncate ? found : undefined;
    const ready = isBlind ? reopenNamed(db, directory, name) : Promise.resolve();
    const upload = await Upload.begin(
      this.#deps,
      this.#user,
      { directory, name, append: flags.append, goesOn, ready },
      (entry) => {
        this.#uploads.delete(key);
        if (entry) this.#put.set(key, entry);
      },
    );
    this.#uploads.set(key, upload);
    return upload;
  }

  async remove(path: string): Promise<void> {
    const { db, payloads } = this.#deps;
    const place = await this.#filePlace(path);
    const directory = await this.#require(place);
    const { folder, name } = place;
    this.#seen.forget(directory, folder, name);
    if (folder === 'archive') throw denied('The archive empties itself after 30 days.');
    if (folder === 'inbox')
      return removeInbound(db, this.#user, await requireInbound(db, this.#user, directory, folder, name));
    if (folder !== 'outbox')
      return removeFiled(db, await requireFiled(db, this.#user, directory, folder, name));
    const file = await findOutbox(db, this.#user, directory, name);
    if (!file || this.#uploads.has(keyOf(directory, name))) throw noSuchFile();
    this.#put.delete(keyOf(directory, name));
    const payloadKey = await removeFromOutbox(db, file);
    if (payloadKey) await payloads.remove(payloadKey);
  }

  async rename(from: string, to: string): Promise<void> {
    const source = await this.#filePlace(from);
    const target = await this.#filePlace(to);
    const directory = await this.#require(source);
    const other = await this.#require(target);
    this.#seen.forget(directory, source.folder, source.name);
    this.#seen.forget(other, target.folder, target.name);
    requireName(target.name);
    if (directory.participantId !== other.participantId)
      throw denied('Files do not move between participants. Upload the file where it belongs.');
    if (source.folder === 'outbox' && target.folder === 'outbox')
      return this.#renameUpload(directory, source.name, target.name);
    if (source.folder === 'inbox') return this.#renameInbound(directory, source, target);
    throw denied('Only files in outbox and inbox are renamed, and only inbox to archive is a move.');
  }

  async #renameUpload(directory: Directory, from: string, to: string): Promise<void> {
    if (this.#uploads.has(keyOf(directory, from)) || this.#uploads.has(keyOf(directory, to)))
      throw new SftpRefusal('FAILURE', 'This file is being written. Close it first.');
    const file = await findOutbox(this.#deps.db, this.#user, directory, from);
    if (!file) throw noSuchFile();
    await renameInOutbox(this.#deps.db, file, to);
    this.#put.delete(keyOf(directory, from));
    this.#put.set(keyOf(directory, to), { ...file.entry, name: to });
  }

  async #renameInbound(directory: Directory, source: FilePlace, target: FilePlace): Promise<void> {
    const { db } = this.#deps;
    const file = await requireInbound(db, this.#user, directory, 'inbox', source.name);
    if (target.folder === 'archive') return archiveInbound(db, this.#user, directory, file, target.name);
    if (target.folder !== 'inbox') throw denied('Move it to archive to acknowledge it.');
    if (source.name === target.name) return;
    await requireFree(db, this.#user, directory, 'inbox', target.name);
    await renameInbound(db, this.#user, directory, file, target.name);
  }

  #placeOf(path: string): Place {
    return placeOf(path, this.#user.companyId === undefined);
  }

  async #filePlace(path: string): Promise<FilePlace> {
    const place = this.#placeOf(path);
    if (place.kind === 'file') return place;
    await this.stat(path);
    throw denied('This is a directory. Name a file in outbox or inbox.');
  }

  async #require(place: { company: string | undefined; participant: string }): Promise<Directory> {
    const directory = await this.#directories.find(place);
    if (!directory) throw noSuchFile();
    return directory;
  }
}

const keyOf = ({ participantId }: Directory, name: string): string => `${participantId}/${name}`;

async function* once(entries: Entry[]): AsyncGenerator<Entry[]> {
  yield entries;
}
