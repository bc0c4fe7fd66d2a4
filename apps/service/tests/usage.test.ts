import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';
import { newKey } from './people.ts';

let pappel: Pappel;
let timber: Account;
let furniture: Account;
let branch: string;
const invoice = fixture('invoice.xml');
const NOTHING = {
  DOCUMENT_SENT: 0,
  DOCUMENT_RECEIVED: 0,
  DOCUMENT_REJECTED: 0,
  PARTICIPANT_LOOKUP: 0,
  PARTICIPANT_REGISTERED: 0,
};

const usage = async (key: string, query = '') => (await pappel.call('GET', `/v1/usage?${query}`, key)).body;

before(async () => {
  pappel = await startPappel();
  [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  branch = (await pappel.call('POST', '/v1/companies', timber.key, { name: 'A branch' })).body.id;
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  for (const payload of [invoice, invoice, invoice.replace(/<cbc:ID>.*?<\/cbc:ID>/, '')]) {
    const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
    const { body } = await pappel.call('POST', '/v1/messages', timber.key, document);
    await settled(pappel, timber, body.id);
  }
  const lookup = (body: object) => pappel.call('POST', '/v1/network/participants/lookup', timber.key, body);
  await lookup({ ids: [TIMBER, FURNITURE] });
  await lookup({ ids: [TIMBER], companyId: branch });
});
after(() => pappel.stop());

describe('GET /v1/usage', () => {
  test('Each kind is counted once: sent when accepted, received, rejected, looked up per id, registered [USG-1]', async () => {
    const { totals, companies } = await usage(timber.key);
    const own = { ...NOTHING, DOCUMENT_SENT: 2, DOCUMENT_REJECTED: 1, PARTICIPANT_REGISTERED: 1 };
    assert.deepEqual(totals, { ...own, PARTICIPANT_LOOKUP: 3 });
    assert.deepEqual(companies, [
      { companyId: null, totals: { ...NOTHING, PARTICIPANT_LOOKUP: 2 } },
      { companyId: branch, name: 'A branch', totals: { ...NOTHING, PARTICIPANT_LOOKUP: 1 } },
      { companyId: timber.companyId, name: 'Nordic Timber AB', totals: own },
    ]);
    const theirs = await usage(furniture.key);
    assert.deepEqual(theirs.totals, { ...NOTHING, DOCUMENT_RECEIVED: 2, PARTICIPANT_REGISTERED: 1 });
  });
  test('The period is [from, to), the last 24 hours when none is given [USG-2]', async () => {
    const { from, to } = await usage(timber.key);
    assert.equal(Date.parse(to) - Date.parse(from), 86_400_000);
    const until = await usage(timber.key, `to=${encodeURIComponent(from)}`);
    assert.deepEqual([until.to, until.totals, until.companies], [from, NOTHING, []]);
    const { rows } = await pappel.service.base.database.pool.query(
      "select at from ledger where kind = 'DOCUMENT_REJECTED'",
    );
    const at: Date = rows[0].at;
    const next = new Date(at.getTime() + 1);
    const rejected = async (a: Date, b: Date) =>
      (await usage(timber.key, `from=${a.toISOString()}&to=${b.toISOString()}`)).totals.DOCUMENT_REJECTED;
    assert.deepEqual(
      [await rejected(at, next), await rejected(new Date(0), at), await rejected(next, new Date())],
      [1, 0, 0],
    );
  });
  test('companyId narrows to one company; one out of reach is 404; from after to is 400 [USG-4]', async () => {
    const { totals, companies } = await usage(timber.key, `companyId=${branch}`);
    assert.deepEqual([totals.PARTICIPANT_LOOKUP, companies.length], [1, 1]);
    for (const id of [furniture.companyId, 'x'])
      assert.equal((await pappel.call('GET', `/v1/usage?companyId=${id}`, timber.key)).status, 404);
    for (const query of ['from=2026-02-01&to=2026-01-01', 'from=soon'])
      assert.equal(
        (await pappel.call('GET', `/v1/usage?${query}`, timber.key)).body.error.code,
        'VALIDATION_FAILED',
      );
  });
  test('A key confined to a company sees that company, and not what the account did as a whole [USG-4]', async () => {
    const key = await newKey(pappel, timber.session, { companyId: branch, permissions: ['read'] });
    const { totals, companies } = await usage(key);
    assert.deepEqual([totals, companies.length], [{ ...NOTHING, PARTICIPANT_LOOKUP: 1 }, 1]);
  });
  test('bucket=day adds each day of the period in UTC, with its totals; at most 400 days [USG-6]', async () => {
    const to = new Date();
    const from = new Date(to.getTime() - 2 * 86_400_000);
    const period = `from=${from.toISOString()}&to=${to.toISOString()}`;
    const { days, totals } = await usage(timber.key, `${period}&bucket=day`);
    const dates = [0, 1, 2].map((day) =>
      new Date(from.getTime() + day * 86_400_000).toISOString().slice(0, 10),
    );
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      dates,
    );
    const sum = days.reduce(
      (count: number, day: { totals: Record<string, number> }) => count + (day.totals['DOCUMENT_SENT'] ?? 0),
      0,
    );
    assert.deepEqual([sum, days[0].totals], [totals.DOCUMENT_SENT, NOTHING]);
    assert.equal((await usage(timber.key, period)).days, undefined);
    const { status } = await pappel.call('GET', '/v1/usage?from=2024-01-01&bucket=day', timber.key);
    assert.equal(status, 400);
  });
  test('format=csv has accountId, companyId, kind and count [USG-3]', async () => {
    const { body, headers } = await pappel.call('GET', '/v1/usage?format=csv', timber.key);
    assert.match(String(headers.get('content-type')), /^text\/csv/);
    const { accountId, companyId } = timber;
    assert.deepEqual(body.split('\r\n'), [
      'accountId,companyId,kind,count',
      `${accountId},,PARTICIPANT_LOOKUP,2`,
      `${accountId},${branch},PARTICIPANT_LOOKUP,1`,
      `${accountId},${companyId},DOCUMENT_REJECTED,1`,
      `${accountId},${companyId},DOCUMENT_SENT,2`,
      `${accountId},${companyId},PARTICIPANT_REGISTERED,1`,
      '',
    ]);
  });
});
