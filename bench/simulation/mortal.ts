import pg from 'pg';

/** What nobody waits for any longer: the process that asked is dead. */
const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);

/**
 * A process as the database sees it, which can die at any statement: before it is sent, or after it was done and before
 * anybody heard of it. What such a process still has in hand comes to no effect: its statements are never sent.
 */
export class Mortal {
  readonly #clients = new Set<pg.Client>();
  readonly #death = Promise.withResolvers<'died'>();
  #statementsLeft = Number.POSITIVE_INFINITY;
  #hearsNoAnswer = false;
  isDead = false;

  /** Settles when it dies. */
  get death(): Promise<'died'> {
    return this.#death.promise;
  }

  /** It dies at the so manieth statement from now on; `afterIt` when that was done. */
  dieAt(statement: number, afterIt: boolean): void {
    this.#statementsLeft = statement;
    this.#hearsNoAnswer = afterIt;
  }

  liveOn(): void {
    this.#statementsLeft = Number.POSITIVE_INFINITY;
  }

  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const client of this.#clients) streamOf(client)?.destroy();
    this.#death.resolve('died');
  }

  /** Work on what is not the database; it comes to nothing where the process is dead. */
  unlessDead<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.isDead ? never() : work();
  }

  has(client: pg.Client): void {
    this.#clients.add(client);
  }

  /** Sends a statement of its own. */
  ask(given: unknown[], send: (given: unknown[]) => unknown): unknown {
    if (this.isDead) return never();
    if (isHeartbeat(given[0])) return send(given);
    this.#statementsLeft--;
    if (this.#statementsLeft > 0) return send(given);
    if (!this.#hearsNoAnswer) {
      this.die();
      return never();
    }
    const die = () => this.die();
    if (typeof given.at(-1) === 'function') return send([...given.slice(0, -1), die]);
    void Promise.resolve(send(given)).then(die, die);
    return never();
  }
}

/** Comes by the real time, so that it would move the deaths. */
const isHeartbeat = (first: unknown): boolean => typeof first === 'string' && first.includes('update nodes');

const streamOf = (client: pg.Client): { destroy(): void } | undefined =>
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;

const owners = new WeakMap<pg.Client, Mortal | 'nobody'>();
let living: Mortal | undefined;

/** From now on new connections are those of this process; without one, nobody's. */
export function isLiving(mortal: Mortal | undefined): void {
  living = mortal;
}

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply: (query, client: pg.Client, given: unknown[]) => {
    const owner = owners.get(client) ?? living ?? 'nobody';
    if (!owners.has(client)) {
      owners.set(client, owner);
      if (owner !== 'nobody') owner.has(client);
    }
    const send = (parts: unknown[]): unknown => Reflect.apply(query, client, parts);
    return owner === 'nobody' ? send(given) : owner.ask(given, send);
  },
});
