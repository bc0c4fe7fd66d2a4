import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newDatabase } from '../../tests/harness.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import { takeTurn } from './directory-turn.ts';

let nodes: Database[];

before(async () => {
  const url = await newDatabase();
  nodes = [1, 2].map(() => openDatabase(url, { onError: () => undefined }));
});
after(() => Promise.all(nodes.map(({ close }) => close())));

/** When the next turn begins that nobody took yet, in milliseconds of the database's clock. */
async function nextFree(): Promise<number> {
  const { rows } = await (nodes[0] ?? assert.fail()).pool.query<{ free_at: Date }>(
    'select free_at from directory_turn',
  );
  return rows[0]?.free_at.getTime() ?? Number.NaN;
}

test('However many nodes want to ask the Directory at once, their turns are half a second apart; who would wait for more than three seconds is refused [LIM-13]', async () => {
  const rateLimiter = new RateLimiter();
  const started = await nextFree();
  const turns = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => takeTurn({ db: nodes[i % 2]?.db ?? assert.fail(), rateLimiter })),
  );
  const given = turns.flatMap((turn) => (turn.status === 'fulfilled' ? turn.value : []));
  const refused = turns.flatMap((turn) =>
    turn.status === 'rejected' ? (turn.reason as { code: string }) : [],
  );
  assert.ok(given.length >= 6 && refused.length > 0, `${given.length} given`);
  assert.ok(refused.every(({ code }) => code === 'RATE_LIMITED'));
  assert.ok(given.every((waitMs) => waitMs <= 3_000));
  // Each turn that was given moved the next one on by half a second at least.
  assert.ok((await nextFree()) >= started + given.length * 500);
});

test('An operator may set another pace, or none [LIM-10]', async () => {
  const { db } = nodes[0] ?? assert.fail();
  const off = new RateLimiter({ off: true });
  const before = await nextFree();
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => takeTurn({ db, rateLimiter: off }))), [0, 0, 0]);
  assert.equal(await nextFree(), before);
  const quick = new RateLimiter({ limits: { directory: { burst: 1, perSecond: 1_000 } } });
  await nodes[0]?.pool.query("update directory_turn set free_at = now() - interval '1 hour'");
  const waits = await Promise.all(Array.from({ length: 5 }, () => takeTurn({ db, rateLimiter: quick })));
  assert.ok(waits.every((waitMs) => waitMs < 500));
});
