import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { asId } from './as-id.ts';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';
import { newCompany, newKey, newPerson, outcomes, type Person } from './people.ts';

/**
 * Who may do what to whom. M manages; m takes away only, a key that lacks a permission; F sees but may not touch; - does not
 * see; X is refused as a member; P is a key without `manage`. [USR-3, USR-6, KEY-6, KEY-7]
 */
const TABLE = `
  actor      owner2 memberAll adminA2 memberA2 memberB adminAB2 gone goneOwner
  owner      M      M         M       M        M       M        M    M
  adminA     -      -         M       M        -       -        M    -
  adminAB    -      -         M       M        M       M        M    -
  memberAll  X      X         X       X        X       X        X    X
  memberA    x      x         X       X        x       x        X    x
  desk       F      M         M       M        M       M        M    F
  keyAll     F      M         M       M        M       M        M    F
  keyA       -      -         M       M        -       -        M    -
  keyManage  F      m         m       m        m       m        m    F
  keyManageA -      -         m       m        -       -        m    -
  keyEnding  F      m         m       m        m       m        m    F
  keyRead    P      P         P       P        P       P        P    P
  stranger   -      -         -       -        -       -        -    -
`;

/** Oneself, by operation. A key is nobody's self. */
const SELF = `
  actor      list   role   narrow password                       reset  deactivate              enable raise owner link
  owner      seen   403    403    400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200    403   403   409:SSO_NOT_CONFIGURED
  adminA     seen   403    403    400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200    403   403   409:SSO_NOT_CONFIGURED
  adminAB    seen   403    403    400:CURRENT_PASSWORD_REQUIRED  403    400:VALIDATION_FAILED   200    403   403   409:SSO_NOT_CONFIGURED
  memberAll  403    403    403    400:CURRENT_PASSWORD_REQUIRED  403    403                     403    403   403   409:SSO_NOT_CONFIGURED
  memberA    403    403    403    400:CURRENT_PASSWORD_REQUIRED  403    403                     403    403   403   409:SSO_NOT_CONFIGURED
`;

const OPERATIONS = [
  'list',
  'role',
  'narrow',
  'password',
  'reset',
  'deactivate',
  'enable',
  'raise',
  'owner',
  'link',
] as const;
type Operation = (typeof OPERATIONS)[number];
const isKey = (actor: string): boolean => actor.startsWith('key');

/** What M means: the same for everyone who manages, but for these. */
function managed(actor: string, target: string, operation: Operation): string {
  const isGone = target.startsWith('gone');
  const isOwner = target === 'owner2' || target === 'goneOwner';
  const mayMakeOwners = actor === 'owner';
  switch (operation) {
    case 'list':
      return 'seen';
    case 'role':
      return '200';
    case 'narrow':
      return isOwner ? '400 VALIDATION_FAILED' : '200';
    case 'raise':
      return '200';
    case 'owner':
      return mayMakeOwners ? '200' : '403 FORBIDDEN';
    case 'password':
      if (actor === 'desk' || isKey(actor)) return '403 FORBIDDEN';
      if (isGone) return '409 INVALID_STATE';
      return actor === 'owner' ? '200' : '403 FORBIDDEN';
    case 'reset':
      if (actor === 'desk') return '403 FORBIDDEN';
      // There is no mail here, and a key is told no password.
      if (isKey(actor)) return '403 SESSION_REQUIRED';
      return isGone ? '409 INVALID_STATE' : '200';
    case 'deactivate':
      return isGone ? '409 ERASURE_TOO_SOON' : '200';
    case 'enable':
      return '200';
    case 'link':
      return linked(actor, isGone);
  }
}

/** People link their own identity only. Where the provider is not set up, who may link is told so. */
function linked(actor: string, isGone: boolean): string {
  if (actor === 'desk') return '403 FORBIDDEN';
  if (!isKey(actor)) return '400 VALIDATION_FAILED';
  return isGone ? '409 INVALID_STATE' : '409 SSO_NOT_CONFIGURED';
}

/** A key that lacks a permission, or ends, gives nobody anything: what it does may only make a user less. */
function takingAway(actor: string, target: string, operation: Operation): string {
  const refused = actor === 'keyEnding' ? '403 FORBIDDEN' : '403 PERMISSION_DENIED';
  const isRaised = operation === 'raise' && !target.startsWith('admin');
  if (isRaised || operation === 'link') return refused;
  // An active user stays active, which gives nothing.
  if (operation === 'enable' && target.startsWith('gone')) return refused;
  // A member of B is put in A's place: that is another reach, not a part of its own.
  if (operation === 'narrow' && target === 'memberB') return refused;
  return managed(actor, target, operation);
}

function expected(sign: string, actor: string, target: string, operation: Operation): string {
  if (operation === 'link') return expectedLink(sign, actor, target);
  if (sign === 'M') return managed(actor, target, operation);
  if (sign === 'm') return takingAway(actor, target, operation);
  // No list, and nothing of whom it does not reach. [GEN-3]
  if (sign === 'x') return operation === 'list' ? '403 FORBIDDEN' : '404 NOT_FOUND';
  if (sign === 'X') return '403 FORBIDDEN';
  if (sign === 'P') return '403 PERMISSION_DENIED';
  if (operation === 'list') return sign === 'F' ? 'seen' : 'unseen';
  return sign === 'F' ? '403 FORBIDDEN' : '404 NOT_FOUND';
}

/** Linking asks first whether it is one's own: of whom the caller is no manager it says nothing else. */
function expectedLink(sign: string, actor: string, target: string): string {
  if (sign === 'P') return '403 PERMISSION_DENIED';
  if (!isKey(actor)) return linked(actor, false);
  if (sign === 'F') return '403 FORBIDDEN';
  if (sign === '-') return '404 NOT_FOUND';
  return sign === 'm' ? takingAway(actor, target, 'link') : managed(actor, target, 'link');
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
  const keys: Record<string, object> = {
    keyAll: {},
    keyA: { companyId: companyA },
    keyManage: { permissions: ['manage'] },
    keyManageA: { permissions: ['manage', 'send'], companyId: companyA },
    keyEnding: { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    keyRead: { permissions: ['read', 'send', 'receive'] },
  };
  for (const [name, body] of Object.entries(keys))
    credentials[name] = await newKey(pappel, account.session, body);
  credentials['desk'] = await desk(selves['owner'] ?? '');
  credentials['stranger'] = (await signUp(pappel, 'Stranger')).session;
  const subjects: [string, string, string[]?][] = [
    ['owner2', 'owner'],
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

/** The operator's staff, acting for an owner. */
async function desk(userId: string): Promise<string> {
  const handoff = await pappel.operate('desk-sessions', {
    accountId: account.accountId,
    userId,
    reason: 'the matrix',
  });
  const { token } = handoff.body;
  return (await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, { token })).body.token;
}

interface Snapshot {
  row: Record<string, unknown>;
  companies: string[];
}

const db = () => pappel.service.base.db;

async function look(id: string): Promise<Snapshot> {
  const row = await overAll(db(), 'job')
    .selectFrom('users')
    .where('id', '=', asId<'User'>(id))
    .selectAll()
    .executeTakeFirstOrThrow();
  const companies = await overAll(db(), 'job')
    .selectFrom('user_companies')
    .where('user_id', '=', asId<'User'>(id))
    .select('company_id')
    .orderBy('company_id')
    .execute();
  return { row, companies: companies.map((one) => one.company_id) };
}

async function putBack(id: string, { row, companies }: Snapshot): Promise<void> {
  await overAll(db(), 'job').updateTable('users').set(row).where('id', '=', asId<'User'>(id)).execute();
  await overAll(db(), 'job').deleteFrom('user_companies').where('user_id', '=', asId<'User'>(id)).execute();
  for (const companyId of companies)
    await db()
      .insertInto('user_companies')
      .values({ account_id: asId(row['account_id']), user_id: asId(id), company_id: asId(companyId) })
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
    case 'narrow':
      return outcome('PATCH', path, by, { companyIds: [companyA] });
    case 'raise':
      return raise(path, by, role);
    case 'owner':
      return outcome('PATCH', path, by, { role: 'owner' });
    case 'link':
      return outcome('POST', '/v1/sso/identities', by, { userId: id, idToken: 'x.y.z' });
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

/** To a company admin, or to what only that is more than. */
function raise(path: string, by: string, role: string): Promise<string> {
  const body = role === 'member' ? { role: 'company_admin', companyIds: [companyA] } : { role };
  return outcomes(pappel)('PATCH', path, by, body);
}

test('The whole matrix of owner, company_admin, member and manage keys over active, inactive and oneself [KEY-7, KEY-15]', async () => {
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
  assert.equal(cells, 13 * 8 * 10 + 5 * 10);
});
