import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db/database.ts';
import type { SftpUser } from './authenticate.ts';
import { type Directory, findDirectory } from './directory.ts';
import { hasRoomInOutbox } from './outbox.ts';

/** Programs ask about one directory many times in a row; a renamed one moves after so long at the latest. */
const DIRECTORY_KNOWN_MS = 1_000;
const ROOM_KNOWN_MS = 5_000;

/** The directories of a session, asked for once in a while. */
export class KnownDirectories {
  readonly #db: Db;
  readonly #user: SftpUser;
  readonly #directories = new LRUCache<string, Directory>({ max: 100, ttl: DIRECTORY_KNOWN_MS });
  readonly #roomy = new LRUCache<string, true>({ max: 100, ttl: ROOM_KNOWN_MS });

  constructor(db: Db, user: SftpUser) {
    this.#db = db;
    this.#user = user;
  }

  async find(place: { company: string | undefined; participant: string }): Promise<Directory | undefined> {
    const key = `${place.company ?? ''}/${place.participant}`;
    const known = this.#directories.get(key);
    if (known) return known;
    const found = await findDirectory(this.#db, this.#user, place);
    if (found) this.#directories.set(key, found);
    return found;
  }

  /** Whether its outbox takes one more file. */
  async hasRoom(directory: Directory): Promise<boolean> {
    if (this.#roomy.has(directory.participantId)) return true;
    const hasRoom = await hasRoomInOutbox(this.#db, directory);
    if (hasRoom) this.#roomy.set(directory.participantId, true);
    return hasRoom;
  }
}
