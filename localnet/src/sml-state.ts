import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Publisher {
  /** Fingerprint of the SMP certificate that registered it: nobody else may touch it. */
  owner: string;
  url: string;
  ip?: string;
  /** Who it belongs to from a day on. */
  next?: { owner: string; from: string };
}

export interface Entry {
  smpId: string;
  id: string;
  /** Whoever shows it may take the participant over. */
  migrationKey?: string;
}

interface Stored {
  publishers: Record<string, Publisher>;
  /** SMP id by DNS name. */
  participants: Record<string, Entry>;
}

/** What the SML knows, kept in one file that is written beside and renamed before a change is answered. */
export class SmlState {
  readonly #file: string;
  readonly #stored: Stored;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, stored: Stored) {
    this.#file = file;
    this.#stored = stored;
  }

  static async open(file: string): Promise<SmlState> {
    await mkdir(dirname(file), { recursive: true });
    const stored = existsSync(file)
      ? JSON.parse(await readFile(file, 'utf8'))
      : { publishers: {}, participants: {} };
    return new SmlState(file, stored as Stored);
  }

  publisher(smpId: string): Publisher | undefined {
    return this.#stored.publishers[smpId];
  }

  /** Ids of those that belong to a certificate. */
  publishersOf(owner: string): string[] {
    return Object.entries(this.#stored.publishers)
      .filter(([, publisher]) => publisher.owner === owner)
      .map(([smpId]) => smpId);
  }

  participant(name: string): Entry | undefined {
    return this.#stored.participants[name];
  }

  /** The URL that DNS names for this participant's record. */
  urlOf(name: string): string | undefined {
    const entry = this.#stored.participants[name];
    return entry && this.#stored.publishers[entry.smpId]?.url;
  }

  setPublisher(smpId: string, publisher: Publisher): Promise<void> {
    this.#stored.publishers[smpId] = publisher;
    return this.#save();
  }

  /** With everything registered at it. */
  removePublisher(smpId: string): Promise<void> {
    delete this.#stored.publishers[smpId];
    for (const { name } of this.participantsOf(smpId)) delete this.#stored.participants[name];
    return this.#save();
  }

  /** By DNS name. */
  participantsOf(smpId: string): { name: string; id: string }[] {
    return Object.entries(this.#stored.participants)
      .filter(([, entry]) => entry.smpId === smpId)
      .map(([name, { id }]) => ({ name, id }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** All of it at once; an entry that is undefined is removed. */
  change(changes: readonly { name: string; entry: Entry | undefined }[]): Promise<void> {
    for (const { name, entry } of changes) {
      if (entry) this.#stored.participants[name] = entry;
      else delete this.#stored.participants[name];
    }
    return this.#save();
  }

  /** One write after the other, each with all that is known by then. */
  #save(): Promise<void> {
    const write = async (): Promise<void> => {
      const beside = `${this.#file}.part`;
      await writeFile(beside, JSON.stringify(this.#stored), { mode: 0o600, flush: true });
      await rename(beside, this.#file);
    };
    // One that failed, as on a full disk, says nothing about the next.
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
