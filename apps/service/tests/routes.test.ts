import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fastJsonStringify from 'fast-json-stringify';
import { operatorRoutes } from '../src/operator-server.ts';
import { AppError } from '../src/platform/errors.ts';
import { newChecks } from '../src/platform/http/checks.ts';
import { apiRoutes } from '../src/server.ts';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';

interface Route {
  method: string;
  path: string;
  open: boolean;
}

const NOBODY = '0198a000-0000-7000-8000-000000000000';
let pappel: Pappel;
let account: Account;
let routes: Route[];

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  const { body } = await pappel.call('GET', '/openapi.json');
  routes = Object.entries<Record<string, { security: unknown[] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      open: security.length === 0,
    })),
  );
});
after(() => pappel.stop());

const call = (route: Route, token?: string, id = NOBODY) =>
  pappel.call(route.method, route.path.replace(/\{\w+\}/g, id), token);
const codeOf = async (route: Route, token?: string, id?: string): Promise<string> => {
  const { status, body } = await call(route, token, id);
  return `${route.method} ${route.path}: ${status} ${body?.error?.code}`;
};

describe('every route of the API', () => {
  test('Open are the routes that the specification names, and those whose URL is the credential: upload, download, unsubscribe [AUT-2]', () => {
    const open = routes.filter((route) => route.open).map(({ method, path }) => `${method} ${path}`);
    const named = [
      'POST /v1/auth/forgot',
      'POST /v1/auth/login',
      'POST /v1/auth/oidc',
      'POST /v1/auth/passkey/challenge',
      'POST /v1/auth/passkey/login',
      'POST /v1/auth/reset',
      'POST /v1/auth/signup',
      'POST /v1/desk-sessions/exchange',
      'GET /v1/sso/status',
      // Ours beside those of the specification: where the browser is sent to sign in.
      'POST /v1/auth/oidc/start',
      'PUT /v1/uploads/{token}',
      'GET /v1/exports/{token}',
      'GET /v1/unsubscribe/{token}',
      'POST /v1/unsubscribe/{token}',
    ];
    assert.ok(routes.length >= 35);
    assert.deepEqual(
      open.filter((route) => !named.includes(route)),
      [],
    );
  });
  test('Without a credential, or with one that is none, it is 401 whatever was sent [AUT-14]', async () => {
    for (const route of routes.filter(({ open }) => !open)) {
      const expected = `${route.method} ${route.path}: 401 UNAUTHORIZED`;
      for (const token of [undefined, 'pap_nothing', 'pus_nothing', 'nonsense'])
        assert.equal(await codeOf(route, token), expected);
    }
  });
  test('What checks its requests and writes its answers can be compiled, which happens when it is needed first', () => {
    const { features } = pappel.service;
    const checkOf = newChecks();
    for (const [name, { schema }] of [...apiRoutes(features), ...operatorRoutes(features)]) {
      for (const part of ['params', 'querystring', 'headers', 'body'] as const) {
        const checked = schema[part] && checkOf(schema[part], part)({});
        if (checked && 'error' in checked) assert.ok(checked.error instanceof AppError, `${name} ${part}`);
      }
      for (const [status, answer] of Object.entries(schema.response))
        assert.doesNotThrow(() => fastJsonStringify(answer), `${name} ${status}`);
    }
  });
  test('A path id that is not a well-formed UUID answers 404, the same as one that does not exist [GEN-2]', async () => {
    const reads = routes.filter(({ method, path }) => method === 'GET' && path.includes('{id}'));
    assert.ok(reads.length >= 6);
    for (const route of reads)
      for (const id of [NOBODY, 'nonsense', '1', "x'--", 'ÅÄÖ'.normalize('NFD')])
        assert.equal(
          await codeOf(route, account.key, encodeURIComponent(id)),
          `${route.method} ${route.path}: 404 NOT_FOUND`,
        );
  });
  test('No id of an answer opens anything for another account [ACC-8]', async () => {
    const other = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    const mine = [account.companyId, account.accountId];
    const { body } = await pappel.call('GET', '/v1/users', account.session);
    mine.push(body.users[0].id);
    const { body: keys } = await pappel.call('GET', '/v1/api-keys', account.session);
    mine.push(...keys.apiKeys.map(({ id }: { id: string }) => id));
    const deletes = routes.filter(
      ({ method, path }) => ['GET', 'DELETE'].includes(method) && path.includes('{id}'),
    );
    for (const route of deletes)
      for (const id of mine)
        assert.equal(await codeOf(route, other.session, id), `${route.method} ${route.path}: 404 NOT_FOUND`);
  });
});
