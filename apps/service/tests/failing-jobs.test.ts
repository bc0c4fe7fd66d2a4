import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

let pappel: Pappel;
let account: Account;
const STRANGER = '0007:2021005489';
const invoice = fixture('invoice.xml');

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
});
after(() => pappel.stop());

const submit = async (receiver: string, payload = invoice): Promise<string> => {
  const body = { sender: TIMBER, receiver, type: 'invoice', payload };
  return (await pappel.call('POST', '/v1/messages', account.key, body)).body.id;
};
const look = async (id: string) => (await pappel.call('GET', `/v1/messages/${id}`, account.key)).body;
/** Pauses between tries are for the real world. */
const hurry = () =>
  pappel.service.base.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
const ended = (id: string) =>
  until(
    async () => {
      await hurry();
      return look(id);
    },
    ({ status }) => ['SEND_FAILED', 'DISCOVERY_FAILED', 'VALIDATION_FAILED', 'AS4_ACCEPTED'].includes(status),
  );
interface Failing {
  job: string;
  subject: { messageId?: string };
  state: string;
  failures: number;
  lastError: string;
}
const failing = async (id: string): Promise<Failing | undefined> => {
  const { operator, service } = pappel;
  const answer = await fetch(`${operator}/operator/v1/jobs/failing`, {
    headers: { authorization: `Bearer ${service.base.operatorToken}` },
  });
  const { jobs } = (await answer.json()) as { jobs: Failing[] };
  return jobs.find(({ subject }) => subject.messageId === id);
};

/** One document breaks what judges or finds; every other goes its way. Answers how often it was tried. */
async function breakingOn(part: 'judging' | 'finding') {
  const { validator } = pappel.service.base;
  const { discoveries } = pappel.service.features.outbound;
  const check = validator.check.bind(validator);
  const find = discoveries.find.bind(discoveries);
  let tries = 0;
  const refuse = (): never => {
    tries++;
    throw new Error('nobody foresaw \u0000 this');
  };
  validator.check = async (document, ...rest) =>
    part === 'judging' && Buffer.from(document).includes('BROKEN-1') ? refuse() : check(document, ...rest);
  discoveries.find = async (wanted, ...rest) =>
    part === 'finding' && wanted.participant.endsWith(STRANGER) ? refuse() : find(wanted, ...rest);
  const mend = () => Object.assign(validator, { check }) && Object.assign(discoveries, { find });
  return { tries: () => tries, mend };
}

for (const [part, waitsIn] of [
  ['judging', 'QUEUED_VALIDATION'],
  ['finding', 'SENDING'],
] as const) {
  test(`A document that breaks its ${part} five times ends with INTERNAL_ERROR, and the operator is told; others flow [MSG-16]`, async () => {
    const broken = await breakingOn(part);
    const bad = await submit(STRANGER, invoice.replace(/(<cbc:ID>)[^<]+/, '$1BROKEN-1'));
    const first = await until(() => failing(bad), Boolean);
    assert.deepEqual([first?.job, first?.state], ['outbound.send', 'RETRYING']);
    assert.equal((await look(bad)).status, waitsIn);
    assert.equal((await ended(await submit(TIMBER))).status, 'AS4_ACCEPTED');
    const message = await ended(bad);
    assert.deepEqual([message.status, message.lastErrorCode], ['SEND_FAILED', 'INTERNAL_ERROR']);
    assert.match(message.lastErrorMessage, /operator/);
    assert.equal(broken.tries(), 5);
    const told = await until(
      () => failing(bad),
      (job) => job?.state === 'ENDED',
    );
    assert.deepEqual([told?.state, told?.failures], ['ENDED', 5]);
    assert.match(told?.lastError ?? '', /nobody foresaw +this/);
    const metrics = await pappel.service.base.metrics.registry.metrics();
    assert.match(metrics, /pappel_job_duration_seconds_count\{job="outbound.send",outcome="ended"\} \d/);
    broken.mend();
  });
}

test('What was ended unjudged is judged when the operator retries it, and a job that succeeds leaves the list [MSG-16, OPR-3]', async () => {
  const broken = await breakingOn('judging');
  const bad = await submit(TIMBER, invoice.replace(/(<cbc:ID>)[^<]+/, '$1BROKEN-1'));
  await ended(bad);
  broken.mend();
  const retried = await pappel.operate(`messages/${bad}/retry`);
  assert.equal(retried.body.status, 'QUEUED_VALIDATION');
  const message = await ended(bad);
  assert.deepEqual([message.status, message.validation.verdict], ['AS4_ACCEPTED', 'VALID']);
});

test('A document whose job took the process along again and again is ended too [MSG-16]', async () => {
  const { pool } = pappel.service.base.database;
  const broken = await breakingOn('judging');
  const bad = await submit(STRANGER, invoice.replace(/(<cbc:ID>)[^<]+/, '$1BROKEN-1'));
  await until(() => failing(bad), Boolean);
  // As after so many fetches that nothing was heard of again; while it is worked on it would be written anew.
  await until(
    () =>
      pool.query(
        `update graphile_worker._private_jobs set attempts = 30, run_at = now()
         where payload ->> 'messageId' = $1 and locked_at is null`,
        [bad],
      ),
    ({ rowCount }) => rowCount === 1,
  );
  const message = await ended(bad);
  assert.equal(message.lastErrorCode, 'INTERNAL_ERROR');
  assert.ok(broken.tries() < 5);
  broken.mend();
});
