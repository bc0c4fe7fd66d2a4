import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { EventLog } from '../src/platform/events/follow.ts';
import { enrol, type OnEvents, readOn } from '../src/platform/events/lasting-reader.ts';
import { eventsAfter, type LogEvent, logBounds } from '../src/platform/events/log-event.ts';
import { turnMonths } from '../src/platform/events/partitions.ts';
import { insertEvents, recordEvent } from '../src/platform/events/record.ts';
import { sequenceEvents } from '../src/platform/events/sequence.ts';
import type { AccountId, CompanyId } from '../src/platform/ids.ts';
import { stressEventLog } from './event-log-stress.ts';
import { newDatabase, until } from './harness.ts';

const log = pino({ level: 'silent' });
const accountId = randomUUID() as AccountId;
const companyId = randomUUID() as CompanyId;

const eventOf = (status: string, account = accountId) => ({
  accountId: account,
  companyId,
  type: 'participant.active' as const,
  data: { participantId: 'x', address: '0007:1', status },
});
const statusOf = (event: LogEvent): unknown => event.body.data['status'];

async function newLogDatabase(): Promise<{ database: Database; url: string }> {
  const url = await newDatabase();
  const database = openDatabase(url, { onError: () => undefined });
  await migrate(database.pool);
  await turnMonths({ pool: database.pool, log, eventsDays: 90 });
  return { database, url };
}

describe('the event log', () => {
  let database: Database;
  let url: string;
  before(async () => {
    ({ database, url } = await newLogDatabase());
  });
  after(() => database.close());
  const record = (status: string) => recordEvent(database.db, eventOf(status));
  const place = () => sequenceEvents(database.pool);

  test('A writer that takes long does not hold others up, and its event gets a later place [EVT-2]', async () => {
    const { head } = await place();
    let commit: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written: () => void = () => undefined;
    const hasWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = transaction(database.db, async (tx) => {
      await recordEvent(tx, eventOf('slow'));
      written();
      await waits;
    });
    await hasWritten;
    for (const status of ['1', '2', '3']) await record(status);
    assert.equal((await place()).placed, 3);
    assert.deepEqual((await eventsAfter(database.db, head, 10)).map(statusOf), ['1', '2', '3']);
    commit();
    await slow;
    assert.deepEqual(await place(), { placed: 1, head: head + 4 });
    assert.deepEqual((await eventsAfter(database.db, head, 10)).map(statusOf), ['1', '2', '3', 'slow']);
  });

  test('What was rolled back has no place, and leaves no gap', async () => {
    const { head } = await place();
    await record('before');
    await assert.rejects(
      transaction(database.db, async (tx) => {
        await recordEvent(tx, eventOf('never'));
        throw new Error('no');
      }),
    );
    await record('after');
    await place();
    const events = await eventsAfter(database.db, head, 10);
    assert.deepEqual(events.map(statusOf), ['before', 'after']);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [head + 1, head + 2],
    );
  });

  test('A sequencer that dies before its commit leaves everything pending, for another to place', async () => {
    const { head } = await place();
    await record('left behind');
    const dying = new pg.Client({ connectionString: url });
    dying.on('error', () => undefined);
    await dying.connect();
    await dying.query('begin');
    await dying.query('select pg_advisory_xact_lock(7053422)');
    await dying.query('delete from events_pending');
    await dying.query('update event_head set seq = seq + 1');
    const pid = (await dying.query('select pg_backend_pid() as pid')).rows[0].pid;
    const other = place();
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    assert.deepEqual(await other, { placed: 1, head: head + 1 });
    assert.deepEqual((await eventsAfter(database.db, head, 10)).map(statusOf), ['left behind']);
  });

  test('Places and the places of readers survive dump and restore', async () => {
    await record('in the log');
    await place();
    await record('still pending');
    await database.pool.query("insert into event_readers (name, seq) values ('dumped', 1)");
    const { database: restored } = await newLogDatabase();
    // As pg_dump does it: rows as text, generated numbers kept, the identity continued.
    await restored.pool.query('delete from event_head');
    for (const table of ['events', 'events_pending', 'event_head', 'event_readers']) {
      const { rows } = await database.pool.query(`select to_jsonb(t) as row from ${table} t`);
      await restored.pool.query(
        `insert into ${table} overriding system value
         select t.* from jsonb_array_elements($1::jsonb) as rows, jsonb_populate_record(null::${table}, rows) as t`,
        [JSON.stringify(rows.map(({ row }) => row))],
      );
    }
    await restored.pool.query(
      "select setval(pg_get_serial_sequence('events_pending', 'number'), (select max(number) from events_pending))",
    );
    const before = await logBounds(database.db);
    await recordEvent(restored.db, eventOf('after the restore'));
    const seen = await eventsAfter(restored.db, before.head, 10);
    assert.deepEqual(seen, []);
    await sequenceEvents(restored.pool);
    assert.deepEqual((await eventsAfter(restored.db, before.head, 10)).map(statusOf), [
      'still pending',
      'after the restore',
    ]);
    assert.equal((await eventsAfter(restored.db, 0, 1000)).length, before.head + 2);
    await restored.close();
  });

  test('Months are made ahead, and dropped once they are older than events are kept and read by all [EVT-7]', async () => {
    const { database: own } = await newLogDatabase();
    const deps = { pool: own.pool, log, eventsDays: 90 };
    await turnMonths(deps, new Date('2020-01-15T00:00:00Z'));
    const months = async () => {
      const { rows } = await own.pool.query<{ name: string }>(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1",
      );
      return rows.map(({ name }) => name).filter((name) => name < 'events_2021');
    };
    assert.deepEqual(await months(), [
      'events_2020_01',
      'events_2020_02',
      'events_2020_03',
      'events_2020_04',
    ]);
    for (const day of ['2020-01-31T23:59:59.999Z', '2020-02-01T00:00:00Z']) {
      await recordEvent(own.db, eventOf(day));
      await own.pool.query('update events_pending set created_at = $1', [day]);
      await sequenceEvents(own.pool);
    }
    await turnMonths(deps, new Date('2020-04-30T00:00:00Z'));
    assert.deepEqual((await months()).slice(0, 2), ['events_2020_01', 'events_2020_02']);
    await turnMonths(deps, new Date('2020-05-01T00:00:00Z'));
    assert.deepEqual((await months()).slice(0, 2), ['events_2020_02', 'events_2020_03']);
    assert.deepEqual((await eventsAfter(own.db, 0, 10)).map(statusOf), ['2020-02-01T00:00:00Z']);
    assert.deepEqual(await logBounds(own.db), { first: 2, head: 2 });
    await own.close();
  });

  test('An event of a time that has no month is kept all the same', async () => {
    const { head } = await place();
    await record('long ago');
    await database.pool.query("update events_pending set created_at = '1999-12-31T00:00:00Z'");
    await place();
    assert.deepEqual((await eventsAfter(database.db, head, 10)).map(statusOf), ['long ago']);
  });
});

describe('followers of the event log', () => {
  let database: Database;
  let nodes: EventLog[];
  const made: string[] = [];
  let failures = 0;
  before(async () => {
    ({ database } = await newLogDatabase());
    nodes = [0, 1].map(() => new EventLog({ ...database, log }));
    const reader: OnEvents = async (_tx, events) => {
      if (failures-- > 0) throw new Error('not this time');
      made.push(...events.map((event) => String(statusOf(event))));
      return undefined;
    };
    for (const node of nodes) await node.start({ made: { onEvents: reader } });
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.close();
  });
  const record = (status: string, account = accountId) => recordEvent(database.db, eventOf(status, account));

  test('Every node hears of what was placed by another; each follower of its own account only, and each event once', async () => {
    const heard: string[][] = [[], [], []];
    const accounts = [accountId, accountId, randomUUID() as AccountId];
    const following = accounts.map((account, i) =>
      nodes[i % 2]?.follow({
        accountId: account,
        onEvents: (events) => void heard[i]?.push(...events.map((event) => String(statusOf(event)))),
      }),
    );
    for (let i = 0; i < 20; i++) await record(String(i), accounts[i % 2 === 0 ? 0 : 2]);
    await until(
      async () => heard.map(({ length }) => length),
      (lengths) => lengths.every((length) => length >= 10),
    );
    const [even, odd] = [0, 1].map((rest) =>
      Array.from({ length: 20 }, (_, i) => String(i)).filter((i) => Number(i) % 2 === rest),
    );
    assert.deepEqual(heard, [even, even, odd]);
    for (const one of following) one?.stop();
  });

  test('Who begins in the past gets it a page at a time, waits for its own work, and goes on without a gap', async () => {
    const { head } = await logBounds(database.db);
    let heard = 0;
    const beside = nodes[0]?.follow({
      accountId,
      onEvents: (events) => {
        heard += events.length;
      },
    });
    const past = Array.from({ length: 1_200 }, (_, i) => eventOf(`past ${i}`));
    await insertEvents(past).execute(overAll(database.db, 'job'));
    // What stands in the log is past for a node once it has heard of it.
    assert.equal(
      await until(
        async () => heard,
        (count) => count >= 1_200,
      ),
      1_200,
    );
    beside?.stop();
    const places: number[] = [];
    let pages = 0;
    let resume: () => void = () => undefined;
    const following = nodes[0]?.follow({
      accountId,
      after: head,
      onEvents: async (events) => {
        places.push(...events.map(({ seq }) => seq));
        if (pages++ === 0)
          await new Promise<void>((resolve) => {
            resume = resolve;
          });
      },
    });
    await until(
      async () => pages,
      (count) => count > 0,
    );
    for (let i = 0; i < 50; i++) await record(`meanwhile ${i}`);
    assert.equal(pages, 1);
    resume();
    await until(
      async () => places.length,
      (count) => count >= 1_250,
    );
    assert.deepEqual(
      places,
      Array.from({ length: 1_250 }, (_, i) => head + 1 + i),
    );
    following?.stop();
  });

  test('A lasting reader is called on one node at a time, and again from the same place after it failed', async () => {
    const { head } = await logBounds(database.db);
    await until(
      () =>
        database.db.selectFrom('event_readers').where('name', '=', 'made').select('seq').executeTakeFirst(),
      (place) => Number(place?.seq) >= head,
    );
    made.length = 0;
    failures = 1;
    for (let i = 0; i < 10; i++) await record(`lasting ${i}`);
    await until(
      async () => made.length,
      (count) => count >= 10,
    );
    assert.deepEqual(
      made,
      Array.from({ length: 10 }, (_, i) => `lasting ${i}`),
    );
  });

  test('What concerns nobody moves a lasting reader on without its being called', async () => {
    const other = randomUUID() as AccountId;
    const called: unknown[] = [];
    const reader = {
      onEvents: async (_tx: unknown, events: readonly LogEvent[]) =>
        void called.push(...events.map(statusOf)),
      nobodyCares: sql<boolean>`not exists (select from batch where account_id = ${other})`,
    };
    await enrol(database.db, 'choosy');
    const read = async (status: string, account?: AccountId) => {
      await record(status, account);
      await sequenceEvents(database.pool);
      assert.equal(await readOn(database.db, 'choosy', reader), false);
      const { seq } = await database.db
        .selectFrom('event_readers')
        .where('name', '=', 'choosy')
        .select('seq')
        .executeTakeFirstOrThrow();
      assert.equal(Number(seq), (await logBounds(database.db)).head);
    };
    await read('of no concern');
    assert.deepEqual(called, []);
    await read('wanted', other);
    await read('of no concern');
    assert.deepEqual(called, ['wanted']);
  });

  test('A lasting reader that gathers is given at once what came meanwhile, and holds up no stop', async () => {
    const batches: unknown[][] = [];
    const gathering = (gatherMs: number) => ({
      onEvents: async (_tx: unknown, events: readonly LogEvent[]) => void batches.push(events.map(statusOf)),
      gatherMs,
    });
    const placed = async (status: string) => {
      const { head } = await logBounds(database.db);
      await record(status);
      await until(
        () => logBounds(database.db),
        (bounds) => bounds.head > head,
      );
    };
    const node = new EventLog({ ...database, log });
    const told = (count: number) =>
      until(
        async () => batches.length,
        (length) => length >= count,
      );
    await node.start({ gathering: gathering(5_000) });
    // It may be read before it gathers for the first time; what follows is not.
    await placed('none');
    await told(1);
    for (const status of ['one', 'two', 'three']) await placed(status);
    await told(2);
    await node.stop();
    assert.deepEqual(batches, [['none'], ['one', 'two', 'three']]);
    const patient = new EventLog({ ...database, log });
    await patient.start({ gathering: gathering(24 * 3_600_000) });
    await placed('four');
    await patient.stop();
    // Told by the one that stopped, where it had not begun to gather yet, or else by the next.
    const next = new EventLog({ ...database, log });
    await next.start({ gathering: gathering(0) });
    await told(3);
    await next.stop();
    assert.deepEqual(batches, [['none'], ['one', 'two', 'three'], ['four']]);
  });

  test('Followers are told when their node stops', async () => {
    const node = new EventLog({ ...database, log });
    await node.start({});
    let ended = 0;
    node.follow({ accountId, onEvents: () => undefined, onEnd: () => ended++ });
    await node.stop();
    assert.equal(ended, 1);
  });
});

describe('many writers at once', () => {
  const seconds = Number(process.env['STRESS_SECONDS'] ?? 4);
  test(`24 writers for ${seconds} s, a node killed among them, four readers on two nodes: 0 missed, 0 doubled, 0 inverted [EVT-2]`, async (context) => {
    const report = await stressEventLog({
      databaseUrl: await newDatabase(),
      seconds,
      writers: 24,
      longestTransactionMs: 50,
    });
    context.diagnostic(JSON.stringify(report));
    assert.equal(report.inTheLog, report.committed);
    assert.ok(report.committed > 100 && report.killed > 0);
    for (const reader of report.readers)
      assert.deepEqual(reader, {
        name: reader.name,
        read: report.committed,
        missed: 0,
        doubled: 0,
        inverted: 0,
      });
  });
});
