import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type Answer, fixture, type Pappel, until } from '../../apps/service/tests/harness.ts';
import { sbdhIds } from './killable.ts';

const invoice = fixture('invoice.xml');
/** Whoever is not answered for so long will not be. */
const LONGEST_MS = 180_000;
/** Before a customer's program asks again: a killed process is some time in dying, and takes connections until it has. */
const PAUSE_MS = 500;

/** From whom documents go to whom. */
export interface Road {
  from: Pappel;
  sender: Account;
  senderAddress: string;
  to: Pappel;
  receiver: Account;
  receiverAddress: string;
}

/** What became of what was sent along a road. */
export interface Journey {
  accepted: number;
  delivered: number;
  lost: number;
  doubled: number;
  /** How many documents were submitted more than once until somebody answered, and how often the worst. */
  retried: number;
  mostTries: number;
  /** Why they were. */
  refusals: Record<string, number>;
}

/** Customers who submit one document after the other along a road, each again under its key until it is answered. */
export class RoadLoad {
  readonly #road: Road;
  readonly #name: string;
  readonly #lines: Promise<void>[];
  readonly #ids: string[] = [];
  readonly #tries: number[] = [];
  readonly #refusals: Record<string, number> = {};
  #isOver = false;

  constructor(name: string, road: Road, lines: number) {
    this.#road = road;
    this.#name = name;
    this.#lines = Array.from({ length: lines }, (_, line) => this.#submitAll(line));
  }

  get accepted(): number {
    return this.#ids.length;
  }

  /** No more of them, and all that were accepted have come to their end. */
  async end(): Promise<Journey> {
    this.#isOver = true;
    await Promise.all(this.#lines);
    const { from, sender, to, receiver } = this.#road;
    const delivered = await this.#delivered();
    const sent = await sbdhIds(from, sender, 'OUTBOUND');
    const got = await sbdhIds(to, receiver, 'INBOUND');
    const [all, there] = [new Set(sent), new Set(got)];
    return {
      accepted: this.#ids.length,
      delivered,
      lost: this.#ids.length - delivered + sent.filter((id) => !there.has(id)).length,
      doubled: sent.length - new Set(this.#ids).size + (got.length - there.size) + strangers(there, all),
      retried: this.#tries.filter((tries) => tries > 1).length,
      mostTries: Math.max(0, ...this.#tries),
      refusals: this.#refusals,
    };
  }

  async #submitAll(line: number): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const { id, tries } = await this.#submit(`${this.#name}-${line}-${i}`);
      this.#ids.push(id);
      this.#tries.push(tries);
    }
  }

  async #submit(key: string): Promise<{ id: string; tries: number }> {
    const { from, sender, senderAddress, receiverAddress } = this.#road;
    const body = {
      ...{ sender: senderAddress, receiver: receiverAddress },
      ...{ type: 'invoice', payload: invoice, externalReference: key },
    };
    const submit = () => from.call('POST', '/v1/messages', sender.key, body, { 'idempotency-key': key });
    const end = Date.now() + LONGEST_MS;
    for (let tries = 1; Date.now() < end; tries++) {
      const answer = await submit().catch((error: Error) => error);
      if ('body' in answer && answer.body?.id) return { id: answer.body.id, tries };
      this.#note(answer);
      await sleep(PAUSE_MS);
    }
    throw new Error(`${key} was never taken: ${JSON.stringify(this.#refusals)}`);
  }

  #note(refusal: Answer | Error): void {
    const why =
      refusal instanceof Error
        ? ((refusal.cause as { code?: string } | undefined)?.code ?? refusal.message)
        : `${refusal.status} ${refusal.body?.error?.code}`;
    this.#refusals[why] = (this.#refusals[why] ?? 0) + 1;
  }

  async #delivered(): Promise<number> {
    const { from, sender } = this.#road;
    const query = 'direction=OUTBOUND&status=AS4_ACCEPTED&counts=true&limit=0';
    const count = async (): Promise<number> => {
      const answer = await from.call('GET', `/v1/messages?${query}`, sender.key).catch(() => undefined);
      return answer?.body?.counts?.byStatus?.AS4_ACCEPTED ?? 0;
    };
    return until(count, (delivered) => delivered >= this.#ids.length, LONGEST_MS);
  }
}

const strangers = (got: ReadonlySet<string>, sent: ReadonlySet<string>): number =>
  [...got].filter((id) => !sent.has(id)).length;
