/**
 * `node --expose-gc bench/rate-limits.ts`: our token bucket beside rate-limiter-flexible's limiter in memory. What a call
 * costs, what a million callers leave behind, how many calls come through around the end of a window, and how long the
 * eleventh of ten calls a minute is told to wait. See docs/adr/0005.
 */
import { performance } from 'node:perf_hooks';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../apps/service/src/platform/errors.ts';
import { perMinute, RateLimiter } from '../apps/service/src/platform/http/rate-limit.ts';

const CALLERS = 1_000_000;
const CALLS = 1_000_000;

async function measure(name: string, take: (key: string) => unknown): Promise<void> {
  const started = performance.now();
  for (let i = 0; i < CALLS; i++) await take('one');
  const each = ((performance.now() - started) / CALLS) * 1_000;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < CALLERS; i++) await take(`caller ${i}`);
  globalThis.gc?.();
  const left = (process.memoryUsage().heapUsed - before) / 1_048_576;
  console.log(`${name}: ${each.toFixed(2)} µs a call, ${left.toFixed(0)} MB for ${CALLERS} callers`);
}

const attempt = async (take: () => unknown): Promise<boolean> => {
  try {
    await take();
    return true;
  } catch {
    return false;
  }
};

/** Of 20 calls just before a window of a second ends and 20 just after it began, at ten a second. */
async function seam(take: () => unknown, wait: (ms: number) => Promise<void>): Promise<number> {
  let passed = 0;
  await take();
  await wait(900);
  for (let i = 0; i < 20; i++) if (await attempt(take)) passed++;
  await wait(150);
  for (let i = 0; i < 20; i++) if (await attempt(take)) passed++;
  return passed;
}

const really = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const many = new RateLimiter();
await measure('ours', (key) => many.take('x', key, { burst: 10_000_000, perSecond: 1 }));
const flexible = new RateLimiterMemory({ points: 10_000_000, duration: 3_600 });
await measure('rate-limiter-flexible', (key) => flexible.consume(key));

const second = new RateLimiterMemory({ points: 10, duration: 1 });
const bucket = new RateLimiter();
const ofBucket = await seam(() => bucket.take('x', 'a', { burst: 10, perSecond: 10 }), really);
console.log(`ours: ${ofBucket} of 40 calls in 150 ms, at ten a second`);
console.log(`rate-limiter-flexible: ${await seam(() => second.consume('a'), really)}`);

const minute = new RateLimiterMemory({ points: 10, duration: 60 });
for (let i = 0; i < 10; i++) {
  bucket.take('minute', 'a', perMinute(10));
  await minute.consume('a');
}
try {
  bucket.take('minute', 'a', perMinute(10));
} catch (error) {
  if (error instanceof AppError) console.log(`ours: wait ${error.retryAfter?.toFixed(0)} s`);
}
await minute.consume('a').catch((refusal: unknown) => {
  if (refusal instanceof RateLimiterRes)
    console.log(`rate-limiter-flexible: wait ${Math.ceil(refusal.msBeforeNext / 1_000)} s`);
});
process.exit(0);
