import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WebhookId } from '../platform/ids.ts';
import { Signal } from '../platform/signal.ts';
import { EndpointWorker, type WorkerContext } from './endpoint-worker.ts';
import {
  endpointsDue,
  freeFormerLeases,
  giveBack,
  LEASE_SECONDS,
  type Leased,
  renewLeases,
  takeLeases,
} from './lease.ts';
import { SettleQueue } from './settle-queue.ts';
import { Slots } from './slots.ts';

/** How often this node looks for what is due, besides what it is told. */
const LOOK_MS = 500;
/** Looking again must not take more of our time than this share of it. */
const SHARE = 5;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** What is under way when the node stops has this long to end; after it, it is sent again by whoever comes next. */
const GRACE_MS = 5_000;

export type DelivererDeps = Omit<WorkerContext, 'settlements' | 'slots' | 'onError'> & {
  log: Pick<Logger, 'warn'>;
};

/**
 * Delivers events to webhook endpoints, apart from all other jobs: a worker for each endpoint that has something due, so
 * that one which hangs keeps nobody waiting but itself. An endpoint belongs to one node at a time.
 */
export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #context: WorkerContext;
  readonly #workers = new Map<WebhookId, EndpointWorker>();
  readonly #runs = new Set<Promise<void>>();
  readonly #told = new Set<WebhookId>();
  readonly #signal = new Signal();
  #loop: Promise<void> | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#context = {
      ...deps,
      settlements: new SettleQueue(deps.db),
      slots: new Slots(),
      onError: (error) => this.#say(error),
    };
  }

  async start(): Promise<void> {
    await freeFormerLeases(this.#deps.db, this.#deps.nodeId);
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
    this.#loop = this.#run();
  }

  /** These endpoints may have something due. */
  wake(ids: readonly WebhookId[]): void {
    for (const id of ids) {
      const worker = this.#workers.get(id);
      if (worker) worker.wake();
      else this.#told.add(id);
    }
    if (this.#told.size > 0) this.#signal.give();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#renewal);
    this.#signal.give();
    for (const worker of this.#workers.values()) worker.stop();
    await this.#loop;
    await Promise.race([Promise.all(this.#runs), sleep(GRACE_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    let nextLook = 0;
    while (!this.#stopped) {
      const told = [...this.#told];
      this.#told.clear();
      const startedAt = Date.now();
      const looks = startedAt >= nextLook;
      try {
        await this.#take(looks ? [...told, ...(await endpointsDue(this.#deps.db))] : told);
      } catch (error) {
        this.#say(error);
      }
      if (looks) nextLook = Date.now() + Math.max(LOOK_MS, SHARE * (Date.now() - startedAt));
      await this.#signal.rest(Math.max(0, nextLook - Date.now()));
    }
  }

  async #take(ids: readonly WebhookId[]): Promise<void> {
    const { db, nodeId } = this.#deps;
    const wanted = ids.filter((id) => !this.#workers.has(id));
    for (const leased of await takeLeases(db, nodeId, [...new Set(wanted)])) this.#employ(leased);
  }

  #employ(leased: Leased): void {
    const { id } = leased;
    const worker = new EndpointWorker(this.#context, leased);
    this.#workers.set(id, worker);
    const run = worker
      .run()
      .then(() => giveBack(this.#deps.db, this.#deps.nodeId, id))
      .catch((error: unknown) => this.#say(error))
      .finally(() => {
        this.#workers.delete(id);
        this.#runs.delete(run);
      });
    this.#runs.add(run);
    if (this.#stopped) worker.stop();
  }

  /** A worker whose lease another node has begins nothing more. */
  async #renew(): Promise<void> {
    try {
      const ids = [...this.#workers.keys()];
      const kept = new Set(await renewLeases(this.#deps.db, this.#deps.nodeId, ids));
      for (const id of ids) if (!kept.has(id)) this.#workers.get(id)?.stop();
    } catch (error) {
      this.#say(error);
    }
  }

  #say(error: unknown): void {
    if (!this.#stopped)
      this.#deps.log.warn({ err: error }, 'webhook deliveries were held up; tried again soon');
  }
}
