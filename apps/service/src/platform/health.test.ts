import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Health } from './health.ts';

function watched() {
  const said: string[] = [];
  const log = pino({}, { write: (line) => said.push(JSON.parse(line).msg) });
  return { health: new Health(['database', 'jobs'], log), said };
}

test('That a part is well or not is told once, when it begins; ready is who has them all', () => {
  const { health, said } = watched();
  health.is('database');
  assert.deepEqual([health.isReady(), health.failing()], [false, ['jobs']]);
  health.is('jobs');
  assert.ok(health.isReady());
  health.isNot('database', 'gone');
  health.isNot('database', 'still gone');
  assert.deepEqual(health.failing(), ['database']);
  health.is('database');
  const [well, notWell] = ['this part is well', 'this part is not well'];
  assert.deepEqual(said, [well, well, notWell, well]);
});

test('From when it is stopped nothing is ready, and what closes then is called no trouble', async () => {
  const { health, said } = watched();
  let looks = 0;
  let close: () => void = () => assert.fail('nobody looked');
  health.is('jobs');
  await health.watch({
    database: () => {
      looks++;
      return looks === 1
        ? Promise.resolve({})
        : new Promise((_, reject) => (close = () => reject(new Error('closed'))));
    },
  });
  assert.ok(health.isReady());
  const late = health.watch({
    database: () => new Promise((_, reject) => (close = () => reject(new Error('closed')))),
  });
  const told = said.length;
  health.stop();
  close();
  await late;
  health.isNot('jobs', 'closed');
  assert.deepEqual(
    health.parts().map(({ reason }) => reason),
    ['stopping', 'stopping'],
  );
  assert.deepEqual(said.slice(told), []);
  health.stop();
});
