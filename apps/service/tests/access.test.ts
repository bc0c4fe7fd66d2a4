import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { type Account, PASSWORD, type Pappel, signUp, startPappel } from './harness.ts';

let pappel: Pappel;
let account: Account;
let other: Account;

before(async () => {
  pappel = await startPappel();
  [account, other] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
});
after(() => pappel.stop());

const newKey = async (body: object, by = account.session) =>
  (await pappel.call('POST', '/v1/api-keys', by, { name: 'k', ...body })).body;
const errorOf = async (method: string, path: string, token?: string, body?: unknown) => {
  const answer = await pappel.call(method, path, token, body);
  return `${answer.status} ${answer.body?.error?.code}`;
};

describe('sign-up', () => {
  test('It creates the account, its first company and the first owner; the company is the legal entity [ACC-1, ACC-2, ACC-7]', async () => {
    const { status, body } = await pappel.call('POST', '/v1/auth/signup', undefined, {
      account: { legalName: 'Åkes Bageri & Söner', countryCode: 'SE', vatNumber: 'SE1' },
      owner: { email: 'Ake@Example.org', password: PASSWORD },
    });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.company.identifier, body.company.isAccountEntity, body.company.vatNumber],
      ['akes-bageri-soner', true, 'SE1'],
    );
    assert.equal(body.account.name, 'Åkes Bageri & Söner');
    assert.deepEqual([body.user.role, body.user.email], ['owner', 'ake@example.org']);
    assert.match(body.token, /^pus_/);
  });
  test('A second use of the address is 409 EMAIL_TAKEN [ACC-6]', async () => {
    const owner = { email: account.email.toUpperCase(), password: PASSWORD };
    assert.equal(
      await errorOf('POST', '/v1/auth/signup', undefined, {
        account: { legalName: 'x', countryCode: 'SE' },
        owner,
      }),
      '409 EMAIL_TAKEN',
    );
  });
  test('A short password, one with the name of the address, and an unknown field are 400', async () => {
    const attempt = (owner: object, extra = {}) =>
      errorOf('POST', '/v1/auth/signup', undefined, {
        account: { legalName: 'x', countryCode: 'SE' },
        owner,
        ...extra,
      });
    assert.equal(await attempt({ email: 'a@example.org', password: 'short' }), '400 VALIDATION_FAILED');
    assert.equal(
      await attempt({ email: 'margareta@example.org', password: 'margareta margareta' }),
      '400 VALIDATION_FAILED',
    );
    assert.equal(
      await attempt({ email: 'a@example.org', password: PASSWORD }, { colour: 'red' }),
      '400 VALIDATION_FAILED',
    );
  });
});

describe('sign-in and session', () => {
  test('The right password gives a session; /v1/me says who and how [AUT-12]', async () => {
    const { status, body } = await pappel.call('POST', '/v1/auth/login', undefined, {
      email: account.email,
      password: PASSWORD,
    });
    assert.equal(status, 200);
    const me = await pappel.call('GET', '/v1/me', body.token);
    assert.deepEqual([me.body.user.email, me.body.session.authMethod], [account.email, 'password']);
    assert.equal((await pappel.call('POST', '/v1/auth/logout', body.token)).status, 204);
    assert.equal(await errorOf('GET', '/v1/me', body.token), '401 UNAUTHORIZED');
  });
  test('A wrong password and an unknown address answer alike; repeated ones lock for an increasing interval [AUT-3]', async () => {
    for (const email of ['nobody@example.org', other.email]) {
      for (let i = 0; i < 5; i++)
        assert.equal(
          await errorOf('POST', '/v1/auth/login', undefined, { email, password: 'wrong' }),
          '401 UNAUTHORIZED',
        );
      const locked = await pappel.call('POST', '/v1/auth/login', undefined, { email, password: PASSWORD });
      assert.deepEqual([locked.status, locked.body.error.code], [429, 'LOGIN_LOCKED']);
      const wait = Number(locked.headers.get('retry-after'));
      assert.ok(wait > 50 && wait <= 60);
    }
  });
});

describe('API keys', () => {
  test('The value is shown once, works in both headers, and is not in the list [AUT-1, KEY-1, KEY-3]', async () => {
    const made = await newKey({});
    assert.match(made.key, /^pap_test_[0-9A-Za-z]{49}$/);
    assert.equal((await pappel.call('GET', '/v1/me', made.key)).body.apiKey.id, made.id);
    assert.equal(
      (await pappel.call('GET', '/v1/me', undefined, undefined, { 'x-api-key': made.key })).status,
      200,
    );
    const { body } = await pappel.call('GET', '/v1/api-keys', account.session);
    const listed = body.apiKeys.find((key: { id: string }) => key.id === made.id);
    assert.deepEqual(
      [listed.prefix, listed.key, listed.permissions.length],
      [made.key.slice(0, 17), undefined, 4],
    );
  });
  test('Revocation is immediate [KEY-8]', async () => {
    const made = await newKey({});
    assert.equal((await pappel.call('DELETE', `/v1/api-keys/${made.id}`, account.session)).status, 204);
    assert.equal(await errorOf('GET', '/v1/me', made.key), '401 UNAUTHORIZED');
  });
  test('A route that the key lacks the permission for is 403 PERMISSION_DENIED [KEY-5]', async () => {
    const { key } = await newKey({ permissions: ['send'] });
    assert.equal(await errorOf('GET', '/v1/companies', key), '403 PERMISSION_DENIED');
    assert.equal(await errorOf('POST', '/v1/companies', key, { name: 'x' }), '403 PERMISSION_DENIED');
  });
  test('A key cannot give more than it has, nor reach further [KEY-6]', async () => {
    const { key } = await newKey({ permissions: ['manage'], companyId: account.companyId });
    assert.equal(
      await errorOf('POST', '/v1/api-keys', key, {
        name: 'x',
        companyId: account.companyId,
        permissions: ['send'],
      }),
      '403 PERMISSION_DENIED',
    );
    assert.equal(
      await errorOf('POST', '/v1/api-keys', key, { name: 'x', permissions: ['manage'] }),
      '403 FORBIDDEN',
    );
    assert.equal(
      await errorOf('POST', '/v1/api-keys', key, {
        name: 'x',
        companyId: other.companyId,
        permissions: ['manage'],
      }),
      '404 NOT_FOUND',
    );
  });
  test('No credential, a mistyped one and an expired one are 401 [AUT-14]', async () => {
    assert.equal(await errorOf('GET', '/v1/account'), '401 UNAUTHORIZED');
    assert.equal(await errorOf('GET', '/v1/account', `${account.key.slice(0, -1)}!`), '401 UNAUTHORIZED');
    const ending = await newKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    assert.equal((await pappel.call('GET', '/v1/account', ending.key)).status, 200);
    await overAll(pappel.service.base.db, 'job')
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', ending.id)
      .execute();
    assert.equal(await errorOf('GET', '/v1/account', ending.key), '401 UNAUTHORIZED');
  });
});

describe('the account', () => {
  test('A confined credential reads only id, name and status, and the companies it reaches [ACC-4, KEY-12]', async () => {
    const second = await pappel.call('POST', '/v1/companies', account.session, { name: 'Second' });
    const { key } = await newKey({ companyId: second.body.id });
    const { body } = await pappel.call('GET', '/v1/account', key);
    assert.deepEqual(Object.keys(body).sort(), ['companies', 'id', 'name', 'restricted', 'status']);
    assert.deepEqual(
      [body.restricted, body.companies.map((one: { name: string }) => one.name)],
      [true, ['Second']],
    );
    const full = await pappel.call('GET', '/v1/account', account.key);
    assert.deepEqual(
      [full.body.restricted, full.body.countryCode, full.body.environment],
      [false, 'SE', 'TEST'],
    );
  });
  test('A suspended account reads but does not change [ACC-5]', async () => {
    const third = await signUp(pappel, 'Third', 'NO');
    await pappel.operate(`accounts/${third.accountId}/suspend`);
    assert.equal((await pappel.call('GET', '/v1/account', third.key)).body.status, 'SUSPENDED');
    assert.equal(await errorOf('POST', '/v1/companies', third.key, { name: 'x' }), '403 ACCOUNT_SUSPENDED');
    await pappel.operate(`accounts/${third.accountId}/resume`);
    assert.equal((await pappel.call('POST', '/v1/companies', third.key, { name: 'x' })).status, 201);
  });
});

describe('companies', () => {
  test('name is the only field required; the identifier is derived and made unique; the country is inherited [COM-1, COM-2, COM-3]', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => pappel.call('POST', '/v1/companies', account.key, { name: 'Same Name' })),
    );
    assert.deepEqual(made.map(({ body }) => body.identifier).sort(), [
      'same-name',
      'same-name-2',
      'same-name-3',
    ]);
    assert.equal(made[0]?.body.countryCode, 'SE');
  });
  test('An identifier that is taken is 409, one that is not safe in a path 400 [COM-2]', async () => {
    await pappel.call('POST', '/v1/companies', account.key, { name: 'x', identifier: 'mine' });
    const free = await pappel.call('POST', '/v1/companies', account.key, { name: 'x' });
    assert.equal(
      await errorOf('PATCH', `/v1/companies/${free.body.id}`, account.key, { identifier: 'mine' }),
      '409 IDENTIFIER_TAKEN',
    );
    assert.equal(
      await errorOf('POST', '/v1/companies', account.key, { name: 'x', identifier: '../x' }),
      '400 VALIDATION_FAILED',
    );
  });
  test('Only an owner creates companies [COM-1]', async () => {
    const { key } = await newKey({ companyId: account.companyId });
    assert.equal(await errorOf('POST', '/v1/companies', key, { name: 'x' }), '403 FORBIDDEN');
  });
  test('Ids outside reach, unknown ones and malformed ones are 404 [COM-7, GEN-3]', async () => {
    for (const id of [other.companyId, '0198a000-0000-7000-8000-000000000000', 'nonsense']) {
      assert.equal(await errorOf('GET', `/v1/companies/${id}`, account.key), '404 NOT_FOUND');
      assert.equal(
        await errorOf('PATCH', `/v1/companies/${id}`, account.key, { name: 'x' }),
        '404 NOT_FOUND',
      );
    }
  });
  test('Without limit and cursor the whole list is returned; with either, pages [COM-4, GEN-20]', async () => {
    const whole = await pappel.call('GET', '/v1/companies', account.key);
    assert.equal(whole.body.nextCursor, undefined);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body }: { body: { companies: { id: string }[]; nextCursor?: string } } = await pappel.call(
        'GET',
        `/v1/companies?limit=2${cursor && `&cursor=${cursor}`}`,
        account.key,
      );
      assert.ok(body.companies.length <= 2);
      seen.push(...body.companies.map((one) => one.id));
      cursor = body.nextCursor;
    }
    assert.deepEqual(
      seen,
      whole.body.companies.map((one: { id: string }) => one.id),
    );
  });
  test('A cursor of another query, a made-up cursor and a wrong limit are 400 [GEN-22, GEN-23]', async () => {
    const { body } = await pappel.call('GET', '/v1/companies?limit=1', account.key);
    assert.equal(
      await errorOf('GET', `/v1/companies?limit=1&q=x&cursor=${body.nextCursor}`, account.key),
      '400 VALIDATION_FAILED',
    );
    assert.equal(await errorOf('GET', '/v1/companies?cursor=abc', account.key), '400 VALIDATION_FAILED');
    assert.equal(await errorOf('GET', '/v1/companies?limit=101', account.key), '400 VALIDATION_FAILED');
    assert.equal(
      await errorOf('GET', `/v1/companies?q=${'x'.repeat(65)}`, account.key),
      '400 VALIDATION_FAILED',
    );
  });
});

describe('the envelope', () => {
  test('Every failure carries code, message and requestId [ERR-1, GEN-5]', async () => {
    const answer = await pappel.call('GET', '/v1/nothing', account.key, undefined, {
      'x-request-id': 'my-own',
    });
    assert.deepEqual(
      [
        answer.status,
        answer.body.error.code,
        answer.body.error.requestId,
        answer.headers.get('x-request-id'),
      ],
      [404, 'NOT_FOUND', 'my-own', 'my-own'],
    );
  });
  test('Every answer says whether real companies are reached, good or bad [GEN-12]', async () => {
    for (const path of ['/v1/account', '/v1/nothing', '/v1/companies/%ZZ', '/openapi.json']) {
      const { headers } = await pappel.call('GET', path, account.key);
      assert.equal(headers.get('x-pappel-environment'), 'TEST', path);
    }
  });
  test('A credential of production is told that this is a test [KEY-16]', async () => {
    const strange = account.key.replace('pap_test_', 'pap_live_');
    const { status, body } = await pappel.call('GET', '/v1/account', strange);
    assert.deepEqual([status, body.error.code], [401, 'UNAUTHORIZED']);
    assert.match(body.error.message, /belongs to production, and this is a test installation/);
  });
  test('A known path with another method is 405, another body type 415, broken JSON 400, a large body 413', async () => {
    assert.equal(await errorOf('DELETE', '/v1/companies', account.key), '405 METHOD_NOT_ALLOWED');
    const post = (body: string, type: string) =>
      pappel.call('POST', '/v1/companies', account.key, body, { 'content-type': type });
    assert.equal((await post('<x/>', 'text/plain')).body.error.code, 'UNSUPPORTED_MEDIA_TYPE');
    assert.equal((await post('{', 'application/json')).body.error.code, 'VALIDATION_FAILED');
    assert.equal(
      (await post(`"${'x'.repeat(3_000_000)}"`, 'application/json')).body.error.code,
      'PAYLOAD_TOO_LARGE',
    );
  });
  test('OpenAPI 3.1 names every route, and the page at /docs needs no internet [GEN-10]', async () => {
    const { body } = await pappel.call('GET', '/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.ok(body.paths['/v1/messages/{id}/ack'].post);
    const page = await pappel.call('GET', '/docs/');
    assert.equal(page.status, 200);
    assert.ok(!/(src|href)="https?:/.test(page.body));
  });
  test('/llms.txt names every route in the words of the description [GEN-13]', async () => {
    const { body } = await pappel.call('GET', '/openapi.json');
    const told = await fetch(`${pappel.api}/llms.txt`);
    assert.match(told.headers.get('content-type') ?? '', /^text\/plain/);
    const text = await told.text();
    for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(body.paths))
      for (const [method, { summary }] of Object.entries(methods))
        assert.ok(text.includes(`\`${method.toUpperCase()} ${path}\`: ${summary}`), `${method} ${path}`);
  });
  test("The operator's side takes no customer's credential [OPR-1]", async () => {
    const answer = await fetch(`${pappel.operator}/operator/v1/health`, {
      headers: { authorization: `Bearer ${account.key}` },
    });
    assert.equal(answer.status, 401);
    assert.equal((await fetch(`${pappel.operator}/metrics`)).status, 401);
  });
});
