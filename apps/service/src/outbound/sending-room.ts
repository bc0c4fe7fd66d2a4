import { LIGHT_BYTES } from '../platform/document-room.ts';
import type { AccountId, MessageId } from '../platform/ids.ts';

/** Two of the largest size; while one is sent, its envelope and what is encrypted are held beside it. */
export const SENDING_ROOM = 96 * 1_048_576;
/** Who was put off and does not come again for so long is sent elsewhere, or not at all. */
const LOST_MS = 60_000;

/** A document that wants to be sent. */
export interface Traveller {
  id: MessageId;
  account: AccountId;
  bytes: number;
}

/**
 * Room for documents on their way: a receiver may take ten minutes for one. Nobody waits here, as who waited would keep
 * a worker from all others; what finds no room is put off, and comes again. Room that becomes free is kept for who was put
 * off first: small documents would take it before a large one finds enough of it.
 */
export class SendingRoom {
  readonly #width: number;
  readonly #share: number;
  readonly #byAccount = new Map<AccountId, number>();
  /** Those that were put off, the first one first, and when they came last. */
  readonly #putOff = new Map<MessageId, Traveller & { cameAt: number }>();
  #held = 0;

  /** An account has half of it, so that its slow receivers keep no other account's documents waiting. */
  constructor(width = SENDING_ROOM, share = width / 2) {
    this.#width = width;
    this.#share = share;
  }

  /** A place for a document, left at the end of its `using`. Where nothing else is held, any size finds one. */
  enter(traveller: Traveller, now = Date.now()): Disposable | undefined {
    const { id, account, bytes } = traveller;
    if (bytes <= LIGHT_BYTES) return NOTHING_HELD;
    this.#forgetLost(now);
    if (!this.#hasRoom(traveller)) {
      // Who is there already keeps its turn.
      this.#putOff.set(id, { ...traveller, cameAt: now });
      return undefined;
    }
    this.#putOff.delete(id);
    this.#hold(account, bytes);
    return { [Symbol.dispose]: () => this.#hold(account, -bytes) };
  }

  /** Whether there is room for it beside what is kept for who was put off before: the first of its account, and of all. */
  #hasRoom({ id, account, bytes }: Traveller): boolean {
    let [ofAccount, ofAll] = [0, 0];
    for (const other of this.#putOff.values()) {
      if (other.id === id) break;
      if (other.account === account) ofAccount ||= other.bytes;
      // Who waits for others of its own account could not take the room.
      if (fits(other.bytes, this.#heldBy(other.account), this.#share)) ofAll ||= other.bytes;
    }
    return (
      fits(bytes, this.#heldBy(account) + ofAccount, this.#share) &&
      fits(bytes, this.#held + ofAll, this.#width)
    );
  }

  #heldBy(account: AccountId): number {
    return this.#byAccount.get(account) ?? 0;
  }

  #forgetLost(now: number): void {
    for (const { id, cameAt } of this.#putOff.values()) if (now - cameAt > LOST_MS) this.#putOff.delete(id);
  }

  #hold(account: AccountId, bytes: number): void {
    this.#held += bytes;
    const own = this.#heldBy(account) + bytes;
    if (own > 0) this.#byAccount.set(account, own);
    else this.#byAccount.delete(account);
  }
}

const fits = (bytes: number, taken: number, limit: number): boolean => taken === 0 || taken + bytes <= limit;

const NOTHING_HELD: Disposable = { [Symbol.dispose]: () => {} };
