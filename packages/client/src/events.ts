import { PappelError } from './error.ts';
import { framesOf } from './frames.ts';
import type { Http } from './http.ts';
import { Listing } from './listing.ts';
import { backoff, isPassing, pause } from './retry.ts';
import type { EventPage, EventQuery, LogEvent, Reset } from './types.ts';

export interface StreamOptions {
  /** The `seq` of the last event that you know, or a time; what happens from now on when omitted. */
  from?: number | Date;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** What happens to documents, addresses, exports and webhook endpoints. */
export class Events {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** What happened, oldest first. */
  list(query: EventQuery = {}, signal?: AbortSignal): Listing<LogEvent, EventPage> {
    return new Listing(
      this.#http,
      { path: '/v1/events', query, signal, next: 'after' },
      ({ events }) => events,
    );
  }

  /**
   * What happens, as it happens, for as long as it is asked for. After a cut it goes on from the last event that was told:
   * nothing is missed, nothing comes twice. Where what was missed is no longer kept, a `reset` says so.
   */
  async *stream({ from, signal }: StreamOptions = {}): AsyncGenerator<LogEvent | Reset, void> {
    try {
      const place = from instanceof Date ? yield* this.#since(from, signal) : from;
      yield* this.#follow(place, signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  /** What happened since then; answers how far that is. */
  async *#since(time: Date, signal: AbortSignal | undefined): AsyncGenerator<LogEvent, number | undefined> {
    let place: number | undefined;
    for await (const page of this.list({ from: time.toISOString(), limit: 100 }, signal).pages()) {
      yield* page.events;
      place = page.lastSeq;
    }
    return place;
  }

  async *#follow(
    from: number | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LogEvent | Reset, void> {
    let place = from;
    let wasOpen = false;
    for (let cuts = 0; ; cuts++) {
      try {
        for await (const { seq, event } of this.#open(place, signal)) {
          [place, wasOpen, cuts] = [seq, true, 0];
          if (event) yield event;
        }
      } catch (error) {
        const mayComeBack = isCut(error, wasOpen) && (wasOpen || cuts < this.#http.maxRetries);
        if (!mayComeBack) throw error;
      }
      await pause(backoff(cuts), signal);
    }
  }

  /** One connection, until it ends: places in the log, and what happened there. */
  async *#open(
    place: number | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ seq: number; event?: LogEvent | Reset }, void> {
    const over = new AbortController();
    const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      const resume: Record<string, string> = place === undefined ? {} : { 'last-event-id': String(place) };
      const { body } = await this.#http.open('/v1/stream', { accept: 'text/event-stream', ...resume }, ends);
      if (!body) return;
      for await (const { id, event, data } of framesOf(body as ReadableStream<Uint8Array>)) {
        const seq = Number(id);
        if (data === '') yield { seq };
        else if (event === 'reset') yield { seq, event: { type: 'reset', seq } };
        else yield { seq, event: { ...(JSON.parse(data) as LogEvent), seq } };
      }
    } finally {
      over.abort();
    }
  }
}

/** A stream of ours that was cut may still count among the five of its key for a moment. */
const isCut = (error: unknown, wasOpen: boolean): boolean =>
  error instanceof PappelError &&
  (isPassing(error) || error.status === 429 || (wasOpen && error.code === 'LIMIT_REACHED'));
