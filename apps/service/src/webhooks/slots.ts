import type { AccountId } from '../platform/ids.ts';

/** Deliveries of this node under way at once; beyond them every endpoint still gets one. */
const OF_NODE = 1_000;
/** Of them for the endpoints of one account. What it has beyond them, one an endpoint, takes nothing from others. */
const OF_ACCOUNT = 200;

/** How many deliveries a node has under way, and for whom. */
export class Slots {
  #free = OF_NODE;
  readonly #held = new Map<AccountId, number>();

  /** How many more may begin for an endpoint of this account; below none when it has more than its share. */
  roomFor(accountId: AccountId): number {
    return Math.min(this.#free, OF_ACCOUNT - this.#heldBy(accountId));
  }

  take(accountId: AccountId): void {
    this.#hold(accountId, this.#heldBy(accountId) + 1);
  }

  giveBack(accountId: AccountId): void {
    this.#hold(accountId, this.#heldBy(accountId) - 1);
  }

  #heldBy(accountId: AccountId): number {
    return this.#held.get(accountId) ?? 0;
  }

  #hold(accountId: AccountId, count: number): void {
    this.#free += Math.min(this.#heldBy(accountId), OF_ACCOUNT) - Math.min(count, OF_ACCOUNT);
    if (count > 0) this.#held.set(accountId, count);
    else this.#held.delete(accountId);
  }
}
