import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusReceivers } from '@pappel/mls/addressing';
import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { writeStatus } from '@pappel/mls/write';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SeatId } from '@pappel/peppol-ids/seat-id';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import { type PostContext, post } from './post.ts';

/** Statuses that are still to be sent; beyond, documents stay without one. */
const MOST_WAITING = 1_000;
/** Milliseconds before each try, the first one aside. */
const AGAIN_AFTER_MS = [1_000, 5_000, 15_000];

/** Message Level Statuses that say RE, each after its time. They live in this process: a restart forgets those not sent. */
export class Rejections {
  readonly #context: PostContext;
  readonly #provider: ParticipantId;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<Promise<void>>();

  constructor(context: PostContext, provider: ParticipantId) {
    this.#context = context;
    this.#provider = provider;
  }

  add(sbdh: Sbdh, sender: SeatId, afterMs: number): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    const sent = this.#send(sbdh, sender, afterMs)
      .catch(() => undefined)
      .finally(() => this.#waiting.delete(sent));
    this.#waiting.add(sent);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#waiting);
  }

  async #send(sbdh: Sbdh, seat: SeatId, afterMs: number): Promise<void> {
    for (const pause of [afterMs, ...AGAIN_AFTER_MS]) {
      await sleep(pause, undefined, { signal: this.#closing.signal });
      for (const receiver of statusReceivers(sbdh.mlsTo, seat)) {
        const { ok } = await post(this.#context, this.#letter(receiver, sbdh.instanceIdentifier));
        if (ok) return;
      }
    }
  }

  #letter(receiver: ParticipantId, reference: string) {
    const sender = this.#provider;
    const description = 'The sandbox rejects every document for this receiver.';
    const document = writeStatus({
      ...{ id: randomUUID(), issuedAt: new Date(), sender, receiver, reference, description },
      code: 'RE',
      issues: [{ reason: 'BV', description, location: '/' }],
    });
    return { sender, receiver, document, documentTypeId: MLS_DOCUMENT_TYPE, processId: MLS_PROCESS };
  }
}
