import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isServed, maySend } from '../src/participants/participant.ts';
import { type Move, moveParticipant, type ParticipantRow } from '../src/participants/transition.ts';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import type { ParticipantStatus } from '../src/platform/statuses.ts';
import { insertCompany, insertParticipant } from './bare-rows.ts';
import { newDatabase } from './harness.ts';

/** What may follow what, written a second time: who changes the table changes it here too. */
const ALLOWED: Record<ParticipantStatus, string> = {
  PENDING_APPROVAL: 'READY REJECTED DEACTIVATED',
  REJECTED: 'PENDING_APPROVAL DEACTIVATED',
  READY: 'REGISTERING SUSPENDED DEACTIVATING',
  REGISTERING: 'ACTIVE ERROR READY',
  ACTIVE: 'SUSPENDED DEACTIVATING READY',
  SUSPENDED: 'READY ACTIVE DEACTIVATING',
  ERROR: 'REGISTERING DEACTIVATING',
  DEACTIVATING: 'DEACTIVATED',
  DEACTIVATED: '',
};
const STATUSES = Object.keys(ALLOWED) as ParticipantStatus[];
const isAllowed = (from: ParticipantStatus, to: ParticipantStatus): boolean =>
  ALLOWED[from].split(' ').includes(to);

let database: Database;
let company: Awaited<ReturnType<typeof insertCompany>>;
let made = 0;

before(async () => {
  database = openDatabase(await newDatabase(), { onError: () => undefined });
  company = await insertCompany(database);
});
after(() => database.close());

const newParticipant = (status: ParticipantStatus): Promise<ParticipantRow> =>
  insertParticipant(database, company, String(100_000_000 + made++), status);
const move = (participant: ParticipantRow, to: ParticipantStatus, more: Partial<Move> = {}) =>
  transaction(database.db, (tx) => moveParticipant(tx, participant, { to, actorName: 'Ada', ...more }));

/** All that a move leaves behind. */
async function tracesOf({ id }: ParticipantRow) {
  const all = overAll(database.db, 'job');
  const { status } = await all
    .selectFrom('participants')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow();
  const events = await all
    .selectFrom('recorded_events')
    .where('participant_id', '=', id)
    .select('type')
    .execute();
  const audit = await all
    .selectFrom('participant_audit')
    .where('participant_id', '=', id)
    .select(['actor_name', 'metadata'])
    .execute();
  return { status, events: events.map(({ type }) => type), audit };
}

describe('moving a participant', () => {
  for (const from of STATUSES)
    test(`From ${from} it comes to ${ALLOWED[from].replaceAll(' ', ' or ') || 'nothing else'}, with an event and a line of audit each, and any other move leaves nothing behind [PAR-18]`, async () => {
      for (const to of STATUSES) {
        const participant = await newParticipant(from);
        if (!isAllowed(from, to)) {
          await assert.rejects(move(participant, to), { code: 'INVALID_STATE' }, `${from} to ${to}`);
          assert.deepEqual(await tracesOf(participant), { status: from, events: [], audit: [] });
          continue;
        }
        const moved = await move(participant, to, { reason: 'because' });
        assert.deepEqual([moved.status, moved.status_reason], [to, 'because']);
        assert.deepEqual(await tracesOf(participant), {
          status: to,
          events: [`participant.${to.toLowerCase()}`],
          audit: [{ actor_name: 'Ada', metadata: { from, to, reason: 'because' } }],
        });
      }
    });

  test('Of many at once one moves it; the others are told so and leave nothing behind [PAR-18]', async () => {
    const participant = await newParticipant('READY');
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => move(participant, 'REGISTERING')));
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of all)
      if (one.status === 'rejected') assert.equal((one.reason as { code?: string }).code, 'INVALID_STATE');
    const { events, audit } = await tracesOf(participant);
    assert.deepEqual([events, audit.length], [['participant.registering'], 1]);
  });

  test('A move that is not committed was never made: neither status nor event nor audit', async () => {
    const participant = await newParticipant('READY');
    const died = transaction(database.db, async (tx) => {
      await moveParticipant(tx, participant, { to: 'REGISTERING', actorName: 'Ada' });
      throw new Error('the process died');
    });
    await assert.rejects(died, /the process died/);
    assert.deepEqual(await tracesOf(participant), { status: 'READY', events: [], audit: [] });
  });

  test('An address is counted when its registration succeeds, and not when a suspension ends [USG-1]', async () => {
    const counted = async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        "select count(*)::int as n from ledger where kind = 'PARTICIPANT_REGISTERED'",
      );
      return rows[0]?.n ?? -1;
    };
    const before = await counted();
    await move(await newParticipant('SUSPENDED'), 'ACTIVE');
    assert.equal(await counted(), before);
    await move(await newParticipant('REGISTERING'), 'ACTIVE');
    assert.equal(await counted(), before + 1);
  });
});

test('READY and ACTIVE may send; our SMP serves who is published, also while suspended [PAR-6]', () => {
  assert.deepEqual(STATUSES.filter(maySend), ['READY', 'ACTIVE']);
  assert.deepEqual(STATUSES.filter(isServed), ['REGISTERING', 'ACTIVE', 'SUSPENDED']);
});
