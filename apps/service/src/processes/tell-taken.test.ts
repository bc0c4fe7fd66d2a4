import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import { ALONE, type News, type Siblings, type Taken } from '../platform/siblings.ts';
import { inPieces } from './nodes-as-audience.ts';
import { siblingsAsAudience, tellTaken } from './tell-taken.ts';

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
  const limiter = new RateLimiter(tellTaken(siblingsAsAudience(siblings)));
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

test('Who is alone gathers nothing, and tells as soon as others are there', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: (readonly Taken[])[] = [];
  let areThere = false;
  const nodes = { isThere: () => areThere, tell: (taken: readonly Taken[]) => void told.push(taken) };
  const limiter = new RateLimiter(tellTaken(siblingsAsAudience(ALONE), nodes));
  limiter.take('calls', 'me', TEN);
  t.mock.timers.tick(100);
  areThere = true;
  limiter.take('calls', 'me', TEN);
  t.mock.timers.tick(100);
  assert.deepEqual(told, [[['calls\0me', 1, 10, 1]]]);
});

test('What is told to nodes is in pieces that PostgreSQL takes, and not without end: who called most comes first', () => {
  const taken = Array.from({ length: 5_000 }, (_, i): Taken => [`calls\0caller ${i}`, 1 + (i % 50), 10, 1]);
  const pieces = inPieces('a node', [...taken, ['x'.repeat(9_000), 99, 10, 1]]);
  assert.equal(pieces.length, 8);
  const told = pieces.flatMap((piece) => (JSON.parse(piece) as { taken: Taken[] }).taken);
  for (const piece of pieces) assert.ok(Buffer.byteLength(piece) < 8_000);
  const least = told.at(-1)?.[1] ?? 0;
  assert.ok(told.every(([, calls]) => calls >= least));
  assert.equal(
    taken.filter(([, calls]) => calls > least).length,
    told.filter(([, calls]) => calls > least).length,
  );
  assert.deepEqual(inPieces('a node', []), []);
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
