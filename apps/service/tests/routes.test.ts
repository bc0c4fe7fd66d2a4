import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';
import { newKey } from './people.ts';

const PERMISSIONS = ['read', 'send', 'receive', 'manage'] as const;
type Need = (typeof PERMISSIONS)[number] | 'any';

/** Routes whose need does not follow from their method and path; `any` is for what decides by itself. */
const OTHERWISE: Record<string, Need> = {
  'POST /v1/messages': 'send',
  'POST /v1/messages/uploads': 'send',
  'POST /v1/messages/validate': 'send',
  'POST /v1/messages/{id}/ack': 'receive',
  'GET /v1/messages/{id}/payload': 'any',
  'GET /v1/users': 'manage',
  'GET /v1/api-keys': 'manage',
  'GET /v1/audit': 'manage',
  'POST /v1/auth/logout': 'any',
  'GET /v1/sessions': 'any',
  'DELETE /v1/sessions/{id}': 'any',
  'GET /v1/passkeys': 'any',
  'POST /v1/passkeys/challenge': 'any',
  'POST /v1/passkeys': 'any',
  'DELETE /v1/passkeys/{id}': 'any',
  // Asks, and changes nothing: the ids are in a body because there are many.
  'POST /v1/network/participants/lookup': 'read',
};

/** read = every GET, manage = every other write. [contract 2 Keys] */
const needOf = (route: Route): Need =>
  OTHERWISE[`${route.method} ${route.path}`] ?? (route.method === 'GET' ? 'read' : 'manage');

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
  test('Open are the routes that the specification names, and the upload whose URL is the credential', () => {
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
    ];
    assert.ok(routes.length >= 35);
    assert.deepEqual(
      open.filter((route) => !named.includes(route)),
      [],
    );
  });
  test('Without a credential, or with one that is none, it is 401 whatever was sent', async () => {
    for (const route of routes.filter(({ open }) => !open)) {
      const expected = `${route.method} ${route.path}: 401 UNAUTHORIZED`;
      for (const token of [undefined, 'pap_nothing', 'pus_nothing', 'nonsense'])
        assert.equal(await codeOf(route, token), expected);
    }
  });
  test('A key without the permission for the route is 403 PERMISSION_DENIED, with it never', async () => {
    for (const permission of PERMISSIONS) {
      const key = await newKey(pappel, account.session, { permissions: [permission] });
      for (const route of routes.filter(({ open }) => !open)) {
        const need = needOf(route);
        if (need === 'any') continue;
        const denied = (await codeOf(route, key)).endsWith('403 PERMISSION_DENIED');
        assert.equal(denied, need !== permission, `${route.method} ${route.path} with ${permission}`);
      }
    }
  });
  test('A path id that is not a well-formed UUID answers 404, the same as one that does not exist', async () => {
    const reads = routes.filter(({ method, path }) => method === 'GET' && path.includes('{id}'));
    assert.ok(reads.length >= 6);
    for (const route of reads)
      for (const id of [NOBODY, 'nonsense', '1', "x'--", 'ÅÄÖ'.normalize('NFD')])
        assert.equal(
          await codeOf(route, account.key, encodeURIComponent(id)),
          `${route.method} ${route.path}: 404 NOT_FOUND`,
        );
  });
  test('No id of an answer opens anything for another account', async () => {
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
