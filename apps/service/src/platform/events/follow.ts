import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { NodeLine } from '../db/node-line.ts';
import type { CommitWatch } from '../db/watched-dialect.ts';
import { Signal } from '../signal.ts';
import { Hints } from './hints.ts';
import { enrol, type LastingReader, readOn } from './lasting-reader.ts';
import { type Following, type FollowOptions, LiveFollowers } from './live-followers.ts';
import { eventsAfter } from './log-event.ts';
import { recordsEvents } from './record.ts';
import { isFull, sequenceEvents } from './sequence.ts';

/**
 * Between two rounds of giving places, so that many events share one: longer where a round takes long, so that a machine
 * with much to do gives no more than a share of its time to it.
 */
const pauseAfter = (roundMs: number): number =>
  Math.min(Math.max(GATHER_MS, SHARE * roundMs), LONGEST_GATHER_MS);
const GATHER_MS = 40;
const SHARE = 5;
const LONGEST_GATHER_MS = 200;
/** What is committed on this node is seen at once; what another one left behind when it died, after this time. */
const LOOK_MS = 500;
/** After the database could not be asked. */
const TROUBLE_PAUSE_MS = 1_000;
/** What another node had in hand when it died is looked at again without a hint. */
const READ_AGAIN_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const PAGE = 500;

export interface EventLogDeps {
  db: Db;
  pool: Pool;
  connection: Database['connection'];
  log: Pick<Logger, 'warn' | 'error'>;
  /** To the other nodes, opened and closed with this; without it there is one of its own. */
  line?: NodeLine;
  /** Has somebody hear of statements of this node after their commit. */
  watch?(watch: CommitWatch): void;
}

/**
 * The one follower of the log on this node: it gives events their places (any node does, one at a time), reads the log
 * once for all that are connected here, and lets the lasting readers go on.
 */
export class EventLog {
  readonly #deps: EventLogDeps;
  readonly #live: LiveFollowers;
  readonly #line: NodeLine;
  readonly #hints: Hints;
  /** Ends the rest of the loop that gives places. */
  readonly #hint = new Signal();
  /** End the rests of the lasting readers. */
  readonly #news: Signal[] = [];
  readonly #loops: Promise<void>[] = [];
  readonly #ending = new AbortController();
  #stopped = false;

  constructor(deps: EventLogDeps) {
    this.#deps = deps;
    this.#live = new LiveFollowers(deps.db, deps.log);
    this.#line = deps.line ?? new NodeLine(deps);
    this.#hints = new Hints(this.#line, () => this.#hint.give());
    deps.watch?.({ concerns: recordsEvents, onCommitted: () => this.#hint.give() });
  }

  /**
   * Begins to follow. Each of `readers` has its place in the log from now on; where `reads`, it is called by this process, on
   * one node at a time.
   */
  async start(readers: Readonly<Record<string, LastingReader>>, reads = true): Promise<void> {
    for (const name of Object.keys(readers)) await enrol(this.#deps.db, name);
    const { head } = await sequenceEvents(this.#deps.pool);
    this.#live.handOver([], head);
    await this.#line.open();
    this.#loops.push(this.#sequence());
    if (!reads) return;
    for (const [name, reader] of Object.entries(readers)) this.#loops.push(this.#read(name, reader));
  }

  /** Hears of an account's events for as long as it is connected. */
  follow(options: FollowOptions): Following {
    return this.#live.follow(options);
  }

  /** Followers are told to end; lasting readers finish what they have in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ending.abort();
    this.#hints.stop();
    this.#line.close();
    this.#live.end();
    for (const signal of [this.#hint, ...this.#news]) signal.give();
    await Promise.all(this.#loops);
  }

  async #sequence(): Promise<void> {
    while (!this.#stopped) {
      const startedAt = performance.now();
      try {
        const found = await sequenceEvents(this.#deps.pool);
        if (found.placed > 0) this.#hints.give();
        if (found.head > this.#live.head) await this.#handOver(found.head);
        if (isFull(found)) continue;
        await sleep(pauseAfter(performance.now() - startedAt));
        await this.#hint.rest(LOOK_MS);
      } catch (error) {
        this.#say(error, 'the event log could not be read');
        await sleep(TROUBLE_PAUSE_MS);
      }
    }
  }

  async #handOver(head: number): Promise<void> {
    for (const signal of this.#news) signal.give();
    while (!this.#live.isEmpty && this.#live.head < head) {
      const events = await eventsAfter(this.#deps.db, this.#live.head, PAGE);
      const last = events.at(-1)?.seq ?? head;
      this.#live.handOver(events, events.length < PAGE ? Math.max(last, head) : last);
    }
    this.#live.handOver([], head);
  }

  async #read(name: string, reader: LastingReader): Promise<void> {
    const news = new Signal();
    this.#news.push(news);
    let pause = READ_AGAIN_MS;
    while (!this.#stopped) {
      try {
        const mayBeMore = await readOn(this.#deps.db, name, reader);
        pause = READ_AGAIN_MS;
        if (mayBeMore) continue;
      } catch (error) {
        this.#say(error, `the reader "${name}" of the event log failed; it goes on from the same place`);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        await sleep(TROUBLE_PAUSE_MS);
      }
      await news.rest(pause);
      if (reader.gatherMs) await this.#gather(reader.gatherMs);
    }
  }

  /** Until so much time has passed, or the end. */
  async #gather(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  #say(error: unknown, what: string): void {
    if (!this.#stopped) this.#deps.log.error({ err: error }, what);
  }
}
