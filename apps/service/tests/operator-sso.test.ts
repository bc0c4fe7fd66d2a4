import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { freePorts } from '../../../scripts/free-ports.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { type Answer, type Pappel, startPappel } from './harness.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import {
  ask,
  firstOperator,
  newOperator,
  OPERATOR_PASSWORD,
  type Operator,
  signInOperator,
} from './operator-world.ts';

let pappel: Pappel;
let provider: OpenIdProvider;
let admin: Operator;

const said = ({ status, body }: Answer) => [status, body?.error?.code].filter(Boolean).join(' ');
const get = (path: string, token?: string) => ask(pappel, 'GET', `/operator/v1/${path}`, token);
const post = (path: string, token?: string, body?: unknown) =>
  ask(pappel, 'POST', `/operator/v1/${path}`, token, body);
const audit = async (query: string) => (await get(`audit?limit=100&${query}`, admin.token)).body.rows;

before(async () => {
  const [port = 0, operatorPort = 0] = await freePorts(2);
  const [customers, operators] = [port, operatorPort].map((one) => `http://localhost:${one}/sso/callback`);
  provider = await startOpenIdProvider([customers ?? '', operators ?? '']);
  pappel = await startPappel({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OPERATOR_PORT: String(operatorPort),
    OPERATOR_URL: `http://localhost:${operatorPort}`,
    OPERATOR_OIDC_ISSUER: provider.issuer,
    OPERATOR_OIDC_CLIENT_ID: CLIENT.id,
    OPERATOR_OIDC_CLIENT_SECRET: CLIENT.secret,
    OPERATOR_OIDC_PROVIDER: 'Company directory',
    OPERATOR_OIDC_DOMAINS: 'operator.example, elsewhere.example',
  });
  admin = await firstOperator(pappel);
});
after(async () => {
  await pappel.stop();
  await provider.close();
});

/** A person at the provider, of whose address it says what is said; its subject. */
function known(
  email: string | undefined,
  said: { email_verified?: boolean } = { email_verified: true },
): string {
  const subject = randomUUID();
  provider.people.set(subject, { email, ...said });
  return subject;
}

/** What a browser brings back from the provider as this person. */
async function journey(subject: string) {
  const { body } = await post('auth/oidc/start');
  return { flow: body.flow, callbackUrl: await provider.signIn(body.authorizationUrl, subject) };
}
const enter = async (subject: string) => post('auth/oidc', undefined, await journey(subject));

describe("signing in at the provider of the operator's people", () => {
  test('Whose verified address is an operator’s gets a session that says how, and is no longer than the token [OPR-39]', async () => {
    assert.equal((await get('setup')).body.provider, 'Company directory');
    const agent = await newOperator(pappel, admin, 'agent');
    const answer = await enter(known(agent.email.toUpperCase()));
    assert.deepEqual([answer.status, answer.body.operator?.id], [200, agent.id]);
    const minutes = (Date.parse(answer.body.expiresAt) - Date.now()) / 60_000;
    assert.ok(minutes > 58 && minutes <= 60, `${minutes} minutes`);
    const me = await get('me', answer.body.token);
    assert.deepEqual([me.body.session.authMethod, me.body.operator.role], ['sso', 'agent']);
    const [line] = await audit(`operatorId=${agent.id}&eventType=operator_session.created`);
    assert.deepEqual(line.metadata, { authMethod: 'sso', issuer: provider.issuer });
  });
  test('Nobody becomes an operator by it: unverified, unknown, of another domain and who left are told alike, and the audit knows whom [OPR-39]', async () => {
    const [agent, gone] = [
      await newOperator(pappel, admin, 'agent'),
      await newOperator(pappel, admin, 'agent'),
    ];
    await ask(pappel, 'PATCH', `/operator/v1/operators/${gone.id}`, admin.token, { status: 'inactive' });
    const foreign = `${randomUUID()}@foreign.example`;
    await post('operators', admin.token, { name: 'Foreign', email: foreign, role: 'viewer' });
    const unknown = `${randomUUID()}@operator.example`;
    const subjects = [
      known(agent.email, { email_verified: false }),
      known(agent.email, {}),
      known(`${agent.email}\u0000`),
      known(`${'a'.repeat(250)}@operator.example`),
      known(undefined),
      known(unknown),
      known(foreign),
      known(gone.email),
    ];
    const count = (await get('operators', admin.token)).body.operators.length;
    const messages = new Set<string>();
    for (const subject of subjects) {
      const answer = await enter(subject);
      assert.equal(said(answer), '401 UNAUTHORIZED');
      messages.add(answer.body.error.message);
    }
    assert.equal(messages.size, 1);
    assert.equal((await get('operators', admin.token)).body.operators.length, count);
    const failed = await audit('eventType=operator_session.failed');
    const emails = failed.map((row: { metadata: { email?: string } }) => row.metadata.email);
    assert.deepEqual(emails.slice(0, 3), [gone.email, foreign, unknown]);
    assert.equal(failed[0].targetId, gone.id);
  });
  test('A journey ends once, in the browser that began it, on the side that began it [OPR-45]', async () => {
    const agent = await newOperator(pappel, admin, 'agent');
    const subject = known(agent.email);
    const [one, other] = [await journey(subject), await journey(subject)];
    const end = async (body: object) => said(await post('auth/oidc', undefined, body));
    // The address of another journey has another state; either flow is used up by the attempt.
    assert.equal(await end({ flow: one.flow, callbackUrl: other.callbackUrl }), '401 UNAUTHORIZED');
    assert.equal(await end(one), '401 UNAUTHORIZED');
    assert.equal(await end(other), '200');
    assert.equal(await end(other), '401 UNAUTHORIZED');
    const { flow } = (await pappel.call('POST', '/v1/auth/oidc/start')).body;
    const third = await journey(subject);
    assert.equal(await end({ ...third, flow }), '401 UNAUTHORIZED');
    const crossed = await pappel.call('POST', '/v1/auth/oidc', undefined, third);
    assert.equal(said(crossed), '401 UNAUTHORIZED');
    assert.equal(await end(third), '200');
  });
  test('More than ten minutes later it leads nowhere, nor does one that the provider did not end well [OPR-45]', async () => {
    const agent = await newOperator(pappel, admin, 'agent');
    const late = await journey(known(agent.email));
    await overAll(pappel.service.base.db, 'job')
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('purpose', '=', 'operator-sso-flow')
      .execute();
    assert.equal(said(await post('auth/oidc', undefined, late)), '401 UNAUTHORIZED');
    const { callbackUrl, flow } = await journey(known(agent.email));
    const denied = new URL(callbackUrl);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', 'access_denied');
    const answer = await post('auth/oidc', undefined, { flow, callbackUrl: denied.href });
    assert.equal(said(answer), '401 UNAUTHORIZED');
  });
  test('Whoever came so has no password to replace first, and changes none [OPR-46]', async () => {
    const email = `${randomUUID()}@operator.example`;
    const made = await post('operators', admin.token, { name: 'Nils', email, role: 'viewer' });
    const { body } = await enter(known(email));
    assert.equal(body.operator.mustChangePassword, false);
    assert.equal((await get('me', body.token)).body.operator.mustChangePassword, false);
    assert.equal(said(await get('participants', body.token)), '200');
    const change = { password: OPERATOR_PASSWORD, currentPassword: made.body.password };
    assert.equal(
      said(await ask(pappel, 'PATCH', '/operator/v1/me', body.token, change)),
      '403 PASSWORD_CHANGE_NOT_ALLOWED_FOR_SSO_SESSION',
    );
    const byPassword = await signInOperator(pappel, email, made.body.password);
    assert.equal(said(await get('participants', byPassword)), '403 PASSWORD_CHANGE_REQUIRED');
  });
  test('Whoever is switched off on the way does not come in [OPR-39]', async () => {
    for (let round = 0; round < 4; round++) {
      const gone = await newOperator(pappel, admin, 'viewer');
      const ended = await journey(known(gone.email));
      const path = `/operator/v1/operators/${gone.id}`;
      const [entered, changed] = await Promise.all([
        post('auth/oidc', undefined, ended),
        ask(pappel, 'PATCH', path, admin.token, { status: 'inactive' }),
      ]);
      assert.equal(changed.status, 200);
      assert.match(said(entered), /^(200|401 UNAUTHORIZED)$/);
      await ask(pappel, 'PATCH', path, admin.token, { status: 'active' });
      assert.equal(said(await get('me', entered.body.token ?? gone.token)), '401 UNAUTHORIZED');
    }
  });
  test('Without a provider that is said; while it does not answer passwords work [OPR-45]', async () => {
    const none = await startPappel();
    const away = await startPappel({
      OPERATOR_OIDC_ISSUER: `${provider.issuer}/nowhere`,
      OPERATOR_OIDC_CLIENT_ID: CLIENT.id,
    });
    try {
      assert.equal((await ask(none, 'GET', '/operator/v1/setup')).body.provider, undefined);
      for (const [path, body] of [
        ['auth/oidc/start', undefined],
        ['auth/oidc', { flow: 'x', callbackUrl: 'http://localhost/sso/callback' }],
      ] as const)
        assert.equal(
          said(await ask(none, 'POST', `/operator/v1/${path}`, undefined, body)),
          '409 SSO_NOT_CONFIGURED',
        );
      const start = await ask(away, 'POST', '/operator/v1/auth/oidc/start');
      assert.equal(said(start), '503 UNAVAILABLE');
      assert.ok(start.headers.get('retry-after'));
      const { email } = await firstOperator(away);
      assert.match(await signInOperator(away, email), /^pos_/);
    } finally {
      await Promise.all([none.stop(), away.stop()]);
    }
  });
});
