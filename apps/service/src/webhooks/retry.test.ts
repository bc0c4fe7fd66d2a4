import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeliveryId } from '../platform/ids.ts';
import {
  consequence,
  failingSince,
  inFlightAtMost,
  readRetryAfter,
  secondsUntilNext,
  WEBHOOK_SCHEDULE,
} from './retry.ts';
import { settle } from './settle.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);

describe('when a delivery is tried again', () => {
  test('Ten attempts: at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h [WHK-5]', () => {
    const pauses = Array.from({ length: 10 }, (_, i) =>
      secondsUntilNext(WEBHOOK_SCHEDULE, { attempts: i + 1, retryAfter: undefined, random: 0.5 }),
    );
    assert.deepEqual(pauses, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  });
  test('±10 %', () => {
    const at = (random: number) =>
      secondsUntilNext(WEBHOOK_SCHEDULE, { attempts: 2, retryAfter: undefined, random });
    assert.deepEqual([Math.round(at(0) ?? 0), Math.round(at(1) ?? 0)], [270, 330]);
  });
  test('Retry-After, seconds or a date, makes the pause longer, never shorter, and up to 24 h', () => {
    const after = (text: string) =>
      secondsUntilNext(WEBHOOK_SCHEDULE, {
        attempts: 2,
        retryAfter: readRetryAfter(text, NOW),
        random: 0.5,
      });
    assert.equal(after('3600'), 3600);
    assert.equal(after(hours(2).toUTCString()), 7200);
    for (const useless of ['1', '-5', 'soon', hours(-1).toUTCString(), '']) assert.equal(after(useless), 300);
    assert.equal(after('999999999'), 86_400);
    assert.equal(after(hours(1_000).toUTCString()), 86_400);
  });
  test('Only 2xx is success; 410 and the last attempt are the end; a test is not repeated', () => {
    const context = { schedule: [0, 1], now: NOW, random: 0.5 };
    const outcome = (status: number | undefined, attempts = 0, type = 'document.valid') => {
      const delivery = { id: 'x' as DeliveryId, attempts, event_type: type };
      return settle(delivery, { ...(status !== undefined && { status }), durationMs: 1 }, context).status;
    };
    for (const status of [200, 201, 202, 204, 299]) assert.equal(outcome(status), 'DELIVERED');
    for (const status of [undefined, 100, 301, 308, 400, 404, 429, 500, 503])
      assert.equal(outcome(status), 'PENDING');
    assert.deepEqual(
      [outcome(410), outcome(500, 1), outcome(500, 0, 'webhook.test')],
      ['FAILED', 'FAILED', 'FAILED'],
    );
  });
});

describe('what becomes of an endpoint that fails', () => {
  test('Its people are told after 24 h without a success, and it is disabled after five days [WHK-7]', () => {
    assert.deepEqual(
      [0, 23.9, 24, 119.9, 120].map((age) => consequence(NOW, hours(age))),
      ['none', 'none', 'warn', 'warn', 'disable'],
    );
  });
  test('A failure long after the last one begins a new story', () => {
    assert.deepEqual(failingSince(null, null, NOW), NOW);
    assert.deepEqual(failingSince(hours(-100), hours(-24), NOW), hours(-100));
    assert.deepEqual(failingSince(hours(-100), hours(-49), NOW), NOW);
  });
  test('After five failures in a row it is asked one by one, until then up to 20 at once', () => {
    assert.deepEqual(
      [0, 4, 5, 1000].map((failures) => inFlightAtMost(failures, 0)),
      [20, 20, 1, 1],
    );
  });
});

test('The longer an endpoint takes to answer, the fewer are under way to it; two always are [WHK-17]', () => {
  const counts = [0, 0.5, 1, 2, 5, 14].map((seconds) => inFlightAtMost(0, seconds));
  assert.deepEqual(counts, [20, 20, 20, 10, 4, 2]);
  assert.equal(inFlightAtMost(5, 14), 1);
});
