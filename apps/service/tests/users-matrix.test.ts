import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';
import { newCompany, newKey, newPerson, outcomes, type Person } from './people.ts';

/**
 * Who may do what to whom. M manages; F sees but may not touch; - does not see; X is refused as a member;
 * P is a key without `manage`. [API Users] [contract 2, Keys]
 */
const TABLE = `
  actor      owner2 adminAll memberAll adminA2 memberA2 memberB adminAB2 gone goneOwner
  owner      M      M        M         M       M        M       M        M    M
  adminAll   F      M        M         M       M        M       M        M    F
  adminA     -      -        -         M       M        -       -        M    -
  adminAB    -      -        -         M       M        M       M        M    -
  memberAll  X      X        X         X       X        X       X        X    X
  memberA    X      X        X         X       X        X       X        X    X
  keyAll     M      M        M         M       M        M       M        M    M
  keyA       -      -        -         M       M        -       -        M    -
  keyRead    P      P        P         P       P        P       P        P    P
  stranger   -      -        -         -       -        -       -        -    -
`;

/** Oneself, by operation. A key is nobody's self. */
const SELF = `
  actor      list   role   companyIds password                       reset  deactivate              enable
  owner      seen   403    403        400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200
  adminAll   seen   403    403        400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200
  adminA     seen   403    403        400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200
  adminAB    seen   403    403        400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200
  memberAll  403    403    403        400:CURRENT_PASSWORD_REQUIRED  403    403                     403
  memberA    403    403    403        400:CURRENT_PASSWORD_REQUIRED  403    403                     403
`;

const OPERATIONS = ['list', 'role', 'companyIds', 'password', 'reset', 'deactivate', 'enable'] as const;
type Operation = (typeof OPERATIONS)[number];

/** What M means: the same for everyone who manages, but for these. */
function managed(actor: string, target: string, operation: Operation): string {
  const isGone = target.startsWith('gone');
  const isOwner = target === 'owner2' || target === 'goneOwner';
  const ownerLike = actor === 'owner' || actor === 'keyAll';
  switch (operation) {
    case 'list':
      return 'seen';
    case 'companyIds':
      return isOwner ? '400 VALIDATION_FAILED' : '200';
    case 'password':
      if (isGone) return '409 INVALID_STATE';
      return ownerLike ? '200' : '403 FORBIDDEN';
    case 'reset':
      return isGone ? '409 INVALID_STATE' : '200';
    case 'deactivate':
      return isGone ? '409 ERASURE_TOO_SOON' : '200';
    case 'role':
    case 'enable':
      return '200';
  }
}

function expected(sign: string, actor: string, target: string, operation: Operation): string {
  if (sign === 'M') return managed(actor, target, operation);
  if (sign === 'X') return '403 FORBIDDEN';
  if (sign === 'P') return '403 PERMISSION_DENIED';
  if (operation === 'list') return sign === 'F' ? 'seen' : 'unseen';
  return sign === 'F' ? '403 FORBIDDEN' : '404 NOT_FOUND';
}

function rowsOf(table: string): Record<string, string>[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

let pappel: Pappel;
let account: Account;
let companyA: string;
let companyB: string;
const credentials: Record<string, string> = {};
const selves: Record<string, string> = {};
const targets: Record<string, string> = {};

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  companyA = account.companyId;
  companyB = await newCompany(pappel, account, 'B');
  const people: [string, string, string[]?][] = [
    ['owner', 'owner'],
    ['adminAll', 'company_admin'],
    ['adminA', 'company_admin', [companyA]],
    ['adminAB', 'company_admin', [companyA, companyB]],
    ['memberAll', 'member'],
    ['memberA', 'member', [companyA]],
  ];
  const make = (role: string, companyIds?: string[]): Promise<Person> =>
    newPerson(pappel, account.session, role, companyIds);
  for (const [name, role, companyIds] of people) {
    const person = await make(role, companyIds);
    credentials[name] = person.session;
    selves[name] = person.id;
  }
  credentials['keyAll'] = await newKey(pappel, account.session, { permissions: ['manage'] });
  credentials['keyA'] = await newKey(pappel, account.session, {
    permissions: ['manage'],
    companyId: companyA,
  });
  credentials['keyRead'] = await newKey(pappel, account.session, {
    permissions: ['read', 'send', 'receive'],
  });
  credentials['stranger'] = (await signUp(pappel, 'Stranger')).session;
  const subjects: [string, string, string[]?][] = [
    ['owner2', 'owner'],
    ['adminAll', 'company_admin'],
    ['memberAll', 'member'],
    ['adminA2', 'company_admin', [companyA]],
    ['memberA2', 'member', [companyA]],
    ['memberB', 'member', [companyB]],
    ['adminAB2', 'company_admin', [companyA, companyB]],
    ['gone', 'member', [companyA]],
    ['goneOwner', 'owner'],
  ];
  for (const [name, role, companyIds] of subjects) targets[name] = (await make(role, companyIds)).id;
  for (const name of ['gone', 'goneOwner'])
    await pappel.call('DELETE', `/v1/users/${targets[name]}`, account.session);
});
after(() => pappel.stop());

interface Snapshot {
  row: Record<string, unknown>;
  companies: string[];
}

const db = () => pappel.service.deps.db;

async function look(id: string): Promise<Snapshot> {
  const row = await db()
    .selectFrom('users')
    .where('id', '=', id as never)
    .selectAll()
    .executeTakeFirstOrThrow();
  const companies = await db()
    .selectFrom('user_companies')
    .where('user_id', '=', id as never)
    .select('company_id')
    .orderBy('company_id')
    .execute();
  return { row, companies: companies.map((one) => one.company_id) };
}

async function putBack(id: string, { row, companies }: Snapshot): Promise<void> {
  await db()
    .updateTable('users')
    .set(row)
    .where('id', '=', id as never)
    .execute();
  await db()
    .deleteFrom('user_companies')
    .where('user_id', '=', id as never)
    .execute();
  for (const companyId of companies)
    await db()
      .insertInto('user_companies')
      .values({ user_id: id as never, company_id: companyId as never })
      .execute();
}

async function perform(operation: Operation, by: string, id: string, role: string): Promise<string> {
  const outcome = outcomes(pappel);
  const path = `/v1/users/${id}`;
  switch (operation) {
    case 'list': {
      const { status, body } = await pappel.call('GET', '/v1/users?include=inactive&limit=100', by);
      if (status !== 200) return `${status} ${body.error.code}`;
      return body.users.some((user: { id: string }) => user.id === id) ? 'seen' : 'unseen';
    }
    case 'role':
      return outcome('PATCH', path, by, { role });
    case 'companyIds':
      return outcome('PATCH', path, by, { companyIds: [companyA] });
    case 'password':
      return outcome('PATCH', path, by, { password: 'one more long passphrase' });
    case 'reset':
      return outcome('PATCH', path, by, { resetPassword: true });
    case 'deactivate':
      return outcome('DELETE', path, by);
    case 'enable':
      return outcome('POST', `${path}/enable`, by);
  }
}

test('The whole matrix of owner, company_admin, member and manage keys over active, inactive and oneself', async () => {
  const differences: string[] = [];
  let cells = 0;
  const check = async (actor: string, target: string, id: string, operation: Operation, wanted: string) => {
    cells++;
    const earlier = await look(id);
    const got = await perform(operation, credentials[actor] ?? '', id, String(earlier.row['role']));
    const later = await look(id);
    if (got !== wanted) differences.push(`${actor} ${operation} ${target}: ${got}, not ${wanted}`);
    const isRefused = /^[45]/.test(got) || operation === 'list';
    if (isRefused && JSON.stringify(earlier) !== JSON.stringify(later))
      differences.push(`${actor} ${operation} ${target}: refused, but changed something`);
    await putBack(id, earlier);
  };
  for (const { actor = '', ...signs } of rowsOf(TABLE)) {
    for (const [target, sign] of Object.entries(signs)) {
      for (const operation of OPERATIONS)
        await check(
          actor,
          target,
          targets[target] ?? '',
          operation,
          expected(sign, actor, target, operation),
        );
    }
  }
  for (const { actor = '', ...wanted } of rowsOf(SELF)) {
    for (const operation of OPERATIONS) {
      const [status, code = status === '403' ? 'FORBIDDEN' : undefined] = (wanted[operation] ?? '').split(
        ':',
      );
      await check(actor, 'oneself', selves[actor] ?? '', operation, [status, code].filter(Boolean).join(' '));
    }
  }
  console.log(`users: ${cells} cells, ${differences.length} differences`);
  assert.deepEqual(differences, []);
  assert.equal(cells, 10 * 9 * 7 + 6 * 7);
});
