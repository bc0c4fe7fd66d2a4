import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PoolClient } from 'pg';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { USAGE_KINDS, type UsageKind } from '../src/ledger/kind.ts';
import { recordUsage } from '../src/ledger/record.ts';
import type { Principal } from '../src/platform/access/principal.ts';
import { type Database, openDatabase, transaction } from '../src/platform/db/database.ts';
import type { AccountId, CompanyId } from '../src/platform/ids.ts';
import { addUpUsage, checkUsage } from '../src/usage/add-up.ts';
import { readUsage } from '../src/usage/totals.ts';
import { insertCompany } from './bare-rows.ts';
import { type Account, newDatabase, type Pappel, signUp, startPappel, until } from './harness.ts';
import { newCompany, newKey } from './people.ts';

const DAY_MS = 86_400_000;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

interface Line {
  id: string;
  account_id: string;
  company_id: string | null;
  name: string | null;
  kind: UsageKind;
  at: Date;
  quantity: number;
}

/** Sums, with the lines that are not in them yet, against all lines; what differs, by day. */
const DIFFERENCES = `
  with said as (
    select account_id, day, company_id, kind, quantity from usage_by_day
    union all
    select account_id, (at at time zone 'utc')::date, company_id, kind,
      case when id > (select ledger_id from usage_added_up) then 0 else -quantity end
    from ledger
  )
  select account_id, day, company_id, kind, sum(quantity) as difference from said group by 1, 2, 3, 4 having sum(quantity) <> 0`;
/** How far the lines are added up, and how far they go. */
const PLACE = 'select (select ledger_id from usage_added_up) as added, (select max(id) from ledger) as last';

describe('Usage by day, as it is asked for', () => {
  let pappel: Pappel;
  let account: Account;
  let other: Account;
  let branch: string;
  let branchKey: string;
  before(async () => {
    pappel = await startPappel();
    [account, other] = [await signUp(pappel), await signUp(pappel, 'Somebody else AB')];
    branch = await newCompany(pappel, account, 'A branch');
    branchKey = await newKey(pappel, account.session, { companyId: branch, permissions: ['read'] });
  });
  after(() => pappel.stop());
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pappel.service.base.database.pool.query(text, values)).rows;

  /** What the lines of a period say, one by one. */
  async function expected(from: string, to: string, companyId?: string) {
    const lines = await rows<Line>(
      `select ledger.*, companies.name from ledger left join companies on companies.id = company_id
       where ledger.account_id = $1 and at >= $2 and at < $3 and ($4::uuid is null or company_id = $4)
       order by companies.name nulls first, company_id, kind`,
      [account.accountId, from, to, companyId],
    );
    const totals = (some: readonly Line[]) =>
      Object.fromEntries(
        USAGE_KINDS.map((kind) => [
          kind,
          some.reduce((sum, line) => sum + (line.kind === kind ? line.quantity : 0), 0),
        ]),
      );
    const dates: string[] = [];
    const first = Math.floor(Date.parse(from) / DAY_MS) * DAY_MS;
    for (let day = first; day < Date.parse(to); day += DAY_MS)
      dates.push(new Date(day).toISOString().slice(0, 10));
    const ofCompanies = [...Map.groupBy(lines, (line) => line.company_id)];
    const json = {
      from,
      to,
      totals: totals(lines),
      companies: ofCompanies.map(([id, own]) => ({
        companyId: id,
        ...(own[0]?.name && { name: own[0].name }),
        totals: totals(own),
      })),
      days: dates.map((date) => ({
        date,
        totals: totals(lines.filter(({ at }) => at.toISOString().startsWith(date))),
      })),
    };
    const groups = Map.groupBy(lines, (line) => `${account.accountId},${line.company_id ?? ''},${line.kind}`);
    const sums = [...groups].map(
      ([head, own]) => `${head},${own.reduce((sum, line) => sum + line.quantity, 0)}`,
    );
    return { json, csv: ['accountId,companyId,kind,count', ...sums, ''].join('\r\n') };
  }

  test('Any period is what its lines say, whoever asks, however many of them are added up [USG-2, USG-3, USG-4, USG-6]', async () => {
    const random = randomFrom(56);
    const among = <One>(all: readonly One[]): One => all[Math.floor(random() * all.length)] as One;
    const owners = [
      [account.accountId, null],
      [account.accountId, account.companyId],
      [account.accountId, branch],
      [other.accountId, null],
      [other.accountId, other.companyId],
    ] as const;
    /** Of the last days: at midnight, just before it, or some time. */
    const moment = (): number =>
      today - Math.floor(random() * 6) * DAY_MS + among([0, -1, 1, Math.floor(random() * DAY_MS) - DAY_MS]);
    const write = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const [accountId, companyId] = among(owners);
        await rows(
          'insert into ledger (account_id, company_id, kind, quantity, at) values ($1, $2, $3, $4, $5)',
          [...[accountId, companyId, among(USAGE_KINDS), 1 + Math.floor(random() * 3), new Date(moment())]],
        );
      }
    };
    const look = async () => {
      for (let i = 0; i < 12; i++) {
        const [from = '', to = ''] = [moment(), moment()].sort().map((time) => new Date(time).toISOString());
        const period = `from=${from}&to=${to}`;
        const asked = [
          [account.key, '', undefined],
          [account.key, `&companyId=${branch}`, branch],
          [branchKey, '', branch],
        ] as const;
        for (const [key, more, companyId] of asked) {
          const { json, csv } = await expected(from, to, companyId);
          const answer = await pappel.call('GET', `/v1/usage?${period}&bucket=day${more}`, key);
          assert.deepEqual(answer.body, json, period);
          const { days: _, ...inAll } = json;
          assert.deepEqual((await pappel.call('GET', `/v1/usage?${period}${more}`, key)).body, inAll, period);
          const file = await pappel.call('GET', `/v1/usage?${period}&format=csv${more}`, key);
          assert.equal(file.body, csv, period);
        }
      }
    };
    await write(150);
    await look();
    await addUpUsage(pappel.service.base);
    await write(150);
    await look();
    await addUpUsage(pappel.service.base);
    await look();
    assert.deepEqual(await rows(DIFFERENCES), []);
  });
});

describe('Usage by day, as it is added up', () => {
  let database: Database;
  let mine: { accountId: AccountId; companyId: CompanyId };
  before(async () => {
    database = openDatabase(await newDatabase(), { onError: () => undefined });
    mine = await insertCompany(database);
  });
  after(() => database.close());
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows;
  const place = async () => (await rows<{ added: string; last: string | null }>(PLACE))[0];
  const write = (kind: UsageKind = 'DOCUMENT_SENT') => recordUsage(database.db, { ...mine, kind });
  /** A transaction of somebody else, which ends with the work at the latest. */
  const beside = async (work: (other: PoolClient) => Promise<void>): Promise<void> => {
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await work(other);
    } finally {
      await other.query('rollback');
      other.release();
    }
  };
  /** Of all time, by whole days. */
  const counted = async (): Promise<number> => {
    const principal = {
      ...mine,
      reach: { accountId: mine.accountId, companyIds: 'all' },
    } as unknown as Principal;
    const { totals } = await readUsage(database, principal, { from: '2020-01-01', to: '2100-01-01' });
    return totals.DOCUMENT_SENT;
  };

  test('Of many who write lines at once none is counted twice or left out, also while days are made anew [USG-1]', async () => {
    let isOver = false;
    const writer = async () => {
      for (let i = 0; i < 25; i++)
        await transaction(database.db, async (tx) => {
          await recordUsage(tx, { ...mine, kind: 'DOCUMENT_SENT' });
          if (i % 2)
            await recordUsage(tx, { ...mine, companyId: null, kind: 'PARTICIPANT_LOOKUP', quantity: 2 });
          if (i % 5 === 0) throw new Error('given up');
        }).catch(() => undefined);
    };
    const keeper = async (keep: () => Promise<unknown>) => {
      while (!isOver) await keep();
    };
    const looked: unknown[] = [];
    const keepers = [
      keeper(() => addUpUsage(database)),
      keeper(() => rows("select recount_usage('-infinity', 'infinity')")),
      keeper(async () => looked.push(...(await rows(DIFFERENCES)))),
    ];
    await Promise.all(Array.from({ length: 8 }, writer));
    isOver = true;
    await Promise.all(keepers);
    assert.deepEqual(looked, []);
    await addUpUsage(database);
    const at = await place();
    assert.equal(at?.added, at?.last);
    assert.deepEqual(await rows(DIFFERENCES), []);
    assert.equal(await counted(), 8 * 20);
  });

  test('A line is not passed over because one with a higher number was written before it [USG-1]', async () => {
    const before = await counted();
    await beside(async (slow) => {
      await slow.query("insert into ledger (kind, account_id, company_id) values ('DOCUMENT_SENT', $1, $2)", [
        mine.accountId,
        mine.companyId,
      ]);
      const { added } = (await place()) ?? {};
      await write();
      await addUpUsage(database);
      assert.equal((await place())?.added, added);
      assert.equal(await counted(), before + 1);
      const adding = addUpUsage(database);
      await slow.query('commit');
      await adding;
    });
    assert.equal(await counted(), before + 2);
    await addUpUsage(database);
    const at = await place();
    assert.equal(at?.added, at?.last);
    assert.equal(await counted(), before + 2);
    assert.deepEqual(await rows(DIFFERENCES), []);
  });

  test('Whoever dies while lines are added up leaves them as they were, and the next adds them up once [USG-1]', async () => {
    const writeNoon = () =>
      rows(
        `insert into ledger (kind, account_id, company_id, at) values ('DOCUMENT_SENT', $1, $2, '2026-01-05T12:00Z')`,
        [mine.accountId, mine.companyId],
      );
    await writeNoon();
    await addUpUsage(database);
    const before = await counted();
    await writeNoon();
    const { added } = (await place()) ?? {};
    await beside(async (holder) => {
      const { rows: held } = await holder.query(
        'select pg_backend_pid() as pid from usage_by_day for update',
      );
      const dying = assert.rejects(addUpUsage(database));
      const blocked = await until(
        () =>
          rows<{ pid: number }>('select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            held[0].pid,
          ]),
        (found) => found.length > 0,
      );
      for (const { pid } of blocked) await rows('select pg_terminate_backend($1)', [pid]);
      await dying;
    });
    assert.deepEqual([(await place())?.added, await counted()], [added, before + 1]);
    assert.deepEqual(await rows(DIFFERENCES), []);
    await addUpUsage(database);
    const at = await place();
    assert.deepEqual([at?.added, await counted()], [at?.last, before + 1]);
    assert.deepEqual(await rows(DIFFERENCES), []);
  });

  test('Days that say something else than their lines are found in the night, told of, and made anew [USG-1]', async () => {
    const told: unknown[] = [];
    const night = { db: database.db, log: { error: (...words: unknown[]) => void told.push(words) } };
    await write();
    await addUpUsage(database);
    await write();
    await checkUsage(night);
    assert.deepEqual(told, []);
    const days = await rows(
      'select distinct day::text as day from usage_by_day where day > now() - $1::interval order by 1',
      ['30 days'],
    );
    const wrongs = [
      'update usage_by_day set quantity = quantity + 1 where',
      'delete from usage_by_day where',
      `insert into usage_by_day select distinct account_id, day, null::uuid, 'DOCUMENT_REJECTED', 1 from usage_by_day where`,
    ];
    const right = await counted();
    for (const wrong of wrongs) {
      await rows(`${wrong} day > now() - interval '30 days'`);
      await checkUsage(night);
      const words = 'the usage of a day was wrong, and is added up anew';
      assert.deepEqual(
        told.splice(0),
        days.map((day) => [day, words]),
        wrong,
      );
      assert.deepEqual(await rows(DIFFERENCES), []);
      assert.equal(await counted(), right);
    }
  });
});
