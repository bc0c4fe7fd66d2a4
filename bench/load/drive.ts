import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '../../scripts/seeded-random.ts';
import { now, type Pace, poisson } from './clock.ts';
import type { Customer } from './customers.ts';
import { randomSize } from './documents.ts';
import { Follower } from './follow.ts';
import { pick } from './pick.ts';
import { arrives, type Receiver } from './population.ts';
import { submit } from './submit.ts';
import { type Outbound, Tally } from './tally.ts';
import type { World } from './world.ts';

/** Documents that come by themselves, from some to some. */
export interface Stream {
  perSecond: number;
  customers: readonly (readonly [Customer, weight: number])[];
  receivers: readonly (readonly [Receiver, weight: number])[];
}

/** Before anything is measured. */
export const WARM_UP_SECONDS = 20;

export interface Phase {
  name: string;
  from: number;
  to: number;
}

/** The first customer is the largest: each further one sends half as much as the first, a third, and so on. */
export const byRank = (customers: readonly Customer[]): Stream['customers'] =>
  customers.map((customer) => [customer, 1 / (customer.index + 1)] as const);

export const evenly = (receivers: readonly Receiver[]): Stream['receivers'] =>
  receivers.map((receiver) => [receiver, 1] as const);

/** Everything that is done to the service in a run. */
export class Drive {
  readonly tally = new Tally();
  readonly #world: World;
  readonly #random: Random;
  readonly #followers: readonly Follower[];
  readonly #underWay = new Set<Promise<Outbound>>();
  #count = 0;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#random = randomFrom(seed);
    this.#followers = world.customers.map((customer) => new Follower(this.tally, customer));
  }

  /** Lets documents come for so long; what is under way at the end is not waited for. */
  async during(
    name: string,
    seconds: number,
    streams: readonly Stream[],
    inboundPerSecond: number,
  ): Promise<Phase> {
    const from = now();
    this.#world.far.sendPerSecond(inboundPerSecond);
    const paces: Pace[] = streams.map(({ perSecond }) => ({ perSecond, isOver: false }));
    const over = streams.map((stream, index) =>
      poisson(this.#random, paces[index] ?? { perSecond: 0, isOver: true }, (due) => {
        const customer = pick(this.#random, stream.customers);
        void this.send(customer, pick(this.#random, stream.receivers), due);
      }),
    );
    await sleep(seconds * 1_000);
    for (const pace of paces) pace.isOver = true;
    this.#world.far.sendPerSecond(0);
    await Promise.all(over);
    return { name, from, to: now() };
  }

  /** So many at once for so long: as fast as they are taken. */
  async asFastAsPossible(seconds: number, atOnce: number, receivers: readonly Receiver[]): Promise<Phase> {
    const from = now();
    const stream = { customers: byRank(this.#world.customers), receivers: evenly(receivers) };
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (now() - from < seconds * 1_000)
          await this.send(pick(this.#random, stream.customers), pick(this.#random, stream.receivers), now());
      }),
    );
    return { name: 'as fast as possible', from, to: now() };
  }

  async send(customer: Customer, receiver: Receiver, due: number): Promise<void> {
    const number = `LOAD-OUT-${++this.#count}`;
    const sent = submit(this.tally, customer, receiver, { number, due, bytes: randomSize(this.#random) });
    this.#underWay.add(sent);
    await sent;
    this.#underWay.delete(sent);
  }

  /** Until everything that was accepted has arrived and its sender was told; false when that takes longer. */
  async drained(seconds: number): Promise<boolean> {
    for (const end = now() + seconds * 1_000; now() < end; await sleep(250)) {
      const { underWay } = await this.#world.far.count();
      const isIdle =
        underWay === 0 &&
        this.#underWay.size === 0 &&
        this.#followers.every((follower) => follower.underWay === 0);
      if (isIdle && this.waiting() === 0) return true;
    }
    return false;
  }

  /** Documents that were accepted, go to somebody whom they reach, and of which that was not told yet. */
  waiting(): number {
    const all = [...this.tally.outbound.values()];
    return all.filter((one) => this.tally.isAccepted(one) && arrives(one.manner) && one.toldAt === undefined)
      .length;
  }

  async close(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.close()));
  }
}
