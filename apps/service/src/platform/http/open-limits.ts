import type { OpenLimit } from '../access/route-access.ts';
import { addressKey, type Limit, perHour, perMinute, type RateLimiter } from './rate-limit.ts';

/** What routes that anybody may call grant a source address, beside the limit of all of them together. [LIM-6] */
const OPEN_LIMITS: Record<OpenLimit, readonly [name: string, limit: Limit][]> = {
  'sign-in': [
    ['sign-in/minute', perMinute(10)],
    ['sign-in/hour', perHour(100)],
  ],
  challenge: [
    ['challenge/minute', perMinute(10)],
    ['challenge/hour', perHour(100)],
  ],
  forgot: [['forgot/minute', perMinute(5)]],
  reset: [['reset/minute', perMinute(5)]],
  signup: [['signup/attempt', perHour(30)]],
};

/** What an address has for all that anybody may call. [LIM-6] */
export function takeAny(rateLimiter: RateLimiter, address: string): void {
  rateLimiter.take('open/hour', addressKey(address), perHour(600));
}

/** Counts a call before its body is read: one that the schema refuses counts like any other. */
export function takeOpen(rateLimiter: RateLimiter, limit: OpenLimit, address: string): void {
  for (const [name, usual] of OPEN_LIMITS[limit]) rateLimiter.take(name, addressKey(address), usual);
}
