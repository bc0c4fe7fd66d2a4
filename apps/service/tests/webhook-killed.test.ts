import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Killable } from '../../../localnet/tests/killable.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { newEnvironment, signUp, until } from './harness.ts';
import { insertHappened } from './insert-happened.ts';
import { startReceiver, verify } from './webhook-receiver.ts';

/** `CRASH_ROUNDS=100 node --test …` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const EVENTS_A_ROUND = 40;

test(`A node killed ${ROUNDS} times during fan-out and delivery: every event reaches every endpoint, and every delivery ends [WHK-11]`, async (context) => {
  const schedule = ['0', ...Array.from({ length: 60 }, () => '1')].join();
  const env = await newEnvironment({ WEBHOOK_SCHEDULE: schedule });
  const victim = new Killable(env);
  await victim.start();
  const pappel = victim.asPappel();
  const { db, pool, close } = openDatabase(env['DATABASE_URL'] ?? '', { onError: () => undefined });
  const receivers = await Promise.all([0, 1, 2].map(() => startReceiver()));
  const [, slow, moody] = receivers;
  if (slow) slow.answer = (_, response) => setTimeout(() => response.writeHead(200).end(), 30);
  if (moody) moody.answer = (_, response) => response.writeHead(Math.random() < 0.3 ? 500 : 200).end();
  try {
    const account = await signUp(pappel);
    const hooks: { id: string; secret: string }[] = [];
    for (const { url } of receivers)
      hooks.push((await pappel.call('POST', '/v1/webhooks', account.key, { url })).body);
    const marks = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const happening = (async () => {
        for (let i = 0; i < EVENTS_A_ROUND; i++)
          for (const mark of await insertHappened(db, account, 1)) marks.add(mark);
      })();
      await sleep((round * 53) % 400);
      await victim.kill();
      await happening;
      await victim.start();
    }
    const { rows } = await until(
      () =>
        pool.query<{ status: string; count: number }>(
          `select status, count(*)::int as count from webhook_deliveries group by status`,
        ),
      ({ rows: [first, ...others] }) =>
        others.length === 0 && first?.count === marks.size * receivers.length && first.status === 'DELIVERED',
      120_000,
    );
    assert.deepEqual(rows, [{ status: 'DELIVERED', count: marks.size * receivers.length }]);
    const posts = receivers.map(({ deliveries }) => deliveries.length);
    for (const [i, { deliveries }] of receivers.entries()) {
      const came = new Set(deliveries.map(({ body }) => body.data.participantId));
      assert.equal([...marks].filter((mark) => !came.has(mark)).length, 0);
      for (const delivery of deliveries.slice(-20)) verify(hooks[i]?.secret ?? '', delivery);
    }
    context.diagnostic(
      `${ROUNDS} kills, ${marks.size} events, 0 never delivered; posts to each endpoint: ${posts.join(', ')}`,
    );
  } finally {
    await victim.stop();
    await close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
});
