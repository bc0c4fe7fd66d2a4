import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OPERATOR_ROLES } from '../src/platform/access/operator-access.ts';
import { hashSecret } from '../src/platform/secret.ts';
import { type Pappel, signUp, startPappel } from './harness.ts';
import { joinsOfAccounts, statementsOf } from './joined-accounts.ts';
import { OPERATOR_BODIES, OPERATOR_TABLE } from './operator-matrix-table.ts';
import { ask, firstOperator, newOperator, type Operator, signInOperator } from './operator-world.ts';

const ROWS = OPERATOR_TABLE.split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [method = '', path = '', role = '', good = '', person] = line.split(/\s+/);
    return {
      name: `${method} ${path}`,
      method,
      path,
      role,
      good: good.replace(':', ' '),
      person: person === 'person',
    };
  });
type Row = (typeof ROWS)[number];

interface Caller {
  name: string;
  token: string | undefined;
  /** Undefined for who is nobody. */
  role?: string;
  byToken?: boolean;
  mustChange?: boolean;
}

const BEFORE_PASSWORD_CHANGE = [
  'POST /operator/v1/auth/logout',
  'GET /operator/v1/me',
  'PATCH /operator/v1/me',
];

let pappel: Pappel;
let admin: Operator;
const callers: Caller[] = [];
let tried = 0;
let statements: Set<string>;

before(async () => {
  pappel = await startPappel();
  statements = statementsOf(pappel);
  admin = await firstOperator(pappel);
  for (const role of OPERATOR_ROLES) {
    const person = await newOperator(pappel, admin, role);
    callers.push({ name: role, token: person.token, role });
    callers.push({ name: `token of ${role}`, token: await tokenOf(person, role), role, byToken: true });
  }
  callers.push({
    ...(await newcomer()),
    name: 'who must change the password',
    role: 'admin',
    mustChange: true,
  });
  callers.push(...(await nobodies()));
});
after(() => pappel.stop());

async function tokenOf({ token }: Operator, role: string): Promise<string> {
  return (await ask(pappel, 'POST', '/operator/v1/tokens', token, { name: 'x', role })).body.value;
}

async function newcomer(): Promise<{ token: string }> {
  const email = 'newcomer@x.example';
  const body = { name: 'New', email, role: 'admin' };
  const made = await ask(pappel, 'POST', '/operator/v1/operators', admin.token, body);
  return { token: await signInOperator(pappel, email, made.body.password) };
}

/** Credentials that are none. */
async function nobodies(): Promise<Caller[]> {
  const { db } = pappel.service.base;
  const [past, person] = [new Date(Date.now() - 1000), await newOperator(pappel, admin, 'admin')];
  const [expired, revoked] = [await tokenOf(person, 'admin'), await tokenOf(person, 'admin')];
  await db
    .updateTable('operator_tokens')
    .set({ expires_at: past })
    .where('token_hash', '=', hashSecret(expired))
    .execute();
  const { body } = await ask(pappel, 'GET', '/operator/v1/tokens', person.token);
  const { id } = body.tokens.find(
    (one: { operatorId: string; prefix: string }) =>
      one.operatorId === person.id && revoked.startsWith(one.prefix),
  );
  await ask(pappel, 'DELETE', `/operator/v1/tokens/${id}`, person.token);
  const late = await signInOperator(pappel, person.email);
  await db
    .updateTable('operator_sessions')
    .set({ expires_at: past })
    .where('token_hash', '=', hashSecret(late))
    .execute();
  const gone = await newOperator(pappel, admin, 'admin');
  const tokenOfGone = await tokenOf(gone, 'admin');
  await ask(pappel, 'PATCH', `/operator/v1/operators/${gone.id}`, admin.token, { status: 'inactive' });
  const customer = await signUp(pappel);
  return [
    { name: 'no credential', token: undefined },
    { name: 'nonsense', token: 'pop_nothing' },
    { name: 'an expired session', token: late },
    { name: 'an expired token', token: expired },
    { name: 'a revoked token', token: revoked },
    { name: 'the session of who left', token: gone.token },
    { name: 'a token of who left', token: tokenOfGone },
    { name: "a customer's session", token: customer.session },
    { name: "a customer's key", token: customer.key },
  ];
}

/** What the table says. */
function expected(row: Row, caller: Caller): string {
  if (row.role === 'everyone') return row.good;
  if (caller.role === undefined) return '401 UNAUTHORIZED';
  if (caller.mustChange && !BEFORE_PASSWORD_CHANGE.includes(row.name)) return '403 PASSWORD_CHANGE_REQUIRED';
  if (row.person && caller.byToken) return '403 SESSION_REQUIRED';
  const rank = (role: string) => (OPERATOR_ROLES as readonly string[]).indexOf(role);
  return rank(caller.role) >= rank(row.role) ? row.good : '403 FORBIDDEN';
}

async function answerTo(row: Row, caller: Caller): Promise<string> {
  tried++;
  const path = row.path.replaceAll(/\{\w+\}/g, '0198a000-0000-7000-8000-000000000000');
  const answer = await ask(pappel, row.method, path, caller.token, OPERATOR_BODIES[row.name]?.());
  return [answer.status, answer.body?.error?.code].filter(Boolean).join(' ');
}

describe("who may call what of the operator's side", () => {
  test('Every route of its description has its row, and every row its route', async () => {
    const { body } = await ask(pappel, 'GET', '/openapi.json');
    const routes = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(ROWS.map(({ name }) => name).sort(), routes.sort());
    for (const name of Object.keys(OPERATOR_BODIES)) assert.ok(routes.includes(name), name);
  });
  // Signing out comes last: it ends the sessions of all callers.
  const lastly = (row: Row) => Number(row.path.endsWith('/logout'));
  for (const row of ROWS.toSorted((a, b) => lastly(a) - lastly(b)))
    test(`${row.name} [OPR-10]`, async () => {
      const differences: string[] = [];
      for (const caller of callers) {
        const said = await answerTo(row, caller);
        if (said !== expected(row, caller))
          differences.push(`${caller.name}: ${said} instead of ${expected(row, caller)}`);
      }
      assert.deepEqual(differences, []);
    });
  test('All of it was tried', (context) => {
    context.diagnostic(`${ROWS.length} routes, ${tried} cells`);
    assert.equal(tried, ROWS.length * callers.length);
  });
  test('No statement behind any of it looks at rows of two accounts together [GEN-28]', async (context) => {
    context.diagnostic(`${statements.size} statements`);
    const apart = {
      'with lately as ( select direction': 'figures of the installation, counted beside each other',
    };
    const { pool } = pappel.service.base.database;
    assert.deepEqual(await joinsOfAccounts(pool, statements, apart), []);
  });
});
