import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MESSAGE_STATUSES, type MessageStatus } from '../src/messages/message.ts';
import { type MessageRow, moveMessage } from '../src/messages/transition.ts';
import type { ParticipantRow } from '../src/participants/transition.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { jobOf } from '../src/platform/jobs/enqueue.ts';
import { insertCompany, insertOutbound, insertParticipant } from './bare-rows.ts';
import { newDatabase } from './harness.ts';

/** What may follow what, written a second time: who changes the table changes it here too. */
const ALLOWED: Record<MessageStatus, string> = {
  QUEUED_VALIDATION: 'QUEUED VALIDATION_FAILED SEND_FAILED',
  VALIDATION_FAILED: '',
  QUEUED: 'SENDING SEND_FAILED',
  SENDING: 'AS4_ACCEPTED SEND_RETRY SEND_FAILED DISCOVERY_FAILED',
  SEND_RETRY: 'SENDING SEND_FAILED',
  AS4_ACCEPTED: '',
  SEND_FAILED: 'QUEUED_VALIDATION QUEUED',
  DISCOVERY_FAILED: 'QUEUED',
  CUSTOMER_DELIVERY_QUEUED: 'ACKNOWLEDGED',
  ACKNOWLEDGED: '',
};
const STATUSES = Object.keys(ALLOWED) as MessageStatus[];

let database: Database;
let company: Awaited<ReturnType<typeof insertCompany>>;
let participant: ParticipantRow;

before(async () => {
  database = openDatabase(await newDatabase(), { onError: () => undefined });
  company = await insertCompany(database);
  participant = await insertParticipant(database, company, '123456789', 'ACTIVE');
});
after(() => database.close());

const newMessage = (status?: 'QUEUED' | 'QUEUED_VALIDATION') =>
  insertOutbound(database.db, participant, status);

/** A message in a status that it never came to. */
async function messageIn(status: MessageStatus): Promise<MessageRow> {
  const message = await newMessage();
  await database.pool.query('update messages set status = $2 where id = $1', [message.id, status]);
  return { ...message, status };
}

const statusOf = async ({ id }: MessageRow): Promise<string> => {
  const all = overAll(database.db, 'job');
  const row = await all
    .selectFrom('messages')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow();
  return row.status;
};
const eventsOf = async ({ id }: MessageRow): Promise<string[]> => {
  const all = overAll(database.db, 'job');
  const rows = await all
    .selectFrom('recorded_events')
    .where('message_id', '=', id)
    .orderBy('seq')
    .orderBy('number')
    .select('type')
    .execute();
  return rows.map(({ type }) => type);
};
const countOf = async (what: string, id: string): Promise<number> =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`, [id])).rows[0]?.n ?? -1;
const jobsFor = (id: string) => countOf(`graphile_worker._private_jobs where payload->>'messageId' = $1`, id);
const attemptsOf = (id: string) => countOf('message_attempts where message_id = $1', id);

describe('the table of statuses', () => {
  test('From a final status only the operator leads back, and nothing leads to the start of another way [MSG-11]', () => {
    const left = STATUSES.filter((from) => MESSAGE_STATUSES[from].isFinal).flatMap(
      (from) => MESSAGE_STATUSES[from].next,
    );
    assert.deepEqual([...new Set(left)].sort(), ['QUEUED', 'QUEUED_VALIDATION']);
    assert.deepEqual(STATUSES.filter((from) => MESSAGE_STATUSES[from].next.length === 0).sort(), [
      'ACKNOWLEDGED',
      'AS4_ACCEPTED',
      'VALIDATION_FAILED',
    ]);
  });
  test('Every status is a beginning or follows another one, and every one comes to an end', () => {
    const follows = new Set(STATUSES.flatMap((from) => MESSAGE_STATUSES[from].next));
    assert.deepEqual(STATUSES.filter((status) => !follows.has(status)).sort(), ['CUSTOMER_DELIVERY_QUEUED']);
    for (const start of STATUSES) {
      const reached = new Set([start]);
      for (const status of reached) for (const next of MESSAGE_STATUSES[status].next) reached.add(next);
      assert.ok(
        [...reached].some((status) => MESSAGE_STATUSES[status].isFinal),
        start,
      );
    }
  });
});

describe('moving a message', () => {
  for (const from of STATUSES)
    test(`From ${from} it comes to ${ALLOWED[from].replaceAll(' ', ' or ') || 'nothing else'}, with an event each, and any other move leaves nothing behind [MSG-23]`, async () => {
      for (const to of STATUSES) {
        const message = await messageIn(from);
        const before = await eventsOf(message);
        if (ALLOWED[from].split(' ').includes(to)) {
          assert.equal((await moveMessage(database.db, message, { to }))?.status, to);
          assert.equal(await statusOf(message), to);
          assert.equal((await eventsOf(message)).length, before.length + 1);
        } else {
          const job = jobOf('outbound.send', { messageId: message.id });
          await assert.rejects(moveMessage(database.db, message, { to }, { job }), /cannot become/);
          assert.equal(await statusOf(message), from);
          assert.deepEqual([await eventsOf(message), await jobsFor(message.id)], [before, 0]);
        }
      }
    });
  test('Status, events, attempt, evidence and job are one: they are all written, each move an event [EVT-8]', async () => {
    const message = await newMessage();
    const sending = await moveMessage(database.db, message, { to: 'SENDING', attempts: 1 });
    assert.ok(sending);
    const job = jobOf('outbound.send', { messageId: message.id });
    const attempt = { outcome: 'SEND_RETRY', started_at: new Date() };
    const evidence = [{ kind: 'SBDH' as const, content: Buffer.from('envelope') }];
    await moveMessage(database.db, sending, { to: 'SEND_RETRY' }, { job, attempt, evidence });
    assert.equal(await statusOf(message), 'SEND_RETRY');
    assert.deepEqual(await eventsOf(message), ['document.queued', 'document.sending', 'document.send_retry']);
    assert.deepEqual(
      [
        await jobsFor(message.id),
        await attemptsOf(message.id),
        await countOf('message_evidence where message_id = $1', message.id),
      ],
      [1, 1, 1],
    );
  });
  test('Of two at once one moves it; the other is told so and leaves nothing behind', async () => {
    const message = await newMessage();
    const job = jobOf('outbound.send', { messageId: message.id });
    const attempt = { outcome: 'X', started_at: new Date() };
    const moved = await Promise.all(
      Array.from({ length: 8 }, () => moveMessage(database.db, message, { to: 'SENDING' }, { job, attempt })),
    );
    assert.equal(moved.filter((row) => row !== undefined).length, 1);
    assert.deepEqual(await eventsOf(message), ['document.queued', 'document.sending']);
    assert.deepEqual([await jobsFor(message.id), await attemptsOf(message.id)], [1, 1]);
  });
  test('Several moves at once are several events, and only the last status stands', async () => {
    const message = await newMessage('QUEUED_VALIDATION');
    const moved = await moveMessage(database.db, message, [{ to: 'QUEUED' }, { to: 'SENDING', attempts: 1 }]);
    assert.deepEqual([moved?.status, moved?.attempts, await statusOf(message)], ['SENDING', 1, 'SENDING']);
    assert.deepEqual((await eventsOf(message)).slice(-2), ['document.queued', 'document.sending']);
  });
});
