import { setTimeout as sleep } from 'node:timers/promises';
import { ebmsError, notServiced } from '@pappel/as4/ebms-error';
import { type As4Request, type ReceiveContext, type Received, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import type { As4Answer } from '@pappel/localnet/as4-server';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { readSbd } from '@pappel/sbdh/read';
import { type Manner, type Receiver, SLOW_MS } from './population.ts';

/** The number of a document of ours, near its beginning. */
const NUMBER = /<cbc:ID>(LOAD-[^<]+)</;
const HEAD_BYTES = 8_192;

/** The number that a document was given by whoever made it here; undefined for one of somebody else. */
export const numberIn = (bytes: Uint8Array): string | undefined =>
  NUMBER.exec(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))?.[1];

/** Access points of the receivers, in one: each answers by the manner of who is addressed, and what was given is counted. */
export class FarReceivers {
  readonly #key: KeyMaterial;
  readonly #as4: ReceiveContext;
  readonly #manners: Map<string, Manner>;
  readonly #failedOnce = new Set<string>();
  /** Receipts by the number of the document. */
  readonly receipts = new Map<string, number>();

  constructor(key: KeyMaterial, as4: ReceiveContext, receivers: readonly Receiver[]) {
    this.#key = key;
    this.#as4 = as4;
    this.#manners = new Map(receivers.map(({ participant, manner }) => [participant, manner]));
  }

  async answer(request: As4Request): Promise<As4Answer | undefined> {
    const received = await receive(this.#as4, request);
    if (received.kind === 'refused') return errorReply(received.error, received.refToMessageId, this.#key);
    const { messageId } = received.userMessage;
    const reading = readSbd(received.payload);
    const manner = reading.ok ? this.#manners.get(reading.sbdh.receiver) : undefined;
    const number = numberIn(received.payload);
    if (!manner || number === undefined)
      return errorReply(notServiced('Nobody here takes this'), messageId, this.#key);
    switch (manner) {
      case 'never-answers':
        return undefined;
      case 'slow':
        await sleep(SLOW_MS);
        break;
      case 'fails-at-first':
        if (!this.#failedOnce.delete(messageId)) {
          this.#failedOnce.add(messageId);
          return errorReply(ebmsError('EBMS:0202', 'Not at the first attempt'), messageId, this.#key);
        }
    }
    return this.#receiptFor(received, number);
  }

  async #receiptFor(received: Received, number: string): Promise<As4Answer> {
    const reply: As4Reply = await receiptFor(received, this.#key);
    const onGiven = (): void => void this.receipts.set(number, (this.receipts.get(number) ?? 0) + 1);
    return { ...reply, onGiven };
  }
}
