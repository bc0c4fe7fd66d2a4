import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pgModule from 'pg';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

const pg = createRequire(import.meta.url)('pg') as typeof pgModule;
const MESSAGES = 20_000;
const COMPANIES = 1_200;
/** More rows than this at once would be a list that is not read in pages. */
const PAGE = 500;

let pappel: Pappel;
let account: Account;
let other: Account;

before(async () => {
  pappel = await startPappel();
  [account, other] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  await activeParticipant(pappel, account, TIMBER);
  const { body } = await pappel.call('POST', '/v1/messages', account.key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload: fixture('invoice.xml'),
    externalReference: 'a "quoted", long\nreference',
  });
  const { pool } = pappel.service.base.database;
  const { fields } = await pool.query('select * from messages limit 0');
  const columns = fields.map(({ name }) => name).filter((name) => !['id', 'created_at'].includes(name));
  // A third of the rows share their time with others: only the id tells them apart.
  await pool.query(
    `insert into messages (id, created_at, ${columns.join()})
     select gen_random_uuid(), now() - make_interval(secs => n - n % 3), ${columns.join()}
     from messages, generate_series(1, $2) n where id = $1`,
    [body.id, MESSAGES - 1],
  );
  await pool.query(
    `insert into companies (id, account_id, name, identifier, status, search_text)
     select gen_random_uuid(), $1, '=Company ' || n, 'company-' || n, 'ACTIVE', 'company-' || n from generate_series(1, $2) n`,
    [account.accountId, COMPANIES - 1],
  );
});
after(() => pappel.stop());

/** Runs `work` and says how many rows the largest answer of the database had, and how many were large. */
async function watchingQueries<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; largest: number; queries: () => number }> {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } };
  const { query } = prototype;
  let largest = 0;
  let full = 0;
  prototype.query = function (...args: unknown[]) {
    const answer = query.apply(this, args);
    if (answer instanceof Promise)
      answer.then(
        ({ rows }) => {
          largest = Math.max(largest, rows?.length ?? 0);
          if (rows?.length === PAGE) full++;
        },
        () => undefined,
      );
    return answer;
  };
  try {
    return { result: await work(), largest, queries: () => full };
  } finally {
    prototype.query = query;
  }
}

const idsOf = (csv: string): string[] => [...csv.matchAll(/^([0-9a-f-]{36}),/gm)].map(([, id = '']) => id);
const csvOf = (path: string, by = account.key) => pappel.call('GET', `${path}format=csv`, by);

describe('CSV of lists', () => {
  test('Without limit and cursor it is the whole matching list, each row once, newest first [GEN-27]', async () => {
    const { body, headers } = await csvOf('/v1/messages?');
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(headers.get('content-disposition') ?? '', /attachment; filename="messages.csv"/);
    const ids = idsOf(body);
    assert.deepEqual([ids.length, new Set(ids).size], [MESSAGES, MESSAGES]);
    const first = await pappel.call('GET', '/v1/messages?limit=100', account.key);
    const second = await pappel.call(
      'GET',
      `/v1/messages?limit=100&cursor=${first.body.nextCursor}`,
      account.key,
    );
    const listed = [...first.body.messages, ...second.body.messages].map((one: { id: string }) => one.id);
    assert.deepEqual(ids.slice(0, 200), listed);
    assert.ok(body.includes('"a ""quoted"", long\nreference"'));
    assert.ok(body.endsWith('\r\n'));
  });
  test('It is read from the database in pages, never as a whole [GEN-27]', async () => {
    const { result, largest } = await watchingQueries(() => csvOf('/v1/messages?'));
    assert.equal(idsOf(result.body).length, MESSAGES);
    assert.equal(largest, PAGE);
  });
  test('A caller who goes away ends it: the rest is not read', async () => {
    const { queries } = await watchingQueries(async () => {
      const stop = new AbortController();
      const answer = await fetch(`${pappel.api}/v1/messages?format=csv`, {
        headers: { authorization: `Bearer ${account.key}` },
        signal: stop.signal,
      });
      await answer.body?.getReader().read();
      stop.abort();
      await sleep(500);
    });
    assert.ok(queries() >= 1 && queries() < MESSAGES / PAGE, `${queries()} pages`);
  });
  test('With limit, cursor or before it is that page, and a Link header says where the list goes on [GEN-26]', async () => {
    const page = await pappel.call('GET', '/v1/messages?limit=7', account.key);
    const ids = page.body.messages.map((one: { id: string }) => one.id);
    assert.deepEqual(idsOf((await csvOf('/v1/messages?limit=7&')).body), ids);
    const next = await csvOf(`/v1/messages?limit=7&cursor=${page.body.nextCursor}&`);
    assert.equal(idsOf(next.body).length, 7);
    assert.ok(!idsOf(next.body).some((id) => ids.includes(id)));
    const link = /^<([^>]+)>; rel="next"$/.exec(next.headers.get('link') ?? '')?.[1] ?? '';
    assert.match(link, /^\/v1\/messages\?limit=7&cursor=[\w-]+&format=csv$/);
    const third = await pappel.call('GET', link, account.key);
    assert.equal(idsOf(third.body).length, 7);
    assert.ok(!idsOf(third.body).some((id) => [...ids, ...idsOf(next.body)].includes(id)));
    assert.equal((await csvOf('/v1/messages?limit=100&q=nobody&')).headers.get('link'), null);
  });
  test('Filters and reach hold for it, and a wrong question is an error, not a file', async () => {
    assert.equal((await csvOf('/v1/messages?', other.key)).body.split('\r\n').length, 2);
    assert.equal(idsOf((await csvOf('/v1/messages?direction=INBOUND&')).body).length, 0);
    const wrong = await csvOf('/v1/messages?from=yesterday&');
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'VALIDATION_FAILED']);
    const company = await csvOf('/v1/messages?companyId=x&');
    assert.deepEqual([company.status, company.body.error.code], [404, 'NOT_FOUND']);
    const cursor = await csvOf('/v1/messages?cursor=x&');
    assert.deepEqual([cursor.status, cursor.body.error.code], [400, 'VALIDATION_FAILED']);
  });
  test('Companies likewise, with no cell that a spreadsheet would run [GEN-26]', async () => {
    const { result, largest } = await watchingQueries(() => csvOf('/v1/companies?'));
    const ids = idsOf(result.body);
    assert.deepEqual([ids.length, new Set(ids).size, largest], [COMPANIES, COMPANIES, PAGE]);
    assert.match(result.body.split('\r\n')[1], /^[0-9a-f-]{36},'=Company \d+,company-\d+,SE,/);
    assert.equal(idsOf((await csvOf('/v1/companies?q=company-11&limit=100&')).body).length, 100);
    assert.deepEqual(idsOf((await csvOf('/v1/companies?', other.key)).body), [other.companyId]);
  });
});
