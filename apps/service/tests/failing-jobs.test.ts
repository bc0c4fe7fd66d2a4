import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
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
import { ask, firstOperator, type Operator } from './operator-world.ts';

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
  let gate: Promise<void> | undefined;
  let isForgiven = false;
  const refuse = async (): Promise<void> => {
    tries++;
    await gate;
    if (!isForgiven) throw new Error('nobody foresaw \u0000 this');
  };
  validator.check = async (document, ...rest) => {
    if (part === 'judging' && Buffer.from(document).includes('BROKEN-1')) await refuse();
    return check(document, ...rest);
  };
  discoveries.find = async (wanted, ...rest) => {
    if (part === 'finding' && wanted.participant.endsWith(STRANGER)) await refuse();
    return find(wanted, ...rest);
  };
  return {
    tries: () => tries,
    /** From now on it is not broken before this, and then as it is by then. */
    holdAt: (opens: Promise<void>) => {
      gate = opens;
    },
    /** What is tried from now on, or held, is well. */
    forgive: () => {
      isForgiven = true;
    },
    mend: () => Object.assign(validator, { check }) && Object.assign(discoveries, { find }),
  };
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

describe('what an operator does about one that fails', () => {
  let admin: Operator;
  let broken: Awaited<ReturnType<typeof breakingOn>>;
  before(async () => {
    admin = await firstOperator(pappel);
  });
  beforeEach(async () => {
    broken = await breakingOn('judging');
  });
  afterEach(async () => {
    broken.mend();
    await until(
      async () => {
        await hurry();
        return listed('job=outbound.send&state=RETRYING');
      },
      (rows) => rows.length === 0,
    );
  });

  const request = (method: string, path: string, body?: unknown) =>
    ask(pappel, method, `/operator/v1/jobs/failing${path}`, admin.token, body);
  const listed = async (query: string) => (await request('GET', `?${query}`)).body.jobs;
  const pool = () => pappel.service.base.database.pool;
  /** One that has failed once, and whose pause is so long that only who asks for it has it tried before. */
  async function failedOnce() {
    const id = await submit(STRANGER, invoice.replace(/(<cbc:ID>)[^<]+/, '$1BROKEN-1'));
    await until(
      () =>
        pool().query(
          `update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
           where payload ->> 'messageId' = $1 and locked_at is null and last_error is not null`,
          [id],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    const [row] = await listed(`q=${id}`);
    return { id, row, tries: broken.tries() };
  }
  const giveUp = (row: { id: string }, reason = 'the customer sends it anew') =>
    request('POST', `/${row.id}/give-up`, { reason });
  const failedFor = (id: string) =>
    until(
      () => look(id),
      ({ status }) => status === 'SEND_FAILED',
    );
  const eventsOf = async (token: string, path: string) =>
    (await ask(pappel, 'GET', `${path}?eventType=job.given_up`, token)).body.rows;

  test('It is found by its document, its job and its state, page by page [OPR-27]', async () => {
    const [{ id, row }] = [await failedOnce(), await failedOnce()];
    assert.deepEqual([row.subject.messageId, row.state, row.hasEnd], [id, 'RETRYING', true]);
    const first = (await request('GET', '?q=outbound.send&state=RETRYING&limit=1')).body;
    const second = (
      await request('GET', `?q=outbound.send&state=RETRYING&limit=1&cursor=${first.nextCursor}`)
    ).body;
    assert.equal(first.jobs.length, 1);
    assert.equal(second.jobs[0].id, row.id, 'the one that failed last stands first');
    assert.deepEqual(await listed(`job=participants.publish&q=${id}`), []);
    assert.deepEqual(await listed(`state=ENDED&q=${id}`), []);
  });

  test('It is tried at once when that is asked for, and leaves the list when it succeeds [OPR-27]', async () => {
    const { id, row } = await failedOnce();
    assert.equal((await request('POST', `/${row.id}/run`)).status, 200);
    await until(
      () => listed(`q=${id}`),
      ([now]) => now.failures > row.failures,
    );
    broken.mend();
    await until(
      async () => {
        await request('POST', `/${row.id}/run`);
        return listed(`q=${id}`);
      },
      (rows) => rows.length === 0,
    );
    assert.equal((await look(id)).status, 'DISCOVERY_FAILED');
    assert.equal((await request('POST', `/${row.id}/run`)).body.error.code, 'NOT_FOUND');
  });

  test("It is given up with a reason: its document fails without another try, and the customer's audit says so [OPR-27]", async () => {
    const { id, row, tries } = await failedOnce();
    assert.ok((await giveUp(row)).body.givenUpAt);
    const message = await failedFor(id);
    assert.equal(message.lastErrorCode, 'INTERNAL_ERROR');
    assert.equal(broken.tries(), tries);
    const [ended] = await until(
      () => listed(`state=ENDED&q=${id}`),
      (rows) => rows.length > 0,
    );
    assert.match(ended.lastError, /nobody foresaw/);
    for (const act of [() => giveUp(row), () => request('POST', `/${row.id}/run`)])
      assert.equal((await act()).body.error.code, 'INVALID_STATE');
    for (const rows of [
      await eventsOf(admin.token, '/operator/v1/audit'),
      (await pappel.call('GET', '/v1/audit?eventType=job.given_up', account.session)).body.rows,
    ]) {
      assert.deepEqual([rows[0].targetType, rows[0].targetId], ['message', id]);
      assert.equal(rows[0].metadata.reason, 'the customer sends it anew');
    }
  });

  test('One that was given up, and whose document is sent again, is tried as any other [OPR-27]', async () => {
    const { id, row, tries } = await failedOnce();
    await giveUp(row);
    await failedFor(id);
    await ask(pappel, 'POST', `/operator/v1/messages/${id}/retry`, admin.token);
    const [again] = await until(
      () => listed(`state=RETRYING&q=${id}`),
      (rows) => rows.length > 0,
    );
    assert.equal(again.givenUpAt, undefined);
    assert.equal((await ended(id)).lastErrorCode, 'INTERNAL_ERROR');
    assert.equal(broken.tries() - tries, 5);
  });

  for (const [outcome, status] of [
    ['fails', 'SEND_FAILED'],
    ['succeeds', 'DISCOVERY_FAILED'],
  ] as const) {
    test(`A try that is under way when it is given up is let finish, and its document is ${status} when it ${outcome} [OPR-27]`, async () => {
      const { id, row, tries } = await failedOnce();
      const gate = Promise.withResolvers<void>();
      broken.holdAt(gate.promise);
      await request('POST', `/${row.id}/run`);
      await until(
        async () => broken.tries(),
        (now) => now > tries,
      );
      assert.ok((await giveUp(row)).body.givenUpAt);
      assert.equal((await giveUp(row)).body.error.code, 'INVALID_STATE');
      if (outcome === 'succeeds') broken.forgive();
      gate.resolve();
      const message = await until(
        () => look(id),
        (now) => now.status === status,
      );
      assert.equal(message.status, status);
      assert.equal(broken.tries(), tries + 1);
      const rows = await until(
        () => listed(`q=${id}`),
        ([now]) => now?.state !== 'RETRYING',
      );
      assert.deepEqual(
        rows.map(({ state }: { state: string }) => state),
        outcome === 'fails' ? ['ENDED'] : [],
      );
    });
  }

  test('What nobody waits for is not given up, and what has no job any more leaves the list [OPR-27]', async () => {
    const insert = (subject: string) =>
      pool().query(
        `insert into failing_jobs (job, subject, failures, first_failed_at, last_failed_at, last_error)
         values ('participants.withdraw', $1, 1, now(), now(), 'x')`,
        [subject],
      );
    await insert('{"participantId": "gone"}');
    const [gone] = await listed('q=gone');
    assert.equal((await request('POST', `/${gone.id}/run`)).body.error.code, 'NOT_FOUND');
    assert.deepEqual(await listed('q=gone'), []);
    const participantId = newId<'Participant'>();
    await insert(JSON.stringify({ participantId }));
    await transaction(pappel.service.base.db, (tx) =>
      enqueue(tx, 'participants.withdraw', { participantId }, { runAt: new Date(Date.now() + 3_600_000) }),
    );
    const [endless] = await listed(`q=${participantId}`);
    assert.equal(endless.hasEnd, false);
    assert.equal((await giveUp(endless)).body.error.code, 'INVALID_STATE');
  });
});
