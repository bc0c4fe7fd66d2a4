import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PERMISSIONS } from '../src/platform/access/principal.ts';
import { type Access, ROUTE_ACCESS } from '../src/platform/access/route-access.ts';
import { strayRows } from './account-catalogue.ts';
import { type Pappel, startPappel } from './harness.ts';
import { joinsOfAccounts, statementsOf } from './joined-accounts.ts';
import { type Attempt, BODIES, PARAMETERS, QUERIES } from './matrix-requests.ts';
import { ROWS, type Row } from './matrix-rows.ts';
import { PRINCIPALS } from './matrix-table.ts';
import { buildWorld, type Caller, PLACES, type Place, type World } from './matrix-world.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

const SIGNS: Record<string, string> = {
  '-': '404 NOT_FOUND',
  F: '403 FORBIDDEN',
  P: '403 PERMISSION_DENIED',
  p: '403 PERMISSION_DENIED',
  S: '403 SESSION_REQUIRED',
  G: '403 PASSWORD_CHANGE_REQUIRED',
  L: '403 ACCOUNT_SUSPENDED',
  N: '403 SENDER_NOT_ALLOWED',
  V: '400 VALIDATION_FAILED',
};
const NO_CREDENTIAL = '401 UNAUTHORIZED';

let pappel: Pappel;
let provider: OpenIdProvider;
let world: World;
let cellCount = 0;
let statements: Set<string>;

before(async () => {
  provider = await startOpenIdProvider(['https://client.example/sso']);
  pappel = await startPappel({
    SANDBOX: 'true',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_REDIRECT_URL: 'https://client.example/sso',
  });
  statements = statementsOf(pappel);
  world = await buildWorld(pappel, provider);
});
after(async () => {
  await pappel?.stop();
  await provider?.close();
});

/** What the rows of a route say of keys with a single permission, in the words of the table of access. */
function keysOf(name: string): string {
  const rows = ROWS.filter((row) => `${row.method} ${row.path}` === name);
  if (rows.some(({ cells }) => cells === undefined)) return `${name} open`;
  const getsIn = PERMISSIONS.filter((permission) =>
    rows.some(({ cells }) => cells?.[PRINCIPALS.indexOf(permission)]?.match(/[^PS.]/)),
  );
  const isForPeople = rows.every(({ cells }) => /^S+$/.test(cells?.[PRINCIPALS.indexOf('read')] ?? ''));
  const isForAll = isForPeople || getsIn.length === PERMISSIONS.length;
  return [name, ...(isForAll ? ['any'] : getsIn.toSorted())].join(' ');
}

/** What one principal is answered about one object. */
async function attempt(row: Row, caller: Caller, place: Place): Promise<string> {
  const spot = world.spotOf(caller, place);
  const id = row.object === '-' ? '' : await world.make(row.object, spot, caller);
  const tried: Attempt = { world, caller, spot, id };
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(PARAMETERS[name]?.(tried) ?? id),
  );
  const query = QUERIES[row.title]?.(tried);
  const body = await BODIES[row.title]?.(tried);
  const isLast = row.path.endsWith('/logout');
  const token = isLast ? await caller.again() : caller.token;
  const headers: Record<string, string> =
    body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {};
  const answer = await pappel.call(row.method, query ? `${path}?${query}` : path, token, body, headers);
  return [answer.status, answer.body?.error?.code].filter(Boolean).join(' ');
}

/** Tries every cell of a row; the differences are what remains. */
async function differencesOf(row: Row): Promise<string[]> {
  const differences: string[] = [];
  const compare = async (caller: Caller, place: Place, expected: string): Promise<void> => {
    cellCount++;
    const said = await attempt(row, caller, place);
    if (said !== expected) differences.push(`${caller.name}, ${place}: ${said} instead of ${expected}`);
  };
  for (const caller of world.nobodies) await compare(caller, 'A', row.cells ? NO_CREDENTIAL : row.good);
  for (const [column, name] of PRINCIPALS.entries()) {
    const caller = world.callers.get(name);
    if (!caller) throw new Error(name);
    const cell = row.cells?.[column] ?? '+';
    for (const [i, sign] of [...cell].entries()) {
      const place = PLACES[i];
      const expected = sign === '+' ? row.good : SIGNS[sign];
      if (sign === '.') continue;
      if (!place || !expected) throw new Error(`${row.title}: ${cell}`);
      await compare(caller, place, expected);
    }
  }
  return differences;
}

describe('who may call what', () => {
  test('Every route of the OpenAPI document has its row, and every row its route', async () => {
    const { body } = await pappel.call('GET', '/openapi.json');
    const routes = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows = new Set(ROWS.map(({ method, path }) => `${method} ${path}`));
    assert.deepEqual([...rows].sort(), routes.sort());
    assert.deepEqual(Object.keys(ROUTE_ACCESS).sort(), routes.sort());
  });
  test('The table of access names a permission for a route just where a key with it alone gets in', () => {
    const named = Object.entries<Access>(ROUTE_ACCESS).map(([name, access]) =>
      access.kind === 'open' || access.permissions === 'any'
        ? `${name} ${access.kind === 'open' ? 'open' : 'any'}`
        : [name, ...access.permissions.toSorted()].join(' '),
    );
    assert.deepEqual(named.sort(), Object.keys(ROUTE_ACCESS).map(keysOf).sort());
  });
  test('Every row has a title of its own, and what is sent belongs to a row', () => {
    const titles = ROWS.map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
    for (const title of [...Object.keys(BODIES), ...Object.keys(QUERIES)])
      assert.ok(titles.includes(title), title);
  });
  for (const row of ROWS)
    test(row.title, async () => {
      assert.deepEqual(await differencesOf(row), []);
    });
  test('All of it was tried', (context) => {
    context.diagnostic(`${ROWS.length} rows, ${cellCount} cells`);
    assert.ok(cellCount > 2000);
  });
  test('No statement behind any of it looks at rows of two accounts together [GEN-28]', async (context) => {
    context.diagnostic(`${statements.size} statements`);
    const apart = {
      'exists ( select from mls_due where message_id = $':
        'both are of one document, which is named by its id',
      'select id from unnest(array((select "messages"."id" from "messages" where':
        'the newest of who asks, of which those that fit are read by who asks',
    };
    const { pool } = pappel.service.base.database;
    assert.deepEqual(await joinsOfAccounts(pool, statements, apart), []);
  });
  test('No row that is left behind refers to one of another account [GEN-28]', async () => {
    assert.deepEqual(await strayRows(pappel.service.base.database.pool), []);
  });
});
