import { setTimeout as sleep } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { AccountId, DeliveryId, WebhookId } from '../platform/ids.ts';
import { Signal } from '../platform/signal.ts';
import { inDeliverySpan, traceOfDocument } from './delivery-span.ts';
import { noteFailure, noteSuccess } from './health.ts';
import type { Leased } from './lease.ts';
import { type Poster, post } from './post.ts';
import { inFlightAtMost } from './retry.ts';
import { GONE, isSuccess, type Settlement, settle, writeSettlements } from './settle.ts';
import type { SettleQueue } from './settle-queue.ts';
import { readSigningSecret } from './signing-secret.ts';
import type { Slots } from './slots.ts';

/** What all workers of a node share. */
export interface WorkerContext {
  db: Db;
  nodeId: string;
  poster: Poster;
  webhookKey: Buffer;
  schedule: readonly number[];
  settlements: SettleQueue;
  slots: Slots;
  onError(error: unknown): void;
}

type Due = Pick<
  Selectable<Tables['webhook_deliveries']>,
  'id' | 'event_id' | 'event_type' | 'body' | 'attempts' | 'message_id'
> &
  Pick<Selectable<Tables['webhooks']>, 'url' | 'secret' | 'consecutive_failures' | 'failing_since'> & {
    /** That of the document which the event is about, where somebody traces. */
    traceparent?: string | null;
  };

/**
 * What this node adds it is told of; another node may have added something, which is looked for this long after a delivery
 * ended, and once more before others may have the endpoint.
 */
const LOOK_AGAIN_MS = 250;
/** The same while deliveries are under way of which none ends. */
const LONGEST_MS = 1_000;
/** Ends of deliveries that come close together are followed by one look for the next ones. */
const GATHER_MS = 3;
/** What could not be written down is due still: a database that takes no writes must not have a receiver called in a loop. */
const UNWRITTEN_MS = 1_000;
/** How many answers count for how long an endpoint takes. */
const ANSWERS_LOOKED_AT = 5;

/**
 * Delivers to one endpoint for as long as this node has the lease on it: what is due, oldest first, some at a time. Each
 * attempt reads the endpoint anew, so that a rotated secret or another URL is in force at once. If the process dies, what
 * was under way is due still, and is sent again under the same webhook-id.
 */
export class EndpointWorker {
  readonly #context: WorkerContext;
  readonly #id: WebhookId;
  readonly #accountId: AccountId;
  readonly #underWay = new Map<DeliveryId, Promise<void>>();
  readonly #signal = new Signal();
  #lookingAgain: NodeJS.Timeout | undefined;
  /** Whether more may be due than there was room for. */
  #isBehind = false;
  #atMost = inFlightAtMost(0, 0);
  #answerSeconds = 0;
  #stopped = false;

  constructor(context: WorkerContext, { id, accountId }: Leased) {
    this.#context = context;
    this.#id = id;
    this.#accountId = accountId;
  }

  /** There may be something new. */
  wake(): void {
    this.#signal.give();
  }

  /** Begins nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#signal.give();
  }

  /** Until nothing has been due for a moment, or it was stopped and what is under way has ended. */
  async run(): Promise<void> {
    let isIdle = false;
    while (!this.#stopped) {
      const begun = await this.#look();
      if (isIdle && begun === 0) break;
      isIdle = this.#underWay.size === 0;
      await this.#signal.rest(isIdle ? LOOK_AGAIN_MS : LONGEST_MS);
      if (!isIdle) await sleep(GATHER_MS);
    }
    await Promise.all(this.#underWay.values());
    clearTimeout(this.#lookingAgain);
  }

  /** Begins what is due, as far as there is room; answers how many that were. */
  async #look(): Promise<number> {
    clearTimeout(this.#lookingAgain);
    this.#lookingAgain = undefined;
    const room = this.#room();
    const due = room > 0 ? await this.#due(room) : [];
    const begun = due.slice(0, Math.max(1, this.#atMost - this.#underWay.size));
    this.#isBehind = due.length >= room || begun.length < due.length;
    for (const delivery of begun) this.#begin(delivery);
    return begun.length;
  }

  /** Whoever hangs takes some of the node's slots, but never the last one of another. */
  #room(): number {
    const own = this.#atMost - this.#underWay.size;
    const least = this.#underWay.size === 0 ? 1 : 0;
    return Math.min(own, Math.max(this.#context.slots.roomFor(this.#accountId), least));
  }

  async #due(limit: number): Promise<Due[]> {
    const { db, nodeId, onError } = this.#context;
    const { rows } = await sql<Due>`
      select d.id, d.event_id, d.event_type, d.body, d.attempts, d.message_id,
        w.url, w.secret, w.consecutive_failures, w.failing_since ${traceOfDocument()}
      from webhooks as w join webhook_deliveries as d on d.webhook_id = w.id and d.account_id = w.account_id
      where w.id = ${this.#id} and w.status = 'ACTIVE' and w.leased_by = ${nodeId}
        and d.status = 'PENDING' and d.next_attempt_at <= now()
        and not d.id = any(${[...this.#underWay.keys()]}::uuid[])
      order by d.next_attempt_at limit ${limit}`
      .execute(overAll(db, 'job'))
      .catch((error: unknown) => {
        onError(error);
        return { rows: [] };
      });
    this.#atMost = inFlightAtMost(rows[0]?.consecutive_failures ?? 0, this.#answerSeconds);
    return rows;
  }

  #begin(delivery: Due): void {
    const { slots, onError } = this.#context;
    slots.take(this.#accountId);
    const attempt = this.#attempt(delivery)
      .catch((error: unknown) => {
        onError(error);
        return sleep(UNWRITTEN_MS);
      })
      .finally(() => {
        slots.giveBack(this.#accountId);
        this.#underWay.delete(delivery.id);
        this.#onEnd();
      });
    this.#underWay.set(delivery.id, attempt);
  }

  /** There is room for what waited for it; where nothing did, a look for each delivery would find next to nothing. */
  #onEnd(): void {
    if (this.#isBehind) this.#signal.give();
    else this.#lookingAgain ??= setTimeout(() => this.#signal.give(), LOOK_AGAIN_MS);
  }

  async #attempt(due: Due): Promise<void> {
    const { poster, webhookKey, schedule, settlements } = this.#context;
    const secret = readSigningSecret(webhookKey, due.secret);
    const letter = { url: due.url, secret, eventId: due.event_id, body: due.body };
    const called = { webhookId: this.#id, accountId: this.#accountId, due };
    const answer = await inDeliverySpan(called, () => post(poster, letter));
    this.#answerSeconds += (answer.durationMs / 1_000 - this.#answerSeconds) / ANSWERS_LOOKED_AT;
    const now = new Date();
    const settlement = settle(due, answer, { schedule, now, random: Math.random() });
    const wasIll = due.consecutive_failures > 0 || due.failing_since !== null;
    if (isSuccess(answer) && !wasIll) await settlements.add(settlement);
    else await this.#settleWithHealth(settlement, now);
  }

  /** What an answer says of the endpoint is written with it: if we die before, it is sent again and judged then. */
  #settleWithHealth(settlement: Settlement, now: Date): Promise<void> {
    const { answer } = settlement;
    return transaction(this.#context.db, async (tx) => {
      // The endpoint before its delivery, as who deletes it locks them.
      if (isSuccess(answer)) await noteSuccess(tx, this.#id);
      else await noteFailure(tx, this.#id, { isGone: answer.status === GONE, now });
      await writeSettlements(tx, [settlement]);
    });
  }
}
