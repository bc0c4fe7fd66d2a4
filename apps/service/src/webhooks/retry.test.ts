import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consequence, failingSince, readRetryAfter, secondsUntilNext, WEBHOOK_SCHEDULE } from './retry.ts';

const HOUR = 3_600_000;
const after = (hours: number): Date => new Date(Date.UTC(2026, 10, 1) + hours * HOUR);

describe('an endpoint that fails', () => {
  test('Is tried ten times: at once, after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, ±10 % [WHK-5]', () => {
    const planned = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    assert.deepEqual(WEBHOOK_SCHEDULE, planned);
    const next = (attempts: number, random: number, retryAfter?: number) =>
      secondsUntilNext(WEBHOOK_SCHEDULE, { attempts, retryAfter, random });
    assert.deepEqual(
      [next(2, 0), next(2, 0.5), next(2, 1)].map((one) => Math.round(one ?? -1)),
      [270, 300, 330],
    );
    assert.equal(next(10, 0.5), undefined);
    assert.deepEqual([next(1, 0.5, 60), next(1, 0.5, 1e9), next(4, 0.5, 60)], [60, 86_400, 7_200]);
  });
  test('Retry-After is a number of seconds or a date [WHK-5]', () => {
    const now = after(0);
    assert.deepEqual(
      ['120', after(1).toUTCString(), after(-1).toUTCString(), 'soon', undefined].map((text) =>
        readRetryAfter(text, now),
      ),
      [120, 3_600, 0, undefined, undefined],
    );
  });
  test('One day without a success is a warning, five days are the end; two days of nothing begin anew [WHK-7]', () => {
    const since = after(0);
    const said = [0, 23, 24, 119, 120].map((hours) => consequence(since, after(hours)));
    assert.deepEqual(said, ['none', 'none', 'warn', 'warn', 'disable']);
    assert.equal(failingSince(since, after(10), after(57)), since);
    assert.deepEqual(failingSince(since, after(10), after(58)), after(58));
    assert.deepEqual(failingSince(null, null, after(3)), after(3));
  });
});
