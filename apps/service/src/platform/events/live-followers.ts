import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { AccountId } from '../ids.ts';
import { accountEventsAfter, type LogEvent } from './log-event.ts';

export interface FollowOptions {
  accountId: AccountId;
  /** The place after which to begin; what follows from now on when omitted. */
  after?: number;
  /**
   * Called with the next events of the account, in the order of the log, each once. While it catches up with what is past,
   * the next ones wait for the promise; what happens from then on does not: a reader that is slow keeps its own count.
   */
  onEvents: (events: readonly LogEvent[]) => void | Promise<void>;
  /** This node ends, or the events cannot be read: nothing more will come. */
  onEnd?: () => void;
}

export interface Following {
  stop(): void;
}

interface Follower extends FollowOptions {
  /** Everything up to here was handed over. */
  position: number;
  stopped: boolean;
}

const PAGE = 500;

/** Those on this node who hear of events while they are connected. They share one reader of the log. */
export class LiveFollowers {
  readonly #db: Db;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #byAccount = new Map<AccountId, Set<Follower>>();
  /** Everything up to here was handed to all that are in the map. */
  #head = 0;

  constructor(db: Db, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#byAccount.size === 0;
  }

  get head(): number {
    return this.#head;
  }

  follow(options: FollowOptions): Following {
    const follower = { ...options, position: options.after ?? this.#head, stopped: false };
    void this.#catchUp(follower);
    return {
      stop: () => {
        follower.stopped = true;
        this.#leave(follower);
      },
    };
  }

  /** The log has grown up to `head`, by `events` and by others of accounts that nobody follows. */
  handOver(events: readonly LogEvent[], head: number): void {
    this.#head = Math.max(this.#head, head);
    const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
    for (const [accountId, theirs] of byAccount)
      for (const follower of [...(this.#byAccount.get(accountId) ?? [])]) this.#hand(follower, theirs);
  }

  end(): void {
    const followers = [...this.#byAccount.values()].flatMap((all) => [...all]);
    this.#byAccount.clear();
    for (const { onEnd } of followers) onEnd?.();
  }

  /** Reads what is past, and joins the others at the moment at which it knows all that they do. */
  async #catchUp(follower: Follower): Promise<void> {
    try {
      while (!follower.stopped && follower.position < this.#head) {
        const { accountId, position } = follower;
        const page = await accountEventsAfter(this.#db, { accountId, after: position, limit: PAGE });
        if (follower.stopped) return;
        follower.position = Math.max(follower.position, page.lastSeq);
        if (page.events.length > 0) await follower.onEvents(page.events);
      }
      if (!follower.stopped) this.#join(follower);
    } catch (error) {
      this.#drop(follower, error);
    }
  }

  #join(follower: Follower): void {
    const others = this.#byAccount.get(follower.accountId) ?? new Set();
    this.#byAccount.set(follower.accountId, others.add(follower));
  }

  #leave(follower: Follower): void {
    const others = this.#byAccount.get(follower.accountId);
    others?.delete(follower);
    if (others?.size === 0) this.#byAccount.delete(follower.accountId);
  }

  #hand(follower: Follower, events: readonly LogEvent[]): void {
    const news = events.filter(({ seq }) => seq > follower.position);
    const last = news.at(-1);
    if (!last) return;
    follower.position = last.seq;
    try {
      void Promise.resolve(follower.onEvents(news)).catch((error) => this.#drop(follower, error));
    } catch (error) {
      this.#drop(follower, error);
    }
  }

  #drop(follower: Follower, error: unknown): void {
    this.#log.warn({ err: error }, 'a follower of the event log was given up');
    follower.stopped = true;
    this.#leave(follower);
    follower.onEnd?.();
  }
}
