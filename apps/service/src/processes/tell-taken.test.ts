import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import { ALONE, type News, type Siblings, type Taken } from '../platform/siblings.ts';
import { tellTaken } from './tell-taken.ts';

const TEN = { burst: 10, perSecond: 1 };

test('What a process let through is told once, all calls of a caller together', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: (readonly Taken[])[] = [];
  const siblings: Siblings = {
    ...ALONE,
    count: 2,
    tell: <Name extends keyof News>(_name: Name, news: News[Name]) => {
      told.push(news as Taken[]);
    },
  };
  const limiter = new RateLimiter(tellTaken(siblings));
  for (let i = 0; i < 3; i++) limiter.take('calls', 'me', TEN);
  limiter.take('calls', 'you', TEN);
  assert.deepEqual(told, []);
  t.mock.timers.tick(100);
  assert.deepEqual(told, [
    [
      ['calls\0me', 3, 10, 1],
      ['calls\0you', 1, 10, 1],
    ],
  ]);
  t.mock.timers.tick(1_000);
  assert.equal(told.length, 1);
});

test('Who has no siblings tells nobody', () => {
  assert.deepEqual(tellTaken(ALONE), {});
});

test('Calls that others let through are missing here; what is beyond the limit is owed first', () => {
  let now = 0;
  const limiter = new RateLimiter({ now: () => now });
  limiter.takenElsewhere([['calls\0me', 9, 10, 1]]);
  assert.equal(limiter.take('calls', 'me', TEN).remaining, 0);
  assert.throws(() => limiter.take('calls', 'me', TEN));
  // Both processes have let ten through at once: twenty calls of ten.
  limiter.takenElsewhere([['calls\0me', 10, 10, 1]]);
  now = 10_000;
  assert.throws(() => limiter.take('calls', 'me', TEN));
  now = 11_000;
  assert.equal(limiter.take('calls', 'me', TEN).remaining, 0);
  assert.throws(() => limiter.take('calls', 'me', TEN));
});
