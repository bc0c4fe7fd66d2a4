import type { PappelError } from './error.ts';

/** An attempt that failed, and what the answer said of trying again. */
export interface Failure {
  error: PappelError;
  /** Seconds or a date [RFC 9110 10.2.3]. */
  retryAfter: string | null;
}

/** Longer waits are the caller's to decide about. */
const LONGEST_ASKED_MS = 60_000;
const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const PASSING = new Set([502, 503, 504]);

/**
 * Milliseconds to wait before the next attempt, or undefined when there should be none.
 *
 * @param attempt how many failed before this one
 * @param isRepeatable whether doing it twice is the same as doing it once
 */
export function waitBefore(
  { error, retryAfter }: Failure,
  attempt: number,
  isRepeatable: boolean,
): number | undefined {
  // What was limited was not begun.
  const mayRepeat = error.status === 429 || (isRepeatable && isPassing(error));
  if (!mayRepeat) return undefined;
  const asked = millisecondsOf(retryAfter);
  if (asked === undefined) return backoff(attempt);
  return asked <= LONGEST_ASKED_MS ? asked : undefined;
}

/** Whether the same request may well succeed in a moment. */
export function isPassing({ status, code }: PappelError): boolean {
  if (code === 'NETWORK_ERROR' || code === 'TIMED_OUT' || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  return status !== undefined && PASSING.has(status);
}

/** Twice as long each time, and never the same for two that failed together. */
export function backoff(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function millisecondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Rejects with the signal's reason when it aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
