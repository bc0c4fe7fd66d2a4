/** Seconds before each attempt, after the one before. [WHK-5] */
export const WEBHOOK_SCHEDULE: readonly number[] = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
];

const DAY_SECONDS = 86_400;
/** Receivers that come back together are not called together. */
const JITTER = 0.1;

/**
 * Seconds until the next attempt after `attempts` of them, or undefined when that was the last. A receiver may ask for
 * more time, up to a day. `random` is from 0 to 1.
 */
export function secondsUntilNext(
  schedule: readonly number[],
  { attempts, retryAfter, random }: { attempts: number; retryAfter: number | undefined; random: number },
): number | undefined {
  const planned = schedule[attempts];
  if (planned === undefined) return undefined;
  const spread = planned * (1 - JITTER + 2 * JITTER * random);
  return Math.max(spread, Math.min(retryAfter ?? 0, DAY_SECONDS));
}

/** Seconds that a `Retry-After` asks for: a number of them, or a date. */
export function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000);
}

const HOURS_MS = 3_600_000;
/** Longer than the longest pause between attempts: a failure after it begins a new story. */
const STORY_MS = 48 * HOURS_MS;
const WARN_AFTER_MS = 24 * HOURS_MS;
const DISABLE_AFTER_MS = 120 * HOURS_MS;

/** Since when an endpoint that failed at `now`, and the last time then, has failed without one success. */
export function failingSince(since: Date | null, lastFailedAt: Date | null, now: Date): Date {
  const goesOn = since && lastFailedAt && now.getTime() - lastFailedAt.getTime() < STORY_MS;
  return goesOn ? since : now;
}

/** When an endpoint that has failed since then is disabled, unless it answers before. */
export const disablesAt = (since: Date): Date => new Date(since.getTime() + DISABLE_AFTER_MS);

/** What is to be done about an endpoint that has failed since then. [WHK-7] */
export function consequence(since: Date, now: Date): 'none' | 'warn' | 'disable' {
  const forMs = now.getTime() - since.getTime();
  if (forMs >= DISABLE_AFTER_MS) return 'disable';
  return forMs >= WARN_AFTER_MS ? 'warn' : 'none';
}

const BROKEN_AFTER = 5;
const IN_FLIGHT = 20;

const IN_FLIGHT_WHEN_SLOW = 2;

/**
 * Deliveries to one endpoint at the same time. One that only fails is asked one by one until it answers again; one whose
 * answers take seconds has the fewer under way the longer they take, so that what it holds of the node stays the same.
 */
export function inFlightAtMost(consecutiveFailures: number, answerSeconds: number): number {
  if (consecutiveFailures >= BROKEN_AFTER) return 1;
  return Math.max(IN_FLIGHT_WHEN_SLOW, Math.floor(IN_FLIGHT / Math.max(1, answerSeconds)));
}
