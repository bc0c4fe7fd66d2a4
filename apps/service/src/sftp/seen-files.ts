import { LRUCache } from 'lru-cache';
import type { Directory } from './directory.ts';
import type { Entry } from './entry.ts';
import type { Folder } from './paths.ts';

/** A line of a listing; with the key of its bytes where they are a document's, which never change. */
export interface ListedFile {
  entry: Entry;
  payloadKey?: string;
}

export type SeenFile = Required<ListedFile>;

/** A program that fetches a file lists or looks first. */
const KNOWN_MS = 10_000;
const MOST_KNOWN = 5_000;

/**
 * What this session was shown, in a listing or by looking at it, so that a file is opened without asking again. Somebody
 * else may have taken it away since: then it can still be read, as a file that is open can on a disk.
 */
export class SeenFiles {
  readonly #files = new LRUCache<string, SeenFile>({ max: MOST_KNOWN, ttl: KNOWN_MS });

  async *remember(
    directory: Directory,
    folder: Folder,
    pages: AsyncGenerator<ListedFile[]>,
  ): AsyncGenerator<Entry[]> {
    for await (const files of pages) {
      for (const file of files) this.add(directory, folder, file);
      yield files.map(({ entry }) => entry);
    }
  }

  add(directory: Directory, folder: Folder, { entry, payloadKey }: ListedFile): void {
    if (payloadKey !== undefined)
      this.#files.set(keyOf(directory, folder, entry.name), { entry, payloadKey });
  }

  find(directory: Directory, folder: Folder, name: string): SeenFile | undefined {
    return this.#files.get(keyOf(directory, folder, name));
  }

  /** It is about to become another one, or none. */
  forget(directory: Directory, folder: Folder, name: string): void {
    this.#files.delete(keyOf(directory, folder, name));
  }
}

const keyOf = ({ participantId }: Directory, folder: Folder, name: string): string =>
  `${participantId}/${folder}/${name}`;
