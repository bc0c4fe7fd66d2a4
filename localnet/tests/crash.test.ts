import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activeParticipant,
  FURNITURE,
  newEnvironment,
  signUp,
  startPappel,
  TIMBER,
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
const DOCUMENTS = 3;
/** Whoever sends to what is killed and started again has tries of a second each until the last round is over. */
const EVERY_SECOND = Array.from({ length: ROUNDS * LONGEST_START_SECONDS }, () => '1').join();

/** Kills `victim` in the middle of things, at another moment in each round. */
async function rounds(
  victim: Killable,
  database: boolean,
  submit: (key: string) => Promise<string>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const keys = Array.from({ length: DOCUMENTS }, (_, i) => `round-${round}-${i}`);
    const submitting = Promise.all(keys.map(submit));
    await sleep((round * 37) % 260);
    await victim.kill(database);
    const [submitted] = await Promise.all([submitting, victim.start()]);
    ids.push(...submitted);
  }
  return ids;
}

test('A sender killed in every state of a message delivers each accepted document exactly once [MSG-22]', async () => {
  const first = await startPappel();
  const victim = new Killable(await newEnvironment(joining(first)));
  await victim.start();
  const second = victim.asPappel();
  try {
    const receiver = await signUp(first, 'Fjord Furniture AS', 'NO');
    await activeParticipant(first, receiver, FURNITURE);
    const sender = await signUp(second);
    await activeParticipant(second, sender, TIMBER);
    const ids = await rounds(victim, false, (key) => submitSurely(second, sender, TIMBER, FURNITURE, key));
    await allDelivered(second, sender, ids);
    await exactlyOnce(second, sender, first, receiver, ROUNDS * DOCUMENTS);
  } finally {
    await victim.stop();
    await first.stop();
  }
});

test('A receiver killed while it receives has each document exactly once [MSG-22, MSG-30]', async () => {
  const first = await startPappel({ RETRY_SCHEDULE: EVERY_SECOND });
  const victim = new Killable(await newEnvironment(joining(first)));
  await victim.start();
  const second = victim.asPappel();
  try {
    const sender = await signUp(first);
    await activeParticipant(first, sender, TIMBER);
    const receiver = await signUp(second, 'Fjord Furniture AS', 'NO');
    await activeParticipant(second, receiver, FURNITURE);
    const ids = await rounds(victim, false, (key) => submitSurely(first, sender, TIMBER, FURNITURE, key));
    await allDelivered(first, sender, ids);
    await exactlyOnce(first, sender, second, receiver, ROUNDS * DOCUMENTS);
  } finally {
    await victim.stop();
    await first.stop();
  }
});

test('A process killed together with its embedded database loses nothing [MSG-22]', async () => {
  const first = await startPappel();
  const { DATABASE_URL: _, ...env } = await newEnvironment(joining(first));
  const victim = new Killable(env);
  await victim.start();
  const second = victim.asPappel();
  try {
    const receiver = await signUp(first, 'Fjord Furniture AS', 'NO');
    await activeParticipant(first, receiver, FURNITURE);
    const sender = await signUp(second);
    await activeParticipant(second, sender, TIMBER);
    const ids = await rounds(victim, true, (key) => submitSurely(second, sender, TIMBER, FURNITURE, key));
    await allDelivered(second, sender, ids);
    await exactlyOnce(second, sender, first, receiver, ROUNDS * DOCUMENTS);
  } finally {
    await victim.stop();
    await first.stop();
  }
});
