import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { now } from './clock.ts';
import type { Customer } from './customers.ts';
import { numberIn } from './far-receivers.ts';
import type { Tally } from './tally.ts';

const WAIT_SECONDS = 10;
const LIST_EVERY_MS = 1_000;
const PAUSE_AFTER_ERROR_MS = 1_000;

interface Event {
  seq: number;
  type: string;
  data: { messageId: string; documentNumber?: string };
}

/** What a customer's program reads: events, one list after the other, and the documents that came. */
export class Follower {
  readonly #tally: Tally;
  readonly #customer: Customer;
  readonly #closing = new AbortController();
  readonly #loops: Promise<void>[];
  #underWay = 0;

  constructor(tally: Tally, customer: Customer) {
    this.#tally = tally;
    this.#customer = customer;
    this.#loops = [this.#readEvents(), this.#readLists()];
  }

  /** Documents that were announced and are not collected yet. */
  get underWay(): number {
    return this.#underWay;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
  }

  async #readEvents(): Promise<void> {
    for (let after = 0; !this.#closing.signal.aborted; ) {
      const page = await this.#get(`/v1/events?after=${after}&limit=100&wait=${WAIT_SECONDS}`);
      if (!page) {
        await this.#pause(PAUSE_AFTER_ERROR_MS);
        continue;
      }
      const { events, lastSeq } = page as { events: Event[]; lastSeq: number };
      const at = now();
      for (const { type, data } of events) {
        if (type === 'document.as4_accepted') this.#tally.tellAccepted(data.documentNumber ?? '', at);
        if (type === 'document.received') void this.#collect(data.messageId);
      }
      after = lastSeq;
    }
  }

  async #readLists(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const began = now();
      await this.#get('/v1/messages?limit=50');
      this.#tally.listMs.push(now() - began);
      await this.#pause(LIST_EVERY_MS);
    }
  }

  async #collect(id: string): Promise<void> {
    this.#underWay++;
    const payload = await this.#get(`/v1/messages/${id}/payload`);
    if (payload !== undefined) {
      this.#tally.collect(numberIn(Buffer.from(String(payload).slice(0, 8_192))) ?? 'of nobody');
      await this.#send('POST', `/v1/messages/${id}/ack`);
    }
    this.#underWay--;
  }

  #get(path: string): Promise<unknown> {
    return this.#send('GET', path);
  }

  /** The body of what was answered well; undefined, and counted, where it was not. */
  async #send(method: 'GET' | 'POST', path: string): Promise<unknown> {
    const { api, key, reader } = this.#customer;
    const route = path.replace(/\?.*|[0-9a-f-]{36}/g, '');
    try {
      const { statusCode, headers, body } = await request(`${api}${path}`, {
        method,
        dispatcher: reader,
        headers: { authorization: `Bearer ${key}` },
        signal: this.#closing.signal,
      });
      const text = await body.text();
      if (statusCode < 300) return String(headers['content-type']).includes('json') ? JSON.parse(text) : text;
      this.#tally.error(`${method} ${route}: ${statusCode}`);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#tally.error(`${method} ${route}: ${(error as Error).name}`);
    }
    return undefined;
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}
