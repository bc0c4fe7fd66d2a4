import type { Principal } from '../platform/access/principal.ts';
import { AppError } from '../platform/errors.ts';
import type { EventLog } from '../platform/events/follow.ts';
import type { LogEvent } from '../platform/events/log-event.ts';

/** Requests of one credential that may wait at the same time. */
const AT_A_TIME = 20;

export interface Wait {
  after: number;
  seconds: number;
  isWanted(event: LogEvent): boolean;
}

/** Requests that wait for the next event, on this node. */
export class EventWaits {
  readonly #events: EventLog;
  readonly #waiting = new Map<string, number>();

  constructor(events: EventLog) {
    this.#events = events;
  }

  /**
   * The events of the account up to the first that is wanted, and those that came with it; before them, from `after` on, is
   * none that is wanted. Undefined when the time is over, or when this node stops.
   */
  async until(
    principal: Principal,
    { after, seconds, isWanted }: Wait,
  ): Promise<readonly LogEvent[] | undefined> {
    const id = principal.kind === 'user' ? principal.session.id : principal.apiKeyId;
    const others = this.#waiting.get(id) ?? 0;
    if (others >= AT_A_TIME)
      throw new AppError('RATE_LIMITED', {
        message: `${AT_A_TIME} requests of this credential wait for events already. Let one of them end first.`,
        retryAfter: seconds,
      });
    this.#waiting.set(id, others + 1);
    try {
      return await new Promise((resolve) => {
        const timer = setTimeout(end, seconds * 1000);
        const following = this.#events.follow({
          accountId: principal.accountId,
          after,
          onEvents: (events) => {
            if (events.some(isWanted)) end(events);
          },
          onEnd: () => end(),
        });
        function end(events?: readonly LogEvent[]): void {
          clearTimeout(timer);
          following.stop();
          resolve(events);
        }
      });
    } finally {
      const left = (this.#waiting.get(id) ?? 1) - 1;
      if (left > 0) this.#waiting.set(id, left);
      else this.#waiting.delete(id);
    }
  }
}
