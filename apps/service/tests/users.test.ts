import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
import { asId } from './as-id.ts';
import { type Account, PASSWORD, type Pappel, signUp, startPappel, until } from './harness.ts';
import { type Failure, newCompany, newKey, newPerson, outcomes, type Person, signIn } from './people.ts';

let pappel: Pappel;
let outcome: Failure;
let account: Account;
let other: Account;
let owner: Person;
let companyA: string;
let companyB: string;
let adminA: Person;

const OTHER_PASSWORD = 'another long passphrase';
const address = () => `${randomUUID()}@example.org`;
const create = (by: string, body: object) =>
  pappel.call('POST', '/v1/users', by, { name: 'New', email: address(), role: 'member', ...body });
const creation = async (by: string, body: object) => {
  const { status, body: answer } = await create(by, body);
  return status === 201 ? answer.companyIds : `${status} ${answer.error.code}`;
};
const patch = (id: string, by: string, body: object) => outcome('PATCH', `/v1/users/${id}`, by, body);
const idsOf = async (by: string, query = '') => {
  const { body } = await pappel.call('GET', `/v1/users${query}`, by);
  return body.users.map((user: { id: string }) => user.id);
};
const database = () => overAll(pappel.service.base.db, 'job');

before(async () => {
  pappel = await startPappel();
  outcome = outcomes(pappel);
  account = await signUp(pappel);
  other = await signUp(pappel, 'Other AS', 'NO');
  owner = await newPerson(pappel, account.session, 'owner');
  companyA = account.companyId;
  companyB = await newCompany(pappel, account, 'B');
  adminA = await newPerson(pappel, account.session, 'company_admin', [companyA]);
});
after(() => pappel.stop());

describe('Create user', () => {
  test('role is owner, company_admin or member [USR-1]', async () => {
    assert.equal(await creation(account.session, { role: 'king' }), '400 VALIDATION_FAILED');
    for (const role of ['owner', 'member']) assert.deepEqual(await creation(account.session, { role }), []);
    const admin = { role: 'company_admin', companyIds: [companyB] };
    assert.deepEqual(await creation(account.session, admin), [companyB]);
  });
  test('companyIds confines the user; from an owner, empty means every company [USR-1]', async () => {
    assert.deepEqual(await creation(account.session, { companyIds: [companyA, companyA] }), [companyA]);
    assert.deepEqual(await creation(account.session, { companyIds: [] }), []);
    const member = await newPerson(pappel, account.session, 'member', [companyB]);
    assert.equal(await outcome('GET', `/v1/companies/${companyA}`, member.session), '404 NOT_FOUND');
    assert.equal(await outcome('GET', `/v1/companies/${companyB}`, member.session), '200');
  });
  test('An owner can never be confined [USR-1]', async () => {
    assert.equal(
      await creation(account.session, { role: 'owner', companyIds: [companyA] }),
      '400 VALIDATION_FAILED',
    );
  });
  test('A company that is unknown, malformed or of another account is 404', async () => {
    for (const id of [other.companyId, randomUUID(), 'nonsense'])
      assert.equal(await creation(account.session, { companyIds: [id] }), '404 NOT_FOUND');
  });
  test('A company admin must name at least one company; omitted means its own [USR-3]', async () => {
    assert.equal(await creation(adminA.session, { companyIds: [] }), '400 VALIDATION_FAILED');
    assert.deepEqual(await creation(adminA.session, {}), [companyA]);
    for (const companyIds of [undefined, []])
      assert.equal(
        await creation(account.session, { role: 'company_admin', companyIds }),
        '400 VALIDATION_FAILED',
      );
  });
  test('A company admin may create only a member or another company admin, only within its own companies [USR-3]', async () => {
    const by = adminA.session;
    assert.equal(await creation(by, { role: 'owner' }), '403 FORBIDDEN');
    assert.deepEqual(await creation(by, { role: 'company_admin' }), [companyA]);
    assert.equal(await creation(by, { companyIds: [companyA, companyB] }), '404 NOT_FOUND');
  });
  test('A member is refused, and so is a key without manage [KEY-10]', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    assert.equal(await creation(member.session, {}), '403 FORBIDDEN');
    const key = await newKey(pappel, account.session, { permissions: ['read', 'send', 'receive'] });
    assert.equal(await creation(key, {}), '403 PERMISSION_DENIED');
  });
  test('When password is omitted and mail is unavailable, temporaryPassword is returned once [USR-4]', async () => {
    const { body } = await create(account.session, {});
    assert.match(body.temporaryPassword, /^[0-9A-Za-z]{5}(-[0-9A-Za-z]{5}){3}$/);
    assert.deepEqual([body.mustChangePassword, body.hasPassword], [true, false]);
    assert.ok((await signIn(pappel, body.email, body.temporaryPassword)).startsWith('pus_'));
    const { body: list } = await pappel.call('GET', '/v1/users', account.session);
    assert.ok(!JSON.stringify(list).includes('temporaryPassword'));
  });
  test('With a password there is no flag and no temporaryPassword', async () => {
    const { body } = await create(account.session, { password: PASSWORD });
    assert.deepEqual(
      [body.mustChangePassword, body.hasPassword, body.temporaryPassword],
      [false, true, undefined],
    );
  });
  test('A password that will not do is 400; an address in use, in any account, is 409 EMAIL_TAKEN [ACC-6, AUT-11]', async () => {
    assert.equal(await creation(account.session, { password: 'short' }), '400 VALIDATION_FAILED');
    assert.equal(await creation(account.session, { email: other.email.toUpperCase() }), '409 EMAIL_TAKEN');
  });
});

describe('mustChangePassword', () => {
  test('Every route is refused except GET /v1/me and PATCH of the own id, which clears the flag without a fresh sign-in [AUT-8]', async () => {
    const { body: user } = await create(account.session, { role: 'owner' });
    const session = await signIn(pappel, user.email, user.temporaryPassword);
    assert.equal(await outcome('GET', '/v1/me', session), '200');
    const refused: [string, string][] = [
      ['GET', '/v1/account'],
      ['GET', '/v1/users'],
      ['POST', '/v1/auth/logout'],
      ['GET', '/v1/sessions'],
    ];
    for (const [method, path] of refused)
      assert.equal(await outcome(method, path, session), '403 PASSWORD_CHANGE_REQUIRED', path);
    assert.equal(await patch(adminA.id, session, { role: 'member' }), '403 PASSWORD_CHANGE_REQUIRED');
    const change = { currentPassword: user.temporaryPassword, password: user.temporaryPassword };
    assert.equal(await patch(user.id, session, change), '400 VALIDATION_FAILED');
    assert.equal(await patch(user.id, session, { ...change, password: OTHER_PASSWORD }), '200');
    assert.equal(await outcome('GET', '/v1/account', session), '200');
    const { body } = await pappel.call('GET', '/v1/me', session);
    assert.deepEqual([body.user.mustChangePassword, body.user.hasPassword], [false, true]);
  });
});

describe('Patch user', () => {
  test('Changing your own password requires currentPassword: missing and wrong have their codes [USR-5]', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    const elsewhere = await signIn(pappel, member.email);
    const change = (body: object) => patch(member.id, member.session, { password: OTHER_PASSWORD, ...body });
    assert.equal(await change({}), '400 CURRENT_PASSWORD_REQUIRED');
    assert.equal(await change({ currentPassword: 'wrong' }), '400 CURRENT_PASSWORD_INVALID');
    assert.equal(await change({ currentPassword: PASSWORD, password: 'short' }), '400 VALIDATION_FAILED');
    assert.equal(await change({ currentPassword: PASSWORD }), '200');
    // Every other session ended, this one did not.
    assert.equal(await outcome('GET', '/v1/me', member.session), '200');
    assert.equal(await outcome('GET', '/v1/me', elsewhere), '401 UNAUTHORIZED');
    assert.ok(await signIn(pappel, member.email, OTHER_PASSWORD));
  });
  test('Guesses at currentPassword count like failed sign-ins', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    const guess = () =>
      patch(member.id, member.session, { password: OTHER_PASSWORD, currentPassword: 'wrong' });
    for (let i = 0; i < 5; i++) assert.equal(await guess(), '400 CURRENT_PASSWORD_INVALID');
    assert.equal(await guess(), '429 LOGIN_LOCKED');
  });
  test('Setting your own password in an SSO session is 403 [USR-5]', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    await database()
      .updateTable('sessions')
      .set({ auth_method: 'sso' })
      .where('user_id', '=', asId<'User'>(member.id))
      .execute();
    assert.equal(
      await patch(member.id, member.session, { password: OTHER_PASSWORD, currentPassword: PASSWORD }),
      '403 PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION',
    );
  });
  test("It is not required when an owner resets someone else's, which ends all of their sessions [AUT-15, USR-16]", async () => {
    const member = await newPerson(pappel, account.session, 'member', [companyA]);
    assert.equal(await patch(member.id, adminA.session, { password: OTHER_PASSWORD }), '403 FORBIDDEN');
    assert.equal(await patch(member.id, account.session, { password: OTHER_PASSWORD }), '200');
    assert.equal(await outcome('GET', '/v1/me', member.session), '401 UNAUTHORIZED');
    assert.ok(await signIn(pappel, member.email, OTHER_PASSWORD));
  });
  test('role and companyIds are never on your own row, not even for an owner [USR-6]', async () => {
    for (const person of [owner, adminA]) {
      assert.equal(await patch(person.id, person.session, { role: 'member' }), '403 FORBIDDEN');
      assert.equal(await patch(person.id, person.session, { companyIds: [companyA] }), '403 FORBIDDEN');
      assert.equal(await patch(person.id, person.session, { resetPassword: true }), '403 FORBIDDEN');
    }
  });
  test('companyIds replaces the confinement, omitted leaves it; from an owner, empty means every company [USR-13]', async () => {
    const { id } = await newPerson(pappel, account.session, 'member', [companyA]);
    const placed = async (body: object) => {
      const answer = await pappel.call('PATCH', `/v1/users/${id}`, account.session, body);
      return [answer.body.role, answer.body.companyIds];
    };
    assert.deepEqual(await placed({ companyIds: [companyB] }), ['member', [companyB]]);
    assert.deepEqual(await placed({ role: 'company_admin' }), ['company_admin', [companyB]]);
    assert.deepEqual(await placed({ companyIds: [companyA] }), ['company_admin', [companyA]]);
    assert.equal(await patch(id, account.session, { companyIds: [] }), '400 VALIDATION_FAILED');
    assert.deepEqual(await placed({ role: 'member', companyIds: [] }), ['member', []]);
    // Who reaches everything becomes a company admin of named companies only.
    assert.equal(await patch(id, account.session, { role: 'company_admin' }), '400 VALIDATION_FAILED');
  });
  test('A user whose company row is lost reaches nothing, and is seen by owners alone [USR-2]', async () => {
    const person = await newPerson(pappel, account.session, 'company_admin', [companyA]);
    await database().deleteFrom('user_companies').where('user_id', '=', asId<'User'>(person.id)).execute();
    const { body } = await pappel.call('GET', '/v1/companies', person.session);
    assert.deepEqual(body.companies, []);
    const { body: me } = await pappel.call('GET', '/v1/me', person.session);
    assert.deepEqual([me.user.companyIds, me.user.allCompanies], [[], false]);
    assert.equal(await outcome('GET', `/v1/companies/${companyA}`, person.session), '404 NOT_FOUND');
    const { body: own } = await pappel.call('GET', '/v1/users', person.session);
    assert.deepEqual(
      own.users.map((user: { id: string }) => user.id),
      [person.id],
    );
    assert.equal(await patch(person.id, adminA.session, { role: 'member' }), '404 NOT_FOUND');
    assert.equal(await patch(person.id, account.session, { companyIds: [companyA] }), '200');
  });
  test('Promoting to owner clears the confinement [USR-6]', async () => {
    const { id } = await newPerson(pappel, account.session, 'member', [companyA]);
    const both = { role: 'owner', companyIds: [companyA] };
    assert.equal(await patch(id, account.session, both), '400 VALIDATION_FAILED');
    const { body } = await pappel.call('PATCH', `/v1/users/${id}`, account.session, { role: 'owner' });
    assert.deepEqual([body.role, body.companyIds], ['owner', []]);
    assert.equal(await patch(id, account.session, { companyIds: [companyA] }), '400 VALIDATION_FAILED');
  });
  test('A company admin changes role and companies of someone else within its own companies only', async () => {
    const wide = await newPerson(pappel, account.session, 'company_admin', [companyA, companyB]);
    const { id } = await newPerson(pappel, account.session, 'member', [companyA]);
    assert.equal(await patch(id, wide.session, { role: 'company_admin', companyIds: [companyB] }), '200');
    assert.equal(await patch(id, wide.session, { role: 'owner' }), '403 FORBIDDEN');
    assert.equal(await patch(id, wide.session, { companyIds: [] }), '400 VALIDATION_FAILED');
    assert.equal(await patch(id, wide.session, { companyIds: [other.companyId] }), '404 NOT_FOUND');
    // It moved to B: out of sight for the admin of A.
    assert.equal(await patch(id, adminA.session, { role: 'member' }), '404 NOT_FOUND');
    assert.equal(await patch(wide.id, adminA.session, { role: 'member' }), '404 NOT_FOUND');
  });
  test("A change takes effect on the user's next request [USR-7]", async () => {
    const person = await newPerson(pappel, account.session, 'company_admin', [companyA, companyB]);
    assert.equal(await outcome('GET', '/v1/users', person.session), '200');
    await patch(person.id, account.session, { companyIds: [companyB] });
    assert.equal(await outcome('GET', `/v1/companies/${companyA}`, person.session), '404 NOT_FOUND');
    await patch(person.id, account.session, { role: 'member' });
    assert.equal(await outcome('GET', '/v1/users', person.session), '403 FORBIDDEN');
    await outcome('DELETE', `/v1/users/${person.id}`, account.session);
    assert.equal(await outcome('GET', '/v1/me', person.session), '401 UNAUTHORIZED');
  });
  test('Nothing at all, an unknown field, and two ways to a password at once are 400 [GEN-6]', async () => {
    const { id } = await newPerson(pappel, account.session, 'member');
    const wrong = [
      {},
      { name: 'x' },
      { resetPassword: false },
      { password: PASSWORD, resetPassword: true },
      { currentPassword: 'x' },
    ];
    for (const body of wrong) assert.equal(await patch(id, account.session, body), '400 VALIDATION_FAILED');
  });
  test('Without mail, resetPassword and resendInvite return a temporaryPassword once [USR-18]', async () => {
    const member = await newPerson(pappel, account.session, 'member', [companyA]);
    assert.equal(await patch(member.id, adminA.session, { resendInvite: true }), '409 INVALID_STATE');
    const { body } = await pappel.call('PATCH', `/v1/users/${member.id}`, adminA.session, {
      resetPassword: true,
    });
    assert.deepEqual([body.mustChangePassword, body.hasPassword], [true, false]);
    assert.equal(await outcome('GET', '/v1/me', member.session), '401 UNAUTHORIZED');
    assert.ok(await signIn(pappel, member.email, body.temporaryPassword));
    const again = await pappel.call('PATCH', `/v1/users/${member.id}`, adminA.session, {
      resendInvite: true,
    });
    assert.ok(await signIn(pappel, member.email, again.body.temporaryPassword));
  });
});

describe('GET /v1/users', () => {
  test('An owner sees every user; a company admin those inside its own companies, plus itself [USR-11]', async () => {
    const mine = await signUp(pappel, 'List AB');
    const second = await newCompany(pappel, mine, 'Second');
    const admin = await newPerson(pappel, mine.session, 'company_admin', [mine.companyId, second]);
    const inside = await newPerson(pappel, mine.session, 'member', [second]);
    const unconfined = await newPerson(pappel, mine.session, 'member');
    const narrow = await newPerson(pappel, mine.session, 'company_admin', [mine.companyId]);
    assert.equal((await idsOf(mine.session)).length, 5);
    assert.deepEqual(await idsOf(admin.session), [narrow.id, inside.id, admin.id]);
    assert.deepEqual(await idsOf(narrow.session), [narrow.id]);
    const key = await newKey(pappel, mine.session, { companyId: second });
    assert.deepEqual(await idsOf(key), [inside.id]);
    assert.ok((await idsOf(mine.session)).includes(unconfined.id));
    assert.equal(await outcome('GET', '/v1/users', inside.session), '403 FORBIDDEN');
    assert.equal(await outcome('GET', '/v1/users', unconfined.session), '403 FORBIDDEN');
  });
  test('companyId narrows to users who reach that company; an unconfined user stays in view [USR-19]', async () => {
    const inB = await newPerson(pappel, account.session, 'member', [companyB]);
    const ids = await idsOf(account.session, `?companyId=${companyA}&limit=100`);
    assert.ok(ids.includes(adminA.id) && ids.includes(owner.id) && !ids.includes(inB.id));
    for (const id of [other.companyId, 'nonsense'])
      assert.equal(await outcome('GET', `/v1/users?companyId=${id}`, account.session), '404 NOT_FOUND');
    assert.equal(await outcome('GET', `/v1/users?companyId=${companyB}`, adminA.session), '404 NOT_FOUND');
  });
  test('Only active users unless include=inactive; any other include value is 400 [USR-11]', async () => {
    const gone = await newPerson(pappel, account.session, 'member');
    await pappel.call('DELETE', `/v1/users/${gone.id}`, account.session);
    assert.ok(!(await idsOf(account.session, '?limit=100')).includes(gone.id));
    assert.ok((await idsOf(account.session, '?limit=100&include=inactive')).includes(gone.id));
    assert.equal(await outcome('GET', '/v1/users?include=all', account.session), '400 VALIDATION_FAILED');
  });
  test('It comes in pages [GEN-20]', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = `?limit=2${cursor && `&cursor=${cursor}`}`;
      const { body }: { body: { users: { id: string }[]; nextCursor?: string } } = await pappel.call(
        'GET',
        `/v1/users${query}`,
        account.session,
      );
      seen.push(...body.users.map((user) => user.id));
      cursor = body.nextCursor;
    }
    assert.deepEqual(seen, await idsOf(account.session, '?limit=100'));
  });
  test('An owner sees why someone cannot sign in: the lock, and that there is no password yet [USR-17]', async () => {
    const { body: user } = await create(account.session, {});
    for (let i = 0; i < 5; i++) await signIn(pappel, user.email, 'wrong');
    const { body } = await pappel.call('GET', '/v1/users', account.session);
    const shown = body.users.find((one: { id: string }) => one.id === user.id);
    assert.ok(new Date(shown.lockedUntil).getTime() > Date.now());
    assert.deepEqual([shown.hasPassword, shown.passkeyCount, shown.ssoLinked], [false, 0, false]);
  });
});

describe('Deactivate, enable, erase', () => {
  const remove = (id: string, by = account.session) => outcome('DELETE', `/v1/users/${id}`, by);
  const enable = (id: string, by = account.session) => outcome('POST', `/v1/users/${id}/enable`, by);
  const disabledFor = (id: string, days: number) =>
    database()
      .updateTable('users')
      .set({ disabled_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', asId<'User'>(id))
      .execute();

  test('The first call deactivates: sign-in refused, sessions deleted, disabledAt set; API keys are unaffected [USR-8, USR-15]', async () => {
    const person = await newPerson(pappel, account.session, 'company_admin', [companyA]);
    const key = await newKey(pappel, person.session, { companyId: companyA });
    await database()
      .insertInto('passkeys')
      .values({
        id: newId(),
        account_id: asId(account.accountId),
        user_id: asId(person.id),
        name: 'p',
        credential_id: Buffer.from(person.id),
        public_key: Buffer.from('x'),
        counter: 0,
        aaguid: '0',
        transports: [],
      })
      .execute();
    const { status, body } = await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    assert.deepEqual(
      [status, body.user.status, body.user.passkeyCount, body.user.erasableAt],
      [200, 'inactive', 0, undefined],
    );
    assert.ok(body.user.disabledAt);
    assert.equal(await outcome('GET', '/v1/me', person.session), '401 UNAUTHORIZED');
    const login = { email: person.email, password: PASSWORD };
    assert.equal(await outcome('POST', '/v1/auth/login', undefined, login), '401 UNAUTHORIZED');
    assert.equal(await outcome('GET', '/v1/me', key), '200');
  });
  test('Enable reverses it with the same password and companies; an active user is not an error [USR-10]', async () => {
    const person = await newPerson(pappel, account.session, 'member', [companyB]);
    await remove(person.id);
    assert.equal(await enable(person.id), '200');
    const { body } = await pappel.call('POST', `/v1/users/${person.id}/enable`, account.session);
    assert.deepEqual([body.status, body.companyIds, body.disabledAt], ['active', [companyB], undefined]);
    assert.ok(await signIn(pappel, person.email));
  });
  test('Deactivating oneself is 400 [USR-9]', async () => {
    assert.equal(await remove(owner.id, owner.session), '400 VALIDATION_FAILED');
    assert.equal(await remove(adminA.id, adminA.session), '400 VALIDATION_FAILED');
  });
  test('A key never touches an owner, the last one or another [KEY-7]', async () => {
    const mine = await signUp(pappel, 'Lonely AB');
    const [only] = await idsOf(mine.session);
    const second = await newPerson(pappel, mine.session, 'owner');
    for (const id of [only, second.id]) {
      assert.equal(await remove(id, mine.key), '403 FORBIDDEN');
      assert.equal(await enable(id, mine.key), '403 FORBIDDEN');
      for (const change of [
        { role: 'member' },
        { companyIds: [mine.companyId] },
        { password: OTHER_PASSWORD },
        { resetPassword: true },
        { resendInvite: true },
      ])
        assert.equal(await patch(id, mine.key, change), '403 FORBIDDEN');
    }
  });
  test('Two owners deactivating each other at once: exactly one succeeds [USR-9]', async () => {
    for (let round = 0; round < 10; round++) {
      const mine = await signUp(pappel, `Duel ${round}`);
      const [first] = await idsOf(mine.session);
      const second = await newPerson(pappel, mine.session, 'owner');
      const results = await Promise.all([remove(second.id, mine.session), remove(first, second.session)]);
      assert.equal(results.filter((one) => one === '200').length, 1, results.join());
      assert.match(results.find((one) => one !== '200') ?? '', /^409 LAST_OWNER$|^401 UNAUTHORIZED$/);
      const owners = await database()
        .selectFrom('users')
        .where('account_id', '=', asId<'Account'>(mine.accountId))
        .where('status', '=', 'active')
        .select('role')
        .execute();
      assert.deepEqual(owners, [{ role: 'owner' }]);
    }
  });
  test('Two owners demoting each other at once: exactly one succeeds', async () => {
    const mine = await signUp(pappel, 'Duel of roles');
    const [first] = await idsOf(mine.session);
    const second = await newPerson(pappel, mine.session, 'owner');
    const results = await Promise.all([
      patch(second.id, mine.session, { role: 'member' }),
      patch(first, second.session, { role: 'member' }),
    ]);
    assert.equal(results.filter((one) => one === '200').length, 1, results.join());
  });
  test('The second call within 30 days is ERASURE_TOO_SOON; after them it erases, and the trail is kept [USR-8, USR-12, USR-14]', async () => {
    const person = await newPerson(pappel, account.session, 'company_admin', [companyA]);
    const key = await pappel.call('POST', '/v1/api-keys', person.session, {
      name: 'made by her',
      companyId: companyA,
    });
    await pappel.call('POST', '/v1/participants', person.session, {
      companyId: companyA,
      scheme: '0088',
      value: '7300010000001',
      countryCode: 'SE',
      name: 'P',
    });
    await remove(person.id);
    await disabledFor(person.id, 29.9);
    assert.equal(await remove(person.id), '409 ERASURE_TOO_SOON');
    await disabledFor(person.id, 30);
    const { body } = await pappel.call('GET', '/v1/users?include=inactive&limit=100', account.session);
    const shown = body.users.find((one: { id: string }) => one.id === person.id);
    assert.ok(new Date(shown.erasableAt) <= new Date());
    assert.equal(await remove(person.id), '204');
    assert.equal(await remove(person.id), '404 NOT_FOUND');
    assert.equal(await enable(person.id), '404 NOT_FOUND');
    const trail = await until(
      () =>
        database()
          .selectFrom('account_audit')
          .where('actor_id', '=', person.id)
          .select(['actor_name', 'address'])
          .execute(),
      (rows) => rows.every((row) => row.actor_name === 'Erased user'),
    );
    assert.ok(
      trail.length >= 2 && trail.every((row) => row.address === null && row.actor_name === 'Erased user'),
    );
    const participants = await database()
      .selectFrom('participant_audit')
      .where('actor_user_id', '=', asId<'User'>(person.id))
      .select('actor_name')
      .execute();
    assert.deepEqual(participants, [{ actor_name: 'Erased user' }]);
    const keys = await pappel.call('GET', '/v1/api-keys', account.session);
    assert.equal(
      keys.body.apiKeys.find((one: { id: string }) => one.id === key.body.id).createdBy,
      'Erased user',
    );
    const all = await database()
      .selectFrom('users')
      .where('id', '=', asId<'User'>(person.id))
      .selectAll()
      .executeTakeFirst();
    assert.ok(!JSON.stringify(all).includes(person.email));
    // The address is free again.
    assert.deepEqual(await creation(account.session, { email: person.email }), []);
  });
  test('Erasing a user who was enabled meanwhile is 409 USER_NOT_DISABLED [USR-14]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await remove(person.id);
    await disabledFor(person.id, 31);
    let erasure: Promise<string> = Promise.resolve('');
    await database()
      .transaction()
      .execute(async (tx) => {
        await tx
          .selectFrom('accounts')
          .where('id', '=', asId<'Account'>(account.accountId))
          .select('id')
          .forUpdate()
          .execute();
        erasure = remove(person.id);
        await until(
          async () =>
            (
              await pappel.service.base.database.pool.query(
                `select 1 from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock' and query like '%accounts%'`,
              )
            ).rowCount ?? 0,
          (waiting) => waiting > 0,
        );
        await tx
          .updateTable('users')
          .set({ status: 'active', disabled_at: null })
          .where('id', '=', asId<'User'>(person.id))
          .execute();
      });
    assert.equal(await erasure, '409 USER_NOT_DISABLED');
    assert.ok(await signIn(pappel, person.email));
  });
  test('Ids that are malformed, unknown or of another account are 404 [GEN-2]', async () => {
    const [foreign] = await idsOf(other.session);
    for (const id of [foreign, randomUUID(), 'nonsense']) {
      assert.equal(await remove(id), '404 NOT_FOUND');
      assert.equal(await enable(id), '404 NOT_FOUND');
      assert.equal(await patch(id, account.session, { role: 'member' }), '404 NOT_FOUND');
    }
  });
});

test('Where erasure is not configured it is 409 ERASURE_NOT_CONFIGURED, and there is no erasableAt [USR-14]', async () => {
  const without = await startPappel({ ERASURE_ENABLED: 'false' });
  try {
    const mine = await signUp(without);
    const person = await newPerson(without, mine.session, 'member');
    await without.call('DELETE', `/v1/users/${person.id}`, mine.session);
    await overAll(without.service.base.db, 'job')
      .updateTable('users')
      .set({ disabled_at: new Date(0) })
      .where('id', '=', asId<'User'>(person.id))
      .execute();
    assert.equal(
      await outcomes(without)('DELETE', `/v1/users/${person.id}`, mine.session),
      '409 ERASURE_NOT_CONFIGURED',
    );
    const { body } = await without.call('GET', '/v1/users?include=inactive', mine.session);
    assert.ok(body.users.every((user: object) => !('erasableAt' in user)));
  } finally {
    await without.stop();
  }
});
