import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type BusinessEntity, fetchBusinessCard } from '@pappel/smp/business-card';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { fetchServiceGroup } from '@pappel/smp/service-group';

export interface IndexEntry {
  participant: ParticipantId;
  entities: BusinessEntity[];
  documentTypes: string[];
}

interface Stored {
  entries: Record<string, IndexEntry & { owner: string }>;
  /** Asked for and not read yet, by whom. */
  pending: Record<string, string>;
}

export type IndexReader = Pick<SmpContext, 'resolveNaptr' | 'zone' | 'dispatcher'>;

/** How long to wait before each further look at an SMP that is not there yet. */
const RETRY_AFTER_MS = [0, 500, 2_000, 5_000, 15_000, 60_000];

/** What the Directory has read from SMPs. Reading happens in the background and survives a restart. */
export class DirectoryIndex {
  readonly #file: string;
  readonly #reader: IndexReader;
  readonly #stored: Stored;
  readonly #closing = new AbortController();
  readonly #reading = new Map<string, Promise<void>>();
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, reader: IndexReader, stored: Stored) {
    this.#file = file;
    this.#reader = reader;
    this.#stored = stored;
  }

  static async open(file: string, reader: IndexReader): Promise<DirectoryIndex> {
    await mkdir(dirname(file), { recursive: true });
    const stored: Stored = existsSync(file)
      ? JSON.parse(await readFile(file, 'utf8'))
      : { entries: {}, pending: {} };
    const index = new DirectoryIndex(file, reader, stored);
    for (const [address, owner] of Object.entries(stored.pending)) {
      const participant = parseParticipantId(address);
      if (participant) index.#start(participant, owner);
    }
    return index;
  }

  all(): IndexEntry[] {
    return Object.values(this.#stored.entries);
  }

  ownerOf(participant: ParticipantId): string | undefined {
    return this.#stored.pending[participant] ?? this.#stored.entries[participant]?.owner;
  }

  has(participant: ParticipantId): boolean {
    return participant in this.#stored.entries;
  }

  /** Notes that the participant is to be read, and answers before it is. */
  async ask(participant: ParticipantId, owner: string): Promise<void> {
    this.#stored.pending[participant] = owner;
    await this.#save();
    this.#start(participant, owner);
  }

  async remove(participant: ParticipantId): Promise<void> {
    delete this.#stored.entries[participant];
    delete this.#stored.pending[participant];
    await this.#save();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#reading.values());
    await this.#writing;
  }

  /** One reading of a participant at a time: a later one sees what changed meanwhile. */
  #start(participant: ParticipantId, owner: string): void {
    const before = this.#reading.get(participant) ?? Promise.resolve();
    const reading = before
      .then(() => this.#read(participant, owner))
      .catch(() => undefined)
      .finally(() => {
        if (this.#reading.get(participant) === reading) this.#reading.delete(participant);
      });
    this.#reading.set(participant, reading);
  }

  async #read(participant: ParticipantId, owner: string): Promise<void> {
    for (const delay of RETRY_AFTER_MS) {
      await sleep(delay, undefined, { signal: this.#closing.signal });
      if (this.#stored.pending[participant] !== owner) return;
      const entry = await look(this.#reader, participant);
      if (!entry) continue;
      this.#stored.entries[participant] = { ...entry, owner };
      break;
    }
    if (this.#stored.pending[participant] === owner) delete this.#stored.pending[participant];
    await this.#save();
  }

  #save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      await writeFile(`${this.#file}.part`, JSON.stringify(this.#stored), { mode: 0o600 });
      await rename(`${this.#file}.part`, this.#file);
    });
    return this.#writing;
  }
}

/** Card and document types as the participant's SMP has them now, or undefined. */
async function look(reader: IndexReader, participant: ParticipantId): Promise<IndexEntry | undefined> {
  const location = await locate(reader, participant);
  if (location.kind !== 'located') return undefined;
  const card = await fetchBusinessCard(reader, location.smpUrl, participant);
  const group = await fetchServiceGroup(reader, location.smpUrl, participant);
  if (card.kind !== 'found' || group.kind !== 'found') return undefined;
  return { participant, entities: card.card.entities, documentTypes: group.documentTypes };
}
