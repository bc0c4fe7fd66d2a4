import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { EventLog } from '../platform/events/follow.ts';
import { logBounds } from '../platform/events/log-event.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import type { Siblings } from '../platform/siblings.ts';
import { placeFrame, resetFrame } from './frame.ts';
import { LiveStream } from './live-stream.ts';
import { readSendQueues } from './send-queue.ts';
import { stillHeld } from './still-held.ts';
import { findHolder, holderOf } from './ticket.ts';

const HEARTBEAT_MS = 15_000;
/** So soon a stream ends after its session or key has. */
const HELD_MS = 1_000;
/** So often reach is read anew. */
const REACH_MS = 60_000;
const PER_PRINCIPAL = 5;

export interface StreamDeps {
  db: Db;
  events: EventLog;
  log: Pick<Logger, 'warn'>;
  siblings: Pick<Siblings, 'ask' | 'answer'>;
}

/** All streams of this node. They share one reader of the log, one heartbeat and one look at their credentials. */
export class LiveStreams {
  readonly #deps: StreamDeps;
  readonly #streams = new Set<LiveStream>();
  readonly #timers: NodeJS.Timeout[];

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#timers = [
      setInterval(() => void this.#beat(), HEARTBEAT_MS),
      setInterval(
        this.#watch(() => this.#endThoseNotHeld()),
        HELD_MS,
      ),
      setInterval(
        this.#watch(() => this.#readReach()),
        REACH_MS,
      ),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get count(): number {
    return this.#streams.size;
  }

  countOf(owner: string): number {
    return [...this.#streams].filter((stream) => ownerOf(stream.principal) === owner).length;
  }

  /**
   * Opens a stream that goes on after the event with that id, or with what happens from now on.
   *
   * @param lastEventId a place in the log, as the stream gave it; one that is not kept any more, or none, gives a reset
   * @param connection where it goes
   */
  async open(principal: Principal, lastEventId: string | undefined, connection?: Socket): Promise<Readable> {
    const bounds = await logBounds(this.#deps.db);
    const elsewhere = await this.#countElsewhere(principal);
    const after = lastEventId === undefined ? bounds.head : placeOf(lastEventId, bounds);
    this.#admit(principal, elsewhere);
    const onClose = (): void => void this.#streams.delete(stream);
    const stream: LiveStream = new LiveStream(principal, holderOf(principal), onClose, connection);
    this.#streams.add(stream);
    stream.say(after === undefined ? resetFrame(bounds.head) : placeFrame(after));
    stream.follow(this.#deps.events, after ?? bounds.head);
    return stream.output;
  }

  /** Ends them all, so that their readers come back to another node. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams) stream.end();
  }

  /** Streams of the same owner in the other processes of this node. */
  async #countElsewhere(principal: Principal): Promise<number> {
    const answers = await this.#deps.siblings.ask('streams', ownerOf(principal));
    return answers.reduce((sum, { answer }) => sum + answer, 0);
  }

  #admit(principal: Principal, elsewhere: number): void {
    if (this.countOf(ownerOf(principal)) + elsewhere >= PER_PRINCIPAL)
      throw new AppError('LIMIT_REACHED', {
        message: `${PER_PRINCIPAL} streams are open already. Close one of them, and share a stream between pages.`,
      });
  }

  async #beat(): Promise<void> {
    if (this.#streams.size === 0) return;
    const queues = await readSendQueues();
    for (const stream of [...this.#streams])
      stream.beat(stream.connection && (await queues.of(stream.connection)));
  }

  async #endThoseNotHeld(): Promise<void> {
    // Not those that open while it is asked.
    const asked = [...this.#streams];
    const held = await stillHeld(
      this.#deps.db,
      asked.map((stream) => stream.holder),
    );
    for (const stream of asked) if (!held.has(stream.holder.id)) stream.end();
  }

  async #readReach(): Promise<void> {
    for (const stream of [...this.#streams]) {
      const principal = await findHolder(this.#deps.db, stream.holder);
      if (principal) stream.principal = principal;
      else stream.end();
    }
  }

  /** One look at a time: where the database is slow, they do not gather before it. */
  #watch(look: () => Promise<void>): () => Promise<void> {
    return oneAtATime(async () => {
      if (this.#streams.size === 0) return;
      await look().catch((error) =>
        this.#deps.log.warn(
          { err: error },
          'the credentials of streams could not be looked at; trying again',
        ),
      );
    });
  }
}

/** Streams are counted by key, or by user over all sessions. */
const ownerOf = (principal: Principal): string =>
  principal.kind === 'user' ? principal.userId : principal.apiKeyId;

/** The place that an id names, when all that follows it is still kept. */
function placeOf(id: string, { first, head }: { first: number; head: number }): number | undefined {
  const place = /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN;
  return place >= first - 1 && place <= head ? place : undefined;
}
