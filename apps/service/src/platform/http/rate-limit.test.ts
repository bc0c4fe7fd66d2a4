import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../errors.ts';
import { addressKey, perMinute, RateLimiter } from './rate-limit.ts';

describe('rate limits', () => {
  test('Over the limit is RATE_LIMITED with Retry-After; what is used comes back with time', () => {
    let now = 0;
    const limiter = new RateLimiter({ now: () => now });
    const take = () => limiter.take('sign-in', '192.0.2.1', perMinute(10));
    for (let i = 9; i >= 0; i--) assert.equal(take().remaining, i);
    assert.throws(
      take,
      (error: AppError) => error.code === 'RATE_LIMITED' && Math.round(error.retryAfter ?? 0) === 6,
    );
    now += 6_000;
    assert.equal(take().remaining, 0);
    assert.throws(take, AppError);
  });
  test('One caller does not use up what another one may', () => {
    const limiter = new RateLimiter();
    for (let i = 0; i < 10; i++) limiter.take('x', 'a', perMinute(10));
    assert.equal(limiter.take('x', 'b', perMinute(10)).remaining, 9);
  });
  test('Callers from ever so many addresses take no more memory, and do not make room for one who calls all the time', () => {
    const limiter = new RateLimiter({ now: () => 0 });
    const take = (key: string) => limiter.take('x', key, perMinute(10));
    for (let i = 0; i < 10; i++) take('busy');
    for (let i = 0; i < 120_000; i++) {
      take(`one of many ${i}`);
      if (i % 10_000 === 0) assert.throws(() => take('busy'), AppError);
    }
    assert.ok(limiter.callers <= 50_000);
  });
  test('Off lets everything through', () => {
    const limiter = new RateLimiter({ off: true });
    for (let i = 0; i < 100; i++)
      assert.deepEqual(limiter.take('x', 'a', perMinute(1)), { limit: 1, remaining: 1, reset: 0 });
  });
  test('IPv6 counts by /64, a mapped address as IPv4', () => {
    assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), addressKey('2001:db8:1:2::9'));
    assert.notEqual(addressKey('2001:db8:1:2::9'), addressKey('2001:db8:1:3::9'));
    assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
    assert.equal(addressKey('::1'), '0:0:0:0');
  });
});
