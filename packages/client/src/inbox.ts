import { textOf } from './http.ts';
import type { Messages } from './messages.ts';
import type { Message } from './types.ts';

export interface InboundDocument {
  message: Message;
  /** As it was sent. */
  bytes: Uint8Array;
  /** The same, read as UTF-8. */
  xml: string;
}

export interface CollectOptions {
  /** Of one company only. */
  companyId?: string;
  /** How many documents are in hand at once; 1 when omitted. */
  concurrency?: number;
  /** Ends after the documents in hand. */
  signal?: AbortSignal;
}

export interface Collected {
  acknowledged: number;
  /** What the handler, or the service, threw; these documents wait for the next time. */
  failed: { message: Message; error: unknown }[];
}

/** Documents that came in and wait. */
export class Inbox {
  readonly #messages: Messages;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /**
   * Hands every document that waits to `handler`, and acknowledges it once that has succeeded. One that it throws at waits
   * on, and does not hold up the others. A handler may see a document again: when the process dies before it is
   * acknowledged, or when two collect at once.
   */
  async collect(
    handler: (document: InboundDocument) => Promise<void> | void,
    { companyId, concurrency = 1, signal }: CollectOptions = {},
  ): Promise<Collected> {
    const collected: Collected = { acknowledged: 0, failed: [] };
    const waiting = this.#messages
      .list({
        direction: 'INBOUND',
        status: ['CUSTOMER_DELIVERY_QUEUED'],
        limit: 100,
        ...(companyId === undefined ? {} : { companyId }),
      })
      [Symbol.asyncIterator]();
    const work = async () => {
      while (!signal?.aborted) {
        const { done, value } = await waiting.next();
        if (done) return;
        await this.#take(value, handler, collected);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: Math.max(1, concurrency) }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return collected;
  }

  async #take(
    message: Message,
    handler: (document: InboundDocument) => Promise<void> | void,
    collected: Collected,
  ): Promise<void> {
    try {
      const bytes = await this.#messages.payload(message.id, { bytes: message.bytes });
      await handler({ message, bytes, xml: textOf(bytes) });
      await this.#messages.acknowledge(message.id);
      collected.acknowledged++;
    } catch (error) {
      collected.failed.push({ message, error });
    }
  }
}
