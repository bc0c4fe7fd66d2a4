import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Publisher {
  /** Fingerprint of the SMP certificate that registered it: nobody else may touch it. */
  owner: string;
  url: string;
}

interface Stored {
  publishers: Record<string, Publisher>;
  /** SMP id by DNS name. */
  participants: Record<string, { smpId: string; id: string }>;
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

  participant(name: string): { smpId: string; id: string } | undefined {
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

  setParticipant(name: string, entry: { smpId: string; id: string }): Promise<void> {
    this.#stored.participants[name] = entry;
    return this.#save();
  }

  removeParticipant(name: string): Promise<void> {
    delete this.#stored.participants[name];
    return this.#save();
  }

  /** One write after the other, each with all that is known by then. */
  #save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const beside = `${this.#file}.part`;
      const handle = await open(beside, 'w', 0o600);
      await handle.writeFile(JSON.stringify(this.#stored));
      await handle.sync();
      await handle.close();
      await rename(beside, this.#file);
    });
    return this.#writing;
  }
}
