import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Principal } from '../platform/access/principal.ts';
import type { EventLog } from '../platform/events/follow.ts';
import { isInReach } from '../platform/events/in-reach.ts';
import type { Following } from '../platform/events/live-followers.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import { eventFrame, HEARTBEAT, OPENING } from './frame.ts';
import type { Holder } from './ticket.ts';

/** Bytes that may wait for a reader; one that lets more gather is cut off, and resumes by its last id. */
const UNREAD_BYTES = 1_048_576;
/** Heartbeats in which a reader that has something to take takes nothing, before it is cut off. */
const MOST_IDLE_BEATS = 2;
/** Closed after an hour, more or less: readers that come back spread over the nodes there are then. */
const LIFE_MS = 3_600_000;
const SPREAD = 0.1;

/** One open stream. */
export class LiveStream {
  /** Read anew now and then: reach may change while a stream is open. */
  principal: Principal;
  readonly holder: Holder;
  readonly output: Readable;
  readonly connection: Socket | undefined;
  #following: Following | undefined;
  #pushedBytes = 0;
  #takenBytes = -1;
  #confirmedBytes = -1;
  #idleBeats = 0;
  #isEnding = false;

  /** `connection` is where the stream goes, when it is known. */
  constructor(principal: Principal, holder: Holder, onClose: () => void, connection?: Socket) {
    this.connection = connection;
    this.principal = principal;
    this.holder = holder;
    this.output = new Readable({ read: () => this.output.emit('drained') });
    const life = setTimeout(() => this.end(), LIFE_MS * (1 + SPREAD * (2 * Math.random() - 1)));
    life.unref();
    this.output.once('close', () => {
      clearTimeout(life);
      this.#following?.stop();
      onClose();
    });
    this.say(OPENING);
  }

  /** Sends what follows a place in the log, for as long as the stream is open. */
  follow(events: EventLog, after: number): void {
    this.#following = events.follow({
      accountId: this.principal.accountId,
      after,
      onEvents: (news) => this.#tell(news),
      onEnd: () => this.end(),
    });
  }

  /** @returns whether more is welcome at once */
  say(text: string): boolean {
    if (this.output.destroyed || this.#isEnding) return true;
    const isWelcome = this.output.push(text);
    this.#pushedBytes += Buffer.byteLength(text);
    if (this.output.readableLength > UNREAD_BYTES) this.output.destroy();
    return isWelcome;
  }

  /**
   * A sign of life; who takes nothing any more, or confirms nothing of what the system sends, gives its place back.
   *
   * @param unconfirmed bytes that the system still holds, when it says so
   */
  beat(unconfirmed?: number): void {
    const isIdle = this.#isLeftUnread() || this.#isUnconfirmed(unconfirmed);
    this.#idleBeats = isIdle ? this.#idleBeats + 1 : 0;
    if (this.#idleBeats >= MOST_IDLE_BEATS) this.output.destroy();
    else this.say(HEARTBEAT);
  }

  #isLeftUnread(): boolean {
    const taken = this.#pushedBytes - this.output.readableLength;
    const isSame = taken === this.#takenBytes;
    this.#takenBytes = taken;
    return isSame && this.output.readableLength > 0;
  }

  /** A client that vanished does not confirm the last heartbeat; one that is only far away has confirmed more by the next. */
  #isUnconfirmed(unconfirmed = 0): boolean {
    const confirmed = (this.connection?.bytesWritten ?? 0) - unconfirmed;
    const isSame = confirmed === this.#confirmedBytes;
    this.#confirmedBytes = confirmed;
    return isSame && unconfirmed > 0;
  }

  /** Says all that is still to be said, and no more. */
  end(): void {
    this.#following?.stop();
    this.#isEnding = true;
    if (!this.output.destroyed) this.output.push(null);
  }

  /** While the past is told the reader sets the pace; what happens now does not wait. */
  async #tell(events: readonly LogEvent[]): Promise<void> {
    const { reach } = this.principal;
    const frames = events.filter((event) => isInReach(reach, event)).map(eventFrame);
    if (frames.length === 0 || this.say(frames.join(''))) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([
      once(this.output, 'drained', { signal }),
      once(this.output, 'close', { signal }),
    ]).finally(() => waiting.abort());
  }
}
