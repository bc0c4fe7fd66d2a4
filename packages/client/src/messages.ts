import { PappelError } from './error.ts';
import type { Http } from './http.ts';
import { Listing } from './listing.ts';
import { pause } from './retry.ts';
import { type Sending, sendDocument } from './send.ts';
import type { Message, MessagePage, MessageQuery, MessageStatus } from './types.ts';

export interface WaitOptions {
  /** What is waited for; that nothing more will come of it when omitted. */
  until?: (message: Message) => boolean;
  /** Milliseconds; two minutes when omitted. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Nothing more comes of a document by itself. */
const SETTLED = new Set<MessageStatus>([
  'VALIDATION_FAILED',
  'AS4_ACCEPTED',
  'SEND_FAILED',
  'DISCOVERY_FAILED',
  'CUSTOMER_DELIVERY_QUEUED',
  'ACKNOWLEDGED',
]);

const FIRST_LOOK_MS = 200;
const LONGEST_BETWEEN_MS = 3_000;

/** Documents, sent and received. */
export class Messages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Sends a document, once, however often the connection breaks: it is given an Idempotency-Key. Above 1 MiB it is
   * uploaded first, up to 40 MiB. What becomes of it shows later.
   */
  send(document: Sending): Promise<Message> {
    return sendDocument(this.#http, document);
  }

  get(id: string, signal?: AbortSignal): Promise<Message> {
    return this.#http.json({ method: 'GET', path: pathOf(id), signal });
  }

  /** Newest first. */
  list(query: MessageQuery = {}, signal?: AbortSignal): Listing<Message, MessagePage> {
    return new Listing(this.#http, { path: '/v1/messages', query, signal }, ({ messages }) => messages);
  }

  /**
   * The XML, byte by byte.
   *
   * @param bytes how large it is, when that is known: a large one has more time
   */
  async payload(
    id: string,
    { bytes = 0, signal }: { bytes?: number; signal?: AbortSignal } = {},
  ): Promise<Uint8Array> {
    const answer = await this.#http.send({ method: 'GET', path: `${pathOf(id)}/payload`, bytes, signal });
    return answer.bytes;
  }

  /** Says that an inbound document is safely yours. Repeating it is harmless. */
  acknowledge(id: string, signal?: AbortSignal): Promise<Message> {
    return this.#http.json({ method: 'POST', path: `${pathOf(id)}/ack`, isRepeatable: true, signal });
  }

  /**
   * The document once it is settled, or as you say.
   *
   * @throws PappelError TIMED_OUT; the document goes its way all the same
   */
  async waitFor(id: string, options: WaitOptions = {}): Promise<Message> {
    const { until = ({ status }) => SETTLED.has(status), timeoutMs = 120_000, signal } = options;
    const end = Date.now() + timeoutMs;
    for (let gap = FIRST_LOOK_MS; ; gap = Math.min(LONGEST_BETWEEN_MS, gap * 1.5)) {
      const message = await this.get(id, signal);
      if (until(message)) return message;
      if (Date.now() + gap > end)
        throw new PappelError(
          'TIMED_OUT',
          `${id} is still ${message.status} after ${timeoutMs / 1000} seconds.`,
        );
      await pause(gap, signal);
    }
  }
}

const pathOf = (id: string): string => `/v1/messages/${encodeURIComponent(id)}`;
