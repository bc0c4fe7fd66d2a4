import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newDatabase } from '../../../tests/harness.ts';
import { Turns } from '../turns.ts';
import { type Database, openDatabase } from './database.ts';
import { turnsAmongNodes } from './node-turns.ts';

let nodes: Database[];
before(async () => {
  const url = await newDatabase();
  nodes = [1, 2, 3].map(() => openDatabase(url, { onError: () => undefined }));
});
after(() => Promise.all(nodes.map(({ close }) => close())));

const [one, other] = [0, 1].map((i) => () => turnsAmongNodes((nodes[i] ?? assert.fail()).db));

test('Work on one key runs on one of all nodes at a time, and on other keys beside it', async () => {
  const underWay = new Map<string, number>();
  let most = 0;
  const work = async (key: string): Promise<void> => {
    const now = (underWay.get(key) ?? 0) + 1;
    underWay.set(key, now);
    assert.equal(now, 1, key);
    most = Math.max(
      most,
      [...underWay.values()].reduce((sum, some) => sum + some),
    );
    for (const end = performance.now() + 10_000; most < 2 && performance.now() < end; ) await nextTurn();
    for (let i = 0; i < 20; i++) await nextTurn();
    underWay.set(key, now - 1);
  };
  const turns = nodes.map(({ db }) => new Turns(turnsAmongNodes(db)));
  const tasks = turns.flatMap((of) =>
    Array.from({ length: 12 }, (_, i) => of.take(`key ${i % 3}`, () => work(`key ${i % 3}`))),
  );
  await Promise.all(tasks);
  assert.ok(most > 1, 'other keys waited too');
  const { rows } = await (nodes[0] ?? assert.fail()).pool.query('select from node_turns');
  assert.equal(rows.length, 0);
});

test('A turn is held for as long as the work takes, and ends some time after a node that died', async (t) => {
  const { pool } = nodes[2] ?? assert.fail();
  t.mock.timers.enable({ apis: ['setInterval'] });
  const giveBack = await one?.()('key');
  const heldUntil = async (): Promise<Date> =>
    (await pool.query('select held_until from node_turns')).rows[0].held_until;
  const before = await heldUntil();
  await pool.query("update node_turns set held_until = now() + interval '1 second'");
  t.mock.timers.tick(5_000);
  while ((await heldUntil()) < before) await nextTurn();
  // As if it had been killed, a while ago.
  await pool.query('update node_turns set held_until = now()');
  const giveBackOther = await other?.()('key');
  await giveBack?.();
  assert.equal((await pool.query('select from node_turns')).rows.length, 1);
  await giveBackOther?.();
  assert.equal((await pool.query('select from node_turns')).rows.length, 0);
});
