import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { checkCounts, foldCounts } from '../src/messages/keep-counts.ts';
import { removeMessages } from '../src/messages/remove.ts';
import { type MessageRow, moveMessage } from '../src/messages/transition.ts';
import type { ParticipantRow } from '../src/participants/transition.ts';
import { transaction } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { insertOutbound, insertParticipant } from './bare-rows.ts';
import { type Account, type Pappel, request, signUp, startPappel } from './harness.ts';
import { newCompany, newKey, newPerson } from './people.ts';

const DAY_MS = 86_400_000;
const error = { code: 'TIMEOUT', message: 'no answer' } as const;

let pappel: Pappel;
let account: Account;
let second: string;
let participants: ParticipantRow[];

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  second = await newCompany(pappel, account, 'Second');
  const { database } = pappel.service.base;
  const of = async (accountId: string, companyId: string, value: string) =>
    insertParticipant(
      database,
      { accountId, companyId } as Parameters<typeof insertParticipant>[1],
      value,
      'ACTIVE',
    );
  const other = await signUp(pappel, 'Somebody else AB');
  participants = [
    await of(account.accountId, account.companyId, '100000001'),
    await of(account.accountId, second, '100000002'),
    await of(other.accountId, other.companyId, '100000003'),
  ];
});
after(() => pappel.stop());

const db = () => pappel.service.base.db;
const sql = (text: string, values: unknown[] = []) =>
  pappel.service.base.database.pool.query(text, values).then(({ rows }) => rows);

const make = (participant: ParticipantRow) => insertOutbound(db(), participant);

const remove = (message: MessageRow) => transaction(db(), (tx) => removeMessages(tx, [message.id]));

/** Where counters, with what is not in them yet, and documents differ, at one moment; each of the three kinds of counters. */
const differences = () =>
  sql(`
    with said as (
      select account_id, company_id, day, direction, status, reason, count from message_counts
      union all
      select null, null, day, direction, status, reason, count from message_counts_of_all
      union all
      select case when level < 2 then account_id end, case when level < 1 then company_id end, day, direction, status, reason, change
      from generate_series(0, 2) as level, message_count_deltas cross join lateral
        (values (from_status, from_reason, -1), (to_status, to_reason, 1)) as place (status, reason, change)
      where status is not null
      union all
      select case when level < 2 then account_id end, case when level < 1 then company_id end,
        (created_at at time zone 'utc')::date, direction, status, last_error_code, -1
      from generate_series(0, 2) as level, messages
    )
    select account_id, company_id, day, direction, status, reason, sum(count) as difference from said
    group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0`);

const counted = async (token: string, query = '') =>
  (await pappel.call('GET', `/v1/messages?counts=true&limit=0${query}`, token)).body.counts;

describe('How many documents there are [MSG-53]', () => {
  test('Counts are right before and after what changed is added to the counters, for whoever asks', async () => {
    const [first, inSecond, foreign] = participants;
    assert.ok(first && inSecond && foreign);
    const inRetry = await make(first);
    const sending = await moveMessage(db(), inRetry, { to: 'SENDING', attempts: 1 });
    assert.ok(sending);
    const gone = await make(first);
    const key = await newKey(pappel, account.session, { companyId: second });
    const { session } = await newPerson(pappel, account.session, 'member', [account.companyId]);
    const look = async () => {
      assert.deepEqual(await differences(), []);
      const { base } = pappel.service;
      const operator = await request(
        'GET',
        `${pappel.operator}/operator/v1/messages?counts=true`,
        base.operatorToken,
      );
      return [
        await counted(account.key),
        await counted(key),
        await counted(session),
        await counted(account.key, `&companyId=${second}`),
        await counted(account.key, '&direction=INBOUND'),
        await counted(account.key, '&status=SEND_RETRY'),
        operator.body.counts,
      ];
    };
    const nothing = { total: 0, byStatus: {}, byReason: {} };
    const before = await look();
    await foldCounts({ db: db() });
    assert.deepEqual(await look(), before);
    await moveMessage(db(), sending, { to: 'SEND_RETRY', error });
    await make(inSecond);
    await make(foreign);
    await remove(gone);
    const own = { total: 2, byStatus: { SEND_RETRY: 1, QUEUED: 1 }, byReason: { TIMEOUT: 1 } };
    const queued = { total: 1, byStatus: { QUEUED: 1 }, byReason: {} };
    const retry = { total: 1, byStatus: { SEND_RETRY: 1 }, byReason: { TIMEOUT: 1 } };
    const all = { total: 3, byStatus: { SEND_RETRY: 1, QUEUED: 2 }, byReason: { TIMEOUT: 1 } };
    const now = [own, queued, retry, queued, nothing, retry, all];
    assert.deepEqual(await look(), now);
    await foldCounts({ db: db() });
    assert.deepEqual(await sql('select * from message_count_deltas'), []);
    assert.deepEqual(await look(), now);
  });

  test('Of many who make, move and remove documents of one account at once, none is miscounted, also while counters are made', async () => {
    const random = randomFrom(53);
    let isOver = false;
    const writer = async () => {
      for (let i = 0; i < 25; i++) {
        const made = await make(participants[Math.floor(random() * 2)] as ParticipantRow);
        const sending = await moveMessage(db(), made, { to: 'SENDING' });
        if (!sending) continue;
        const to = random() < 0.5 ? 'AS4_ACCEPTED' : 'SEND_FAILED';
        const ended = await moveMessage(db(), sending, { to, error: to === 'SEND_FAILED' ? error : null });
        if (ended && random() < 0.3) await remove(ended);
      }
    };
    const keeper = async (keep: () => Promise<unknown>) => {
      while (!isOver) await keep();
    };
    const looked: unknown[] = [];
    const keepers = [
      keeper(() => foldCounts({ db: db() })),
      keeper(() => sql("select recount_messages('-infinity', 'infinity')")),
      keeper(async () => looked.push(...(await differences()))),
    ];
    await Promise.all(Array.from({ length: 8 }, writer));
    isOver = true;
    await Promise.all(keepers);
    assert.deepEqual(looked, []);
    await foldCounts({ db: db() });
    assert.deepEqual(await differences(), []);
  });

  test('Two who move one document at once count it once', async () => {
    const made = await make(participants[0] as ParticipantRow);
    const moves = await Promise.all([1, 2].map(() => moveMessage(db(), made, { to: 'SENDING' })));
    assert.equal(moves.filter(Boolean).length, 1);
    const failed = await moveMessage(db(), { ...made, status: 'SENDING' }, { to: 'SEND_RETRY', error });
    assert.ok(failed);
    // Read when it had another reason: somebody was faster.
    assert.equal(await moveMessage(db(), { ...failed, last_error_code: null }, { to: 'SENDING' }), undefined);
    assert.deepEqual(await differences(), []);
  });

  test('Any period counts what the list has of it, by the moment', async () => {
    const random = randomFrom(7);
    await sql(`update messages set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc'
      - random() * interval '6 days'`);
    await sql(
      `update messages set created_at = date_trunc('day', created_at) where id in (select id from messages limit 5)`,
    );
    await sql("select recount_messages('-infinity', 'infinity')");
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const moment = (): number =>
      today - Math.floor(random() * 6 * 24) * 3_600_000 + Math.floor(random() * 2) * 1_234_567;
    for (let i = 0; i < 40; i++) {
      const [from, to] = [moment(), moment()].sort().map((time) => new Date(time).toISOString());
      for (const period of [`&from=${from}&to=${to}`, `&from=${from}`, `&to=${to}&from=2020-01-01`]) {
        const [, since = '2020-01-01'] = /from=([^&]+)/.exec(period) ?? [];
        const [, until = '2100-01-01'] = /to=([^&]+)/.exec(period) ?? [];
        const rows = await sql(
          'select count(*)::int as count from messages where account_id = $1 and created_at >= $2 and created_at < $3',
          [account.accountId, since, until],
        );
        assert.equal((await counted(account.key, period)).total, rows[0].count, period);
      }
    }
  });

  test('Without a period it is the last 30 days, from the beginning of that day in UTC', async () => {
    const begin = Math.floor((Date.now() - 30 * DAY_MS) / DAY_MS) * DAY_MS;
    const [counts] = [await counted(account.key)];
    const [one, other] = [
      await make(participants[0] as ParticipantRow),
      await make(participants[0] as ParticipantRow),
    ];
    const put = (message: MessageRow, time: number) =>
      sql('update messages set created_at = $2 where id = $1', [message.id, new Date(time)]);
    await put(one, begin);
    await put(other, begin - 1);
    await sql("select recount_messages('-infinity', 'infinity')");
    assert.equal((await counted(account.key)).total, counts.total + 1);
  });

  test('Counters that are wrong are found in the night, told of, and made anew', async () => {
    await foldCounts({ db: db() });
    const told: unknown[] = [];
    const log = { error: (...words: unknown[]) => void told.push(words) };
    await checkCounts({ db: db(), log });
    assert.deepEqual(told, []);
    const [{ day }] = await sql('select max(day)::text as day from message_counts');
    for (const table of ['message_counts', 'message_counts_of_all']) {
      await sql(`update ${table} set count = count + 1 where day = $1`, [day]);
      await checkCounts({ db: db(), log });
      assert.deepEqual(told.splice(0), [
        [{ day }, 'the counters of documents were wrong, and are made anew'],
      ]);
      assert.deepEqual(await differences(), []);
    }
    assert.deepEqual(await sql('select * from message_counts where count <= 0'), []);
  });

  test('What an account deletes is counted no more', async () => {
    const messages = await overAll(db(), 'job')
      .selectFrom('messages')
      .where('account_id', '=', participants[0]?.account_id as MessageRow['account_id'])
      .select('id')
      .execute();
    await transaction(db(), (tx) =>
      removeMessages(
        tx,
        messages.map(({ id }) => id),
      ),
    );
    assert.deepEqual(await counted(account.key), { total: 0, byStatus: {}, byReason: {} });
  });
});
