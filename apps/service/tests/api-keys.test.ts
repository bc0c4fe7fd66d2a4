import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { overAll } from '../src/platform/db/roots.ts';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';
import { type Failure, newCompany, newKey, newPerson, outcomes } from './people.ts';

let pappel: Pappel;
let outcome: Failure;
let account: Account;
let companyB: string;

before(async () => {
  pappel = await startPappel();
  outcome = outcomes(pappel);
  account = await signUp(pappel);
  companyB = await newCompany(pappel, account, 'B');
});
after(() => pappel.stop());

const make = (by: string, body: object = {}) =>
  pappel.call('POST', '/v1/api-keys', by, { name: 'k', ...body });
const made = async (by: string, body: object = {}) => {
  const answer = await make(by, body);
  return answer.status === 201 ? '201' : `${answer.status} ${answer.body.error.code}`;
};
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const namesOf = async (by: string, query = '') => {
  const { body } = await pappel.call('GET', `/v1/api-keys${query}`, by);
  return body.apiKeys.map((key: { name: string }) => key.name).sort();
};

describe('reach and permission', () => {
  test('Who may make which key: owner any, company admin for its companies, member none [KEY-2, KEY-10]', async () => {
    const admin = await newPerson(pappel, account.session, 'company_admin', [account.companyId]);
    const wide = await newPerson(pappel, account.session, 'company_admin', [account.companyId, companyB]);
    const member = await newPerson(pappel, account.session, 'member');
    assert.equal(await made(account.session), '201');
    assert.equal(await made(admin.session), '403 FORBIDDEN');
    assert.equal(await made(wide.session), '403 FORBIDDEN');
    assert.equal(await made(admin.session, { companyId: account.companyId }), '201');
    assert.equal(await made(admin.session, { companyId: companyB }), '404 NOT_FOUND');
    assert.equal(await made(wide.session, { companyId: companyB }), '201');
    assert.equal(await made(member.session, { companyId: account.companyId }), '403 FORBIDDEN');
  });
  test('A company admin sees and revokes only keys confined to its own companies, even one that reaches them all [KEY-9]', async () => {
    const mine = await signUp(pappel, 'Keys AB');
    const second = await newCompany(pappel, mine, 'Second');
    for (const [name, companyId] of [
      ['first', mine.companyId],
      ['second', second],
    ])
      await make(mine.session, { name, companyId });
    const admin = await newPerson(pappel, mine.session, 'company_admin', [second]);
    const wide = await newPerson(pappel, mine.session, 'company_admin', [mine.companyId, second]);
    assert.deepEqual(await namesOf(mine.session), ['all', 'first', 'second']);
    assert.deepEqual(await namesOf(mine.session, `?companyId=${second}`), ['all', 'second']);
    assert.deepEqual(await namesOf(admin.session), ['second']);
    assert.deepEqual(await namesOf(wide.session), ['first', 'second']);
    const { body } = await pappel.call('GET', '/v1/api-keys', mine.session);
    const idOf = (name: string) => body.apiKeys.find((key: { name: string }) => key.name === name).id;
    const revoke = (name: string, by: string) => outcome('DELETE', `/v1/api-keys/${idOf(name)}`, by);
    assert.equal(await revoke('first', admin.session), '404 NOT_FOUND');
    assert.equal(await revoke('all', wide.session), '404 NOT_FOUND');
    assert.equal(await revoke('second', admin.session), '204');
    assert.equal(await revoke('second', mine.session), '404 NOT_FOUND');
    assert.equal(await outcome('GET', '/v1/account', mine.key), '200');
  });
  test('No key gives more reach or permission than it has, nor lives longer [KEY-6]', async () => {
    const { body } = await make(account.session, {
      permissions: ['manage', 'read'],
      companyId: account.companyId,
      expiresAt: inSeconds(3600),
    });
    const inside = { companyId: account.companyId, permissions: ['read'] };
    assert.equal(await made(body.key, { permissions: ['read'] }), '403 FORBIDDEN');
    assert.equal(await made(body.key, { ...inside, companyId: companyB }), '404 NOT_FOUND');
    assert.equal(await made(body.key, { ...inside, permissions: [] }), '403 PERMISSION_DENIED');
    assert.equal(await made(body.key, { ...inside, permissions: ['send'] }), '403 PERMISSION_DENIED');
    assert.equal(await made(body.key, { ...inside, expiresAt: inSeconds(7200) }), '400 VALIDATION_FAILED');
    assert.equal((await make(body.key, { ...inside, expiresAt: inSeconds(60) })).status, 201);
    assert.equal((await make(body.key, inside)).body.expiresAt, body.expiresAt);
    const user = { name: 'x', email: `${randomUUID()}@example.org`, role: 'member' };
    assert.equal(await outcome('POST', '/v1/users', body.key, user), '403 PERMISSION_DENIED');
    const ending = await newKey(pappel, account.session, { expiresAt: inSeconds(3600) });
    assert.equal(await outcome('POST', '/v1/users', ending, user), '403 FORBIDDEN');
  });
  test('A key whose reach is not written down reaches nothing', async () => {
    const { body } = await make(account.session, { companyId: companyB });
    const { db } = pappel.service.base;
    await overAll(db, 'job')
      .updateTable('api_keys')
      .set({ company_id: null })
      .where('id', '=', body.id)
      .execute();
    const { body: seen } = await pappel.call('GET', '/v1/account', body.key);
    assert.deepEqual([seen.restricted, seen.companies], [true, []]);
    assert.equal(await outcome('POST', '/v1/companies', body.key, { name: 'x' }), '403 FORBIDDEN');
    const { body: companies } = await pappel.call('GET', '/v1/companies', body.key);
    assert.deepEqual(companies.companies, []);
  });
  test('Deactivating the user who made a key leaves the key alone [USR-15]', async () => {
    const owner = await newPerson(pappel, account.session, 'owner');
    const key = await newKey(pappel, owner.session);
    await pappel.call('DELETE', `/v1/users/${owner.id}`, account.session);
    assert.equal(await outcome('GET', '/v1/account', key), '200');
  });
});

describe('life of a key', () => {
  test('An end must be to come; after it the key is 401 [KEY-13]', async () => {
    assert.equal(await made(account.session, { expiresAt: inSeconds(-1) }), '400 VALIDATION_FAILED');
    assert.equal(await made(account.session, { expiresAt: 'tomorrow' }), '400 VALIDATION_FAILED');
    const { body } = await make(account.session, { expiresAt: inSeconds(3600) });
    assert.equal(await outcome('GET', '/v1/account', body.key), '200');
    await overAll(pappel.service.base.db, 'job')
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', body.id)
      .execute();
    assert.equal(await outcome('GET', '/v1/account', body.key), '401 UNAUTHORIZED');
  });
  test('lastUsedAt is absent at first and written at most once a minute, however many requests come [KEY-14]', async () => {
    const { body } = await make(account.session);
    const read = () =>
      overAll(pappel.service.base.db, 'job')
        .selectFrom('api_keys')
        .where('id', '=', body.id)
        .select(['last_used_at', sql<string>`xmin::text`.as('version')])
        .executeTakeFirstOrThrow();
    assert.equal((await read()).last_used_at, null);
    await Promise.all(Array.from({ length: 20 }, () => outcome('GET', '/v1/account', body.key)));
    const first = await read();
    assert.ok(first.last_used_at);
    await Promise.all(Array.from({ length: 20 }, () => outcome('GET', '/v1/account', body.key)));
    assert.deepEqual(await read(), first);
    const aMinuteAgo = new Date(Date.now() - 61_000);
    await overAll(pappel.service.base.db, 'job')
      .updateTable('api_keys')
      .set({ last_used_at: aMinuteAgo })
      .where('id', '=', body.id)
      .execute();
    await outcome('GET', '/v1/account', body.key);
    const { last_used_at: last } = await read();
    assert.ok(last && last > aMinuteAgo);
  });
  test('An account has at most 100 keys, also when they are made at once; ended and revoked ones do not count [LIM-7]', async () => {
    const mine = await signUp(pappel, 'Many keys');
    for (let i = 0; i < 97; i++) await make(mine.session);
    const results = await Promise.all(Array.from({ length: 6 }, () => made(mine.session)));
    assert.deepEqual(results.sort(), ['201', '201', ...Array.from({ length: 4 }, () => '409 LIMIT_REACHED')]);
    const { body } = await pappel.call('GET', '/v1/api-keys', mine.session);
    await pappel.call('DELETE', `/v1/api-keys/${body.apiKeys[0].id}`, mine.session);
    assert.equal(await made(mine.session), '201');
  });
});

describe('the checksum', () => {
  const check = (text: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../src/cli.ts'), 'keys', 'check'], {
      input: text,
    });

  test('The command line tells a typing error without asking anybody [KEY-11]', () => {
    assert.equal(check(`${account.key}\n`).status, 0);
    const swapped = `${account.key.slice(0, 20)}${account.key[21]}${account.key[20]}${account.key.slice(22)}`;
    const wrong = [account.key.slice(0, -1), `${account.key}x`, account.key.toLowerCase(), 'pap_', ''];
    if (swapped !== account.key) wrong.push(swapped);
    for (const text of wrong) assert.equal(check(text).status, 1, text);
    assert.ok(!check(account.key).stdout.toString().includes(account.key));
  });
});
