import assert from 'node:assert/strict';
import type { JsonWebKey } from 'node:crypto';
import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { freePorts } from '../../../scripts/free-ports.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { setAccountStatus } from './account-status.ts';
import { type Account, PASSWORD, type Pappel, signUp, startPappel, until } from './harness.ts';
import { CLIENT, type OpenIdProvider, OTHER_CLIENT, startOpenIdProvider } from './openid-provider.ts';
import { type Failure, newCompany, newKey, newPerson, outcomes, type Person, signIn } from './people.ts';

let pappel: Pappel;
let provider: OpenIdProvider;
let outcome: Failure;
let account: Account;
let callback: string;

before(async () => {
  const [port = 0] = await freePorts(1);
  callback = `http://localhost:${port}/sso/callback`;
  provider = await startOpenIdProvider([callback]);
  pappel = await startPappel({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_PROVIDER: 'Company directory',
    OIDC_REDIRECT_URL: callback,
  });
  outcome = outcomes(pappel);
  account = await signUp(pappel);
});
after(async () => {
  await pappel.stop();
  await provider.close();
});

const oidc = (body: object) => outcome('POST', '/v1/auth/oidc', undefined, body);
const link = (token: string, body: object) => outcome('POST', '/v1/sso/identities', token, body);

/** A person at the provider with this address; its subject. */
function known(email: string | undefined, verified: boolean | undefined = true): string {
  const subject = randomUUID();
  provider.people.set(subject, { email, email_verified: verified });
  return subject;
}

/** A user who is linked to an identity of their own. */
async function linked(
  role = 'member',
  companyIds?: string[],
): Promise<Person & { subject: string; identity: string }> {
  const person = await newPerson(pappel, account.session, role, companyIds);
  const subject = known(person.email);
  const made = await pappel.call('POST', '/v1/sso/identities', person.session, {
    idToken: await provider.idToken(subject),
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { ...person, subject, identity: made.body.id };
}

describe('signing in with an ID token', () => {
  test('A linked user gets a session as for login, which says how and where, and is no longer than the token [AUT-12, SSO-8]', async () => {
    const person = await linked();
    const answer = await pappel.call('POST', '/v1/auth/oidc', undefined, {
      idToken: await provider.idToken(person.subject),
    });
    assert.equal(answer.status, 200);
    assert.match(answer.body.token, /^pus_/);
    assert.equal(answer.body.user.id, person.id);
    const minutes = (new Date(answer.body.expiresAt).getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 58 && minutes <= 60, `${minutes} minutes`);
    const me = await pappel.call('GET', '/v1/me', answer.body.token);
    assert.deepEqual(me.body.session, {
      expiresAt: answer.body.expiresAt,
      authMethod: 'sso',
      issuer: provider.issuer,
      provider: 'Company directory',
    });
    assert.equal(me.body.user.ssoLinked, true);
    const { body } = await pappel.call('GET', '/v1/sso/identities', person.session);
    assert.ok(body.identities[0].lastUsedAt);
  });
  test('In such a session the password cannot be set [USR-5]', async () => {
    const person = await linked();
    const { body } = await pappel.call('POST', '/v1/auth/oidc', undefined, {
      idToken: await provider.idToken(person.subject),
    });
    const change = { password: 'another long passphrase', currentPassword: PASSWORD };
    assert.equal(
      await outcome('PATCH', `/v1/users/${person.id}`, body.token, change),
      '403 PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION',
    );
  });
  test('A valid token that nobody is linked to is 401 SSO_NOT_LINKED, and can still be linked [SSO-2]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const idToken = await provider.idToken(known(person.email));
    assert.equal(await oidc({ idToken }), '401 SSO_NOT_LINKED');
    assert.equal(await link(person.session, { idToken }), '201');
  });
  test('An ID token opens one session: of many at once one succeeds [SSO-5]', async () => {
    const { subject } = await linked();
    const idToken = await provider.idToken(subject);
    const all = await Promise.all(Array.from({ length: 8 }, () => oidc({ idToken })));
    assert.deepEqual(all.sort(), ['200', ...Array.from({ length: 7 }, () => '401 UNAUTHORIZED')]);
  });
  test('A token made for another application of the same provider is refused [SSO-6]', async () => {
    const { subject } = await linked();
    const idToken = await provider.idToken(subject, { client: OTHER_CLIENT });
    assert.equal(await oidc({ idToken }), '401 UNAUTHORIZED');
  });
  test('So is one for both of us that was given to the other one', async () => {
    const { subject } = await linked();
    const real = await provider.idToken(subject);
    const forBoth = { aud: [CLIENT.id, OTHER_CLIENT.id] };
    assert.equal(
      await oidc({ idToken: provider.altered(real, { ...forBoth, azp: OTHER_CLIENT.id }) }),
      '401 UNAUTHORIZED',
    );
    assert.equal(await oidc({ idToken: provider.altered(real, { ...forBoth, azp: CLIENT.id }) }), '200');
  });
  test('An expired token, one from the future and one of another issuer are refused [SSO-6]', async () => {
    const { subject } = await linked();
    const real = await provider.idToken(subject);
    const now = Math.floor(Date.now() / 1000);
    for (const claims of [
      { exp: now - 60 },
      { nbf: now + 120 },
      { iss: `${provider.issuer}/other` },
      { exp: undefined },
      { sub: undefined },
      { aud: undefined },
    ]) {
      assert.equal(
        await oidc({ idToken: provider.altered(real, claims) }),
        '401 UNAUTHORIZED',
        JSON.stringify(claims),
      );
    }
    // It is what was altered that is refused, not that it was.
    assert.equal(await oidc({ idToken: provider.altered(real, { exp: now + 60 }) }), '200');
  });
  test('The nonce must be the one in the token: another, none, or one too many is refused [SSO-6]', async () => {
    const { subject } = await linked();
    const idToken = await provider.idToken(subject, { nonce: 'of this sign-in' });
    assert.equal(await oidc({ idToken, nonce: 'of an earlier one' }), '401 UNAUTHORIZED');
    assert.equal(await oidc({ idToken }), '401 UNAUTHORIZED');
    const without = await provider.idToken(subject);
    assert.equal(await oidc({ idToken: without, nonce: 'of this sign-in' }), '401 UNAUTHORIZED');
    assert.equal(await oidc({ idToken, nonce: 'of this sign-in' }), '200');
  });
  test('Tokens without signature, with a broken one, or signed with the public key as a secret are refused [SSO-6]', async () => {
    const { subject } = await linked();
    const real = await provider.idToken(subject);
    const [head = '', body = '', signature = ''] = real.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const withHeader = (changes: object) =>
      Buffer.from(JSON.stringify({ ...header, ...changes })).toString('base64url');
    const jwks = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: [JsonWebKey] };
    const publicPem = createPublicKey({ key: jwks.keys[0], format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const input = `${withHeader({ alg: 'HS256' })}.${body}`;
    const asSecret = createHmac('sha256', publicPem).update(input).digest('base64url');
    const turned = Buffer.from(signature, 'base64url');
    turned[10] = (turned[10] ?? 0) ^ 1;
    const other = Buffer.from(JSON.stringify({ sub: 'somebody else' })).toString('base64url');
    for (const idToken of [
      `${withHeader({ alg: 'none' })}.${body}.`,
      `${input}.${asSecret}`,
      `${head}.${body}.${turned.toString('base64url')}`,
      `${head}.${other}.${signature}`,
      `${head}.${body}`,
      'nonsense',
      'a.b.c',
    ])
      assert.equal(await oidc({ idToken }), '401 UNAUTHORIZED', idToken);
    assert.equal(await oidc({ idToken: real }), '200');
  });
  test('Neither a deactivated user nor one of a closed account gets in', async () => {
    const person = await linked();
    await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    assert.equal(await oidc({ idToken: await provider.idToken(person.subject) }), '401 UNAUTHORIZED');
    const { body } = await pappel.call('GET', '/v1/audit?eventType=session.failed', account.session);
    assert.equal(body.rows[0].targetId, person.id);
    await pappel.call('POST', `/v1/users/${person.id}/enable`, account.session);
    assert.equal(await oidc({ idToken: await provider.idToken(person.subject) }), '200');

    const closed = await signUp(pappel, 'Closed');
    const subject = known(closed.email);
    assert.equal(await link(closed.session, { idToken: await provider.idToken(subject) }), '201');
    await setAccountStatus(pappel, closed, 'CLOSED');
    assert.equal(await oidc({ idToken: await provider.idToken(subject) }), '401 UNAUTHORIZED');
  });
});

describe('signing in through the browser', () => {
  const start = async () => (await pappel.call('POST', '/v1/auth/oidc/start')).body;

  test('The code flow with PKCE, state and nonce ends in a session [SSO-10]', async () => {
    const person = await linked();
    const { authorizationUrl, flow } = await start();
    const { searchParams } = new URL(authorizationUrl);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.equal(searchParams.get('redirect_uri'), callback);
    const callbackUrl = await provider.signIn(authorizationUrl, person.subject);
    const answer = await pappel.call('POST', '/v1/auth/oidc', undefined, { flow, callbackUrl });
    assert.deepEqual([answer.status, answer.body.user?.id], [200, person.id]);
    assert.equal(await oidc({ flow, callbackUrl }), '401 UNAUTHORIZED', 'once only');
  });
  test("The state of another sign-in, an answer without state, and another browser's answer are refused [SSO-10]", async () => {
    const { subject } = await linked();
    const [first, second, third] = [await start(), await start(), await start()];
    const answered = await provider.signIn(first.authorizationUrl, subject);
    assert.equal(await oidc({ flow: second.flow, callbackUrl: answered }), '401 UNAUTHORIZED');
    const stateless = new URL(answered);
    stateless.searchParams.delete('state');
    assert.equal(await oidc({ flow: third.flow, callbackUrl: stateless.href }), '401 UNAUTHORIZED');
    assert.equal(await oidc({ flow: `${first.flow}x`, callbackUrl: answered }), '401 UNAUTHORIZED');
    assert.equal(await oidc({ flow: first.flow, callbackUrl: answered }), '200');
  });
  test('A code put into the answer to another sign-in is refused: its nonce and PKCE verifier are of the first', async () => {
    const { subject } = await linked();
    const [first, second] = [await start(), await start()];
    const stolen = new URL(await provider.signIn(first.authorizationUrl, subject));
    const own = new URL(await provider.signIn(second.authorizationUrl, subject));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    assert.equal(await oidc({ flow: second.flow, callbackUrl: own.href }), '401 UNAUTHORIZED');
  });
  test('An answer in which the provider refuses, or names another issuer, is refused', async () => {
    const { subject } = await linked();
    const [denied, mixed] = [await start(), await start()];
    const state = new URL(denied.authorizationUrl).searchParams.get('state');
    const callbackUrl = `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    assert.equal(await oidc({ flow: denied.flow, callbackUrl }), '401 UNAUTHORIZED');
    const answered = new URL(await provider.signIn(mixed.authorizationUrl, subject));
    answered.searchParams.set('iss', 'https://elsewhere.example');
    assert.equal(await oidc({ flow: mixed.flow, callbackUrl: answered.href }), '401 UNAUTHORIZED');
  });
  test('A flow is good for ten minutes [SSO-10]', async () => {
    const { subject } = await linked();
    const { authorizationUrl, flow, expiresAt } = await start();
    const minutes = (new Date(expiresAt).getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 9.9 && minutes <= 10);
    const callbackUrl = await provider.signIn(authorizationUrl, subject);
    await overAll(pappel.service.base.db, 'job')
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'sso-flow')
      .execute();
    assert.equal(await oidc({ flow, callbackUrl }), '401 UNAUTHORIZED');
  });
  test('Neither the secret of a flow nor what follows from it lies in the database', async () => {
    const { authorizationUrl, flow } = await start();
    const rows = await overAll(pappel.service.base.db, 'job')
      .selectFrom('one_time_tokens')
      .selectAll()
      .execute();
    const dump = rows
      .map((row) => `${row.token_hash.toString('latin1')} ${JSON.stringify(row.data)}`)
      .join('\n');
    const { searchParams } = new URL(authorizationUrl);
    for (const secret of [flow, searchParams.get('state'), searchParams.get('nonce')])
      assert.ok(secret && !dump.includes(secret));
  });
  test('Both ways at once, or half of one, is 400', async () => {
    for (const body of [
      {},
      { flow: 'x' },
      { idToken: 'x', flow: 'x' },
      { callbackUrl: 'https://x.example' },
      { nonce: 'x' },
    ])
      assert.equal(await oidc(body), '400 VALIDATION_FAILED', JSON.stringify(body));
  });
});

describe('identities', () => {
  test("A person links their own address only; another's, none and an unverified one are SSO_EMAIL_MISMATCH [SSO-3]", async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const silent = known(person.email);
    provider.people.set(silent, { email: person.email });
    for (const subject of [
      known('somebody@example.org'),
      known(undefined),
      known(person.email, false),
      silent,
    ]) {
      const idToken = await provider.idToken(subject);
      assert.equal(await link(person.session, { idToken }), '400 SSO_EMAIL_MISMATCH');
    }
    const shouted = known(person.email.toUpperCase(), true);
    assert.equal(await link(person.session, { idToken: await provider.idToken(shouted) }), '201');
  });
  test('Linking through the browser works as signing in does', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const { body } = await pappel.call('POST', '/v1/auth/oidc/start');
    const callbackUrl = await provider.signIn(body.authorizationUrl, known(person.email));
    assert.equal(await link(person.session, { flow: body.flow, callbackUrl }), '201');
  });
  test('What links, too, is used up [SSO-5]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    const idToken = await provider.idToken(known(person.email));
    assert.equal(await link(person.session, { idToken }), '201');
    assert.equal(await link(person.session, { idToken }), '401 UNAUTHORIZED');
    assert.equal(await oidc({ idToken }), '401 UNAUTHORIZED');
  });
  test('An identity belongs to one user: linking it again is no error, for another user it is 409 [SSO-7]', async () => {
    const person = await linked();
    const other = await newPerson(pappel, account.session, 'member');
    assert.equal(await link(person.session, { idToken: await provider.idToken(person.subject) }), '201');
    assert.equal(
      await link(account.key, { idToken: await provider.idToken(person.subject), userId: other.id }),
      '409 SSO_IDENTITY_TAKEN',
    );
    const { body } = await pappel.call('GET', '/v1/sso/identities', person.session);
    assert.equal(body.identities.length, 1);
  });
  test('An API key has no user to match: it names one, whom it manages [SSO-11]', async () => {
    const companyB = await newCompany(pappel, account, 'B');
    const inA = await newPerson(pappel, account.session, 'member', [account.companyId]);
    const inB = await newPerson(pappel, account.session, 'member', [companyB]);
    const owner = await newPerson(pappel, account.session, 'owner');
    const keyA = await newKey(pappel, account.session, { companyId: account.companyId });
    const reader = await newKey(pappel, account.session, { permissions: ['read'] });
    const body = async (userId?: string) => ({
      idToken: await provider.idToken(known('any@example.org')),
      userId,
    });
    assert.equal(await link(account.key, await body()), '400 VALIDATION_FAILED');
    assert.equal(await link(account.key, await body(inB.id)), '201');
    assert.equal(await link(account.key, await body(owner.id)), '403 FORBIDDEN');
    assert.equal(await link(keyA, await body(inA.id)), '201');
    assert.equal(await link(keyA, await body(inB.id)), '404 NOT_FOUND');
    assert.equal(await link(keyA, await body(owner.id)), '404 NOT_FOUND');
    assert.equal(await link(account.key, await body(randomUUID())), '404 NOT_FOUND');
    assert.equal(await link(account.key, await body('nonsense')), '404 NOT_FOUND');
    assert.equal(await link(reader, await body(inA.id)), '403 PERMISSION_DENIED');
    const manager = await newKey(pappel, account.session, { permissions: ['manage'] });
    assert.equal(await link(manager, await body(inA.id)), '403 PERMISSION_DENIED');
    assert.equal(await link(inA.session, await body(inB.id)), '400 VALIDATION_FAILED');
    await pappel.call('DELETE', `/v1/users/${inB.id}`, account.session);
    assert.equal(await link(account.key, await body(inB.id)), '409 INVALID_STATE');
  });
  test('The list shows whom one sees: everyone, those inside the own companies, oneself [SSO-11]', async () => {
    const mine = await signUp(pappel, 'Lists');
    const companyB = await newCompany(pappel, mine, 'B');
    const make = async (role: string, companyIds?: string[]) => {
      const person = await newPerson(pappel, mine.session, role, companyIds);
      const idToken = await provider.idToken(known(person.email));
      assert.equal(await link(person.session, { idToken }), '201');
      return person;
    };
    const owner = await make('owner');
    const adminA = await make('company_admin', [mine.companyId]);
    const memberA = await make('member', [mine.companyId]);
    const memberB = await make('member', [companyB]);
    const memberAll = await make('member');
    const seen = async (token: string) => {
      const { body } = await pappel.call('GET', '/v1/sso/identities', token);
      return body.identities.map((one: { userId: string }) => one.userId).sort();
    };
    const ids = (...people: Person[]) => people.map((person) => person.id).sort();
    assert.deepEqual(await seen(owner.session), ids(owner, adminA, memberA, memberB, memberAll));
    assert.deepEqual(await seen(mine.key), ids(owner, adminA, memberA, memberB, memberAll));
    assert.deepEqual(await seen(adminA.session), ids(adminA, memberA));
    assert.deepEqual(await seen(memberA.session), ids(memberA));
    assert.deepEqual(await seen(memberAll.session), ids(memberAll));
    const keyB = await newKey(pappel, mine.session, { companyId: companyB, permissions: ['read'] });
    assert.deepEqual(await seen(keyB), ids(memberB));
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await pappel.call('GET', `/v1/sso/identities?limit=2${cursor}`, mine.session);
      pages.push(...body.identities.map((one: { userId: string }) => one.userId));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    assert.deepEqual(
      pages,
      [memberAll, memberB, memberA, adminA, owner].map((person) => person.id),
    );
  });
  test('An owner removes any, anybody else one with their own address, an API key any in reach [SSO-4]', async () => {
    const remove = (token: string, id: string) => outcome('DELETE', `/v1/sso/identities/${id}`, token);
    const [first, second, fourth] = [await linked(), await linked(), await linked()];
    const third = await linked('member', [account.companyId]);
    const admin = await newPerson(pappel, account.session, 'company_admin', [account.companyId]);
    const stranger = await signUp(pappel, 'Stranger');
    const companyB = await newCompany(pappel, account, 'B');
    const keyB = await newKey(pappel, account.session, { companyId: companyB });
    const reader = await newKey(pappel, account.session, { permissions: ['read', 'send', 'receive'] });
    assert.equal(await remove(first.session, second.identity), '403 FORBIDDEN');
    assert.equal(await remove(admin.session, first.identity), '403 FORBIDDEN');
    assert.equal(await remove(stranger.session, first.identity), '404 NOT_FOUND');
    assert.equal(await remove(stranger.key, first.identity), '404 NOT_FOUND');
    assert.equal(await remove(keyB, third.identity), '404 NOT_FOUND');
    assert.equal(await remove(reader, first.identity), '403 PERMISSION_DENIED');
    for (const id of [randomUUID(), 'nonsense'])
      assert.equal(await remove(account.session, id), '404 NOT_FOUND');
    assert.equal(await remove(first.session, first.identity), '204');
    assert.equal(await remove(first.session, first.identity), '404 NOT_FOUND');
    assert.equal(await remove(account.session, second.identity), '204');
    assert.equal(await remove(account.key, third.identity), '204');
    assert.equal(await oidc({ idToken: await provider.idToken(first.subject) }), '401 SSO_NOT_LINKED');
    assert.equal(await oidc({ idToken: await provider.idToken(fourth.subject) }), '200');
  });
  test('Removing an identity ends the sessions that rest on it, but not the one that asks [SSO-8]', async () => {
    const person = await linked();
    const open = async () =>
      (
        await pappel.call('POST', '/v1/auth/oidc', undefined, {
          idToken: await provider.idToken(person.subject),
        })
      ).body.token;
    const [one, another] = [await open(), await open()];
    assert.equal(await outcome('DELETE', `/v1/sso/identities/${person.identity}`, one), '204');
    assert.equal(await outcome('GET', '/v1/me', one), '200');
    assert.equal(await outcome('GET', '/v1/me', another), '401 UNAUTHORIZED');
    assert.equal(await outcome('GET', '/v1/me', person.session), '200');
  });
  test('A desk session links and unlinks nothing; in a suspended account a person still may, a key only unlinks', async () => {
    const mine = await signUp(pappel, 'Desk');
    const handoff = await pappel.operate('desk-sessions', { accountId: mine.accountId, reason: 'looking' });
    const desk = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, {
      token: handoff.body.token,
    });
    const idToken = await provider.idToken(known(mine.email));
    assert.equal(await link(desk.body.token, { idToken }), '403 FORBIDDEN');
    await pappel.operate(`accounts/${mine.accountId}/suspend`);
    const { body } = await pappel.call('GET', '/v1/me', mine.session);
    assert.equal(await link(mine.key, { idToken, userId: body.user.id }), '403 ACCOUNT_SUSPENDED');
    const made = await pappel.call('POST', '/v1/sso/identities', mine.session, { idToken });
    assert.equal(made.status, 201);
    const path = `/v1/sso/identities/${made.body.id}`;
    assert.equal(await outcome('DELETE', path, desk.body.token), '403 FORBIDDEN');
    assert.equal(await outcome('DELETE', path, mine.key), '204');
  });
  test("Linking and unlinking stand in the account's audit", async () => {
    const person = await linked();
    await pappel.call('DELETE', `/v1/sso/identities/${person.identity}`, account.session);
    const { body } = await pappel.call('GET', '/v1/audit?limit=10', account.session);
    const rows = body.rows.filter((row: { targetId?: string }) => row.targetId === person.id);
    assert.deepEqual(
      rows.slice(0, 2).map((row: { eventType: string; actorName: string }) => [row.eventType, row.actorName]),
      [
        ['sso_identity.unlinked', 'Owner'],
        ['sso_identity.linked', 'A member'],
      ],
    );
  });
});

describe('the provider', () => {
  test('GET /v1/sso/status says what is set up, to anybody [SSO-1]', async () => {
    const { body } = await pappel.call('GET', '/v1/sso/status');
    assert.deepEqual(body, {
      configured: true,
      provider: 'Company directory',
      issuer: provider.issuer,
      passkeysEnabled: true,
    });
  });
  test('New keys of the provider are taken up by themselves, and withdrawn ones are refused from then on', async () => {
    const { subject } = await linked();
    const ofOldKey = await provider.idToken(subject);
    await provider.rotateKeys();
    const ofNewKey = await provider.idToken(subject);
    const signedIn = await until(
      () => oidc({ idToken: ofNewKey }),
      (outcome) => outcome === '200',
    );
    assert.equal(signedIn, '200');
    assert.equal(await oidc({ idToken: ofOldKey }), '401 UNAUTHORIZED');
    // Made-up key ids must not make us ask each time: keys are asked for again at most every five seconds.
    const before = provider.keyRequests();
    const madeUp = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        oidc({ idToken: provider.altered(ofNewKey, {}, { kid: `made up ${i}` }) }),
      ),
    );
    assert.deepEqual([...new Set(madeUp)], ['401 UNAUTHORIZED']);
    assert.ok(provider.keyRequests() - before <= 1);
  });
  test('While it does not answer, what needs it is 503 with Retry-After, and passwords work [SSO-9]', async () => {
    const mine = await startPappel({ OIDC_ISSUER: `${provider.issuer}/nowhere`, OIDC_CLIENT_ID: CLIENT.id });
    try {
      const answer = await mine.call('POST', '/v1/auth/oidc', undefined, { idToken: 'a.b.c' });
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.headers.get('retry-after')],
        [503, 'UNAVAILABLE', '5'],
      );
      assert.equal((await mine.call('POST', '/v1/auth/oidc/start')).status, 503);
      const { email } = await signUp(mine);
      assert.match(await signIn(mine, email), /^pus_/);
      assert.equal((await mine.call('GET', '/v1/sso/status')).body.provider, '127.0.0.1');
    } finally {
      await mine.stop();
    }
  });
  test('A provider that goes away and comes back is found again', async () => {
    const mine = await startPappel({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id });
    try {
      await provider.goAway();
      assert.equal((await mine.call('POST', '/v1/auth/oidc/start')).status, 503);
      await provider.rotateKeys().catch(() => undefined);
      const found = await until(
        () => mine.call('POST', '/v1/auth/oidc/start'),
        ({ status }) => status === 200,
        5_000,
      );
      assert.equal(found.status, 200);
    } finally {
      await mine.stop();
    }
  });
  test('Without one, status has all four members, null where there is none, and the routes answer 409 SSO_NOT_CONFIGURED [SSO-1, SSO-9]', async () => {
    const mine = await startPappel({ PUBLIC_URL: 'http://10.0.0.1:8080' });
    try {
      assert.deepEqual((await mine.call('GET', '/v1/sso/status')).body, {
        configured: false,
        provider: null,
        issuer: null,
        passkeysEnabled: false,
      });
      const { session } = await signUp(mine);
      const say = outcomes(mine);
      assert.equal(await say('POST', '/v1/auth/oidc', undefined, { idToken: 'x' }), '409 SSO_NOT_CONFIGURED');
      assert.equal(await say('POST', '/v1/auth/oidc/start'), '409 SSO_NOT_CONFIGURED');
      assert.equal(
        await say('POST', '/v1/sso/identities', session, { idToken: 'x' }),
        '409 SSO_NOT_CONFIGURED',
      );
      assert.equal(await say('GET', '/v1/sso/identities', session), '200');
    } finally {
      await mine.stop();
    }
  });
});
