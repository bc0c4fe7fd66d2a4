import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAnew } from '../../apps/service/tests/ask-anew.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  newEnvironment,
  type Pappel,
  request,
  signUp,
  startPappel,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';
import {
  allDelivered,
  exactlyOnce,
  joining,
  Killable,
  LONGEST_START_SECONDS,
  submitSurely,
} from './killable.ts';

/** `CRASH_ROUNDS=50 node --test …` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const DOCUMENTS = 4;
const TOKEN = 'pop_test_of_the_killable';

interface OneProcess {
  process: number;
  pid: number;
  phase: string;
  crashes: number;
  failing: string[];
}

let first: Pappel;
let node: Killable;
let second: Pappel;
let sender: Account;
let receiver: Account;
let submitted = 0;

before(async () => {
  first = await startPappel();
  node = new Killable(await newEnvironment({ ...joining(first), PROCESSES: '2' }));
  await node.start();
  second = node.asPappel();
  receiver = await signUp(first, 'Fjord Furniture AS', 'NO');
  await activeParticipant(first, receiver, FURNITURE);
  sender = await signUp(second);
  await activeParticipant(second, sender, TIMBER);
});
after(async () => {
  await node.stop();
  await first.stop();
});

/** The processes of the node once all are as they should be. */
async function processes(areAsWanted: (all: OneProcess[]) => boolean): Promise<OneProcess[]> {
  const look = (): Promise<OneProcess[]> =>
    request('GET', `${second.operator}/operator/v1/health`, TOKEN).then(
      ({ body }) => body.processes ?? [],
      () => [],
    );
  const all = await until(look, areAsWanted, LONGEST_START_SECONDS * 1_000);
  assert.ok(areAsWanted(all), JSON.stringify(all));
  return all;
}

const areWell = (all: OneProcess[]): boolean =>
  all.length === 2 && all.every(({ phase, failing }) => phase === 'running' && failing.length === 0);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A few documents at once, each until it is taken. */
function submitSome(name: string): Promise<string[]> {
  submitted += DOCUMENTS;
  const keys = Array.from({ length: DOCUMENTS }, (_, i) => `${name}-${i}`);
  return Promise.all(keys.map((key) => submitSurely(second, sender, TIMBER, FURNITURE, key)));
}

async function allThere(ids: string[]): Promise<void> {
  await allDelivered(second, sender, ids);
  await exactlyOnce(second, sender, first, receiver, submitted);
}

test('A process killed under load is started again, while the others take documents; none is lost and none is doubled [MSG-22, OPR-30]', async () => {
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await processes(areWell);
    // Now the first, which reads the event log, now the second.
    const victim = before[round % 2];
    assert.ok(victim);
    const submitting = submitSome(`killed-${round}`);
    await sleep((round * 37) % 260);
    process.kill(victim.pid, 'SIGKILL');
    ids.push(...(await submitting));
    const after = await processes((all) => areWell(all) && all.every(({ pid }) => pid !== victim.pid));
    const [of, whole] = [after, before].map((all) => all.find((one) => one.process === victim.process));
    assert.equal(of?.crashes, (whole?.crashes ?? 0) + 1);
    assert.equal(after.filter((one) => before.some(({ pid }) => pid === one.pid)).length, 1);
  }
  await allThere(ids);
});

test('SIGHUP starts the processes again one after the other, and no request meanwhile is refused or lost [OPR-34]', async () => {
  const before = await processes(areWell);
  const answers: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      answers.push((await askAnew('GET', `${second.api}/v1/account`, sender.key)).status);
    }
  })();
  process.kill(node.pid, 'SIGHUP');
  const submitting = submitSome('rolled');
  const areOthers = (all: OneProcess[]) =>
    areWell(all) && all.every((one) => before.every(({ pid }) => pid !== one.pid));
  const after = await processes(areOthers);
  isOver = true;
  await asking;
  assert.ok(answers.length > 0);
  assert.deepEqual(new Set(answers), new Set([200]));
  // Nobody failed: they were asked to.
  assert.deepEqual(
    after.map(({ crashes }) => crashes),
    before.map(({ crashes }) => crashes),
  );
  await allThere(await submitting);
});

test('SIGTERM under load ends all processes, and loses nothing that was accepted [OPR-34]', async () => {
  const all = await processes(areWell);
  const submitting = submitSome('stopped');
  await node.end();
  assert.deepEqual(
    all.filter(({ pid }) => isAlive(pid)),
    [],
  );
  await node.start();
  await allThere(await submitting);
});

test('When the process that started the others is killed, they end too, and the next start goes on [OPR-34]', async () => {
  const all = await processes(areWell);
  const submitting = submitSome('orphaned');
  await node.kill();
  const left = await until(
    async () => all.filter(({ pid }) => isAlive(pid)),
    (alive) => alive.length === 0,
  );
  assert.deepEqual(left, []);
  await node.start();
  await allThere(await submitting);
});
