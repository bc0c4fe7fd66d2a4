import { sendUserMessage } from '@pappel/as4/send';
import { messageTo, type PostContext, problemOf } from '@pappel/localnet/post';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { DiscoveryCache } from '@pappel/smp/discovery-cache';
import { type Random, randomFrom } from '../../scripts/seeded-random.ts';
import { now, type Pace, poisson } from './clock.ts';
import { randomSize, writeInvoice } from './documents.ts';
import { STRANGER } from './population.ts';

/** A document that was sent to a customer of the service. */
export interface Inbound {
  number: string;
  due: number;
  /** From when it was due to its Receipt. */
  ms: number;
  /** Why it got none. */
  problem?: string;
}

const invoice = aliasToType('invoice');
if (!invoice) throw new Error('nobody knows invoices');
const INVOICE = invoice;

/** Everybody elsewhere who sends to the customers of the service, without ever waiting for the Receipt of the one before. */
export class FarSenders {
  readonly #context: PostContext;
  readonly #discoveries: DiscoveryCache;
  readonly #random: Random;
  readonly #customers: readonly ParticipantId[];
  readonly #pace: Pace = { perSecond: 0, isOver: false };
  readonly sent: Inbound[] = [];
  #underWay = 0;
  #count = 0;

  constructor(context: PostContext, customers: readonly ParticipantId[], seed: number) {
    this.#context = context;
    this.#discoveries = new DiscoveryCache(context.smp);
    this.#customers = customers;
    this.#random = randomFrom(seed);
    void poisson(this.#random, this.#pace, (due) => void this.#send(due));
  }

  set perSecond(rate: number) {
    this.#pace.perSecond = rate;
  }

  get underWay(): number {
    return this.#underWay;
  }

  async #send(due: number): Promise<void> {
    this.#underWay++;
    const number = `LOAD-IN-${++this.#count}`;
    const problem = await this.#deliver(number).catch((error: Error) => error.message);
    this.#underWay--;
    this.sent.push({ number, due, ms: now() - due, ...(problem === undefined ? {} : { problem }) });
  }

  async #deliver(number: string): Promise<string | undefined> {
    const receiver = this.#customers[Math.floor(this.#random() * this.#customers.length)] ?? STRANGER;
    const bytes = randomSize(this.#random);
    const document = Buffer.from(writeInvoice({ number, sender: STRANGER, receiver, bytes }));
    const { discovery } = await this.#discoveries.find({ participant: receiver, ...INVOICE });
    if (discovery.kind !== 'found') return discovery.detail;
    const letter = { sender: STRANGER, receiver, ...INVOICE, document };
    return problemOf(
      await sendUserMessage(this.#context.as4, messageTo(discovery.endpoint, letter, this.#context.seat)),
    );
  }
}
