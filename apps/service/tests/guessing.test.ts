import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../src/settings/config.ts';
import { PASSWORD, request, startPappel } from './harness.ts';

const BOOTSTRAP_TOKEN = 'a token of some length';
const from = (address: string) => ({ 'x-forwarded-for': address });

test('The bootstrap token works once; guesses at it are few, of one address and of all, and then it waits too [ACC-3, LIM-15]', async () => {
  const RATE_LIMITS = 'bootstrap/total=8/3600';
  const pappel = await startPappel({
    SIGNUP_MODE: 'bootstrap',
    BOOTSTRAP_TOKEN,
    RATE_LIMITS,
    TRUST_PROXY: 'loopback',
  });
  let people = 0;
  const join = async (bootstrapToken: string | undefined, address: string) => {
    const body = {
      account: { legalName: 'x', countryCode: 'SE' },
      owner: { email: `person${people++}@example.org`, password: PASSWORD },
      bootstrapToken,
    };
    const answer = await pappel.call('POST', '/v1/auth/signup', undefined, body, from(address));
    return [answer.status, answer.body.error?.code].filter(Boolean).join(' ');
  };
  try {
    const both = await Promise.all([join(BOOTSTRAP_TOKEN, '192.0.2.1'), join(BOOTSTRAP_TOKEN, '192.0.2.2')]);
    assert.deepEqual(both.sort(), ['201', '403 SIGNUP_NOT_ALLOWED']);
    assert.equal(await join(BOOTSTRAP_TOKEN, '192.0.2.3'), '403 SIGNUP_NOT_ALLOWED');
    for (let i = 0; i < 5; i++) assert.equal(await join(`guess ${i}`, '192.0.2.4'), '403 SIGNUP_NOT_ALLOWED');
    assert.equal(await join(BOOTSTRAP_TOKEN, '192.0.2.4'), '429 RATE_LIMITED');
    for (let i = 0; i < 3; i++)
      assert.equal(await join(undefined, `192.0.2.1${i}`), '403 SIGNUP_NOT_ALLOWED');
    assert.equal(await join(BOOTSTRAP_TOKEN, '192.0.2.99'), '429 RATE_LIMITED');
  } finally {
    await pappel.stop();
  }
});

test('Where none is set, the bootstrap token is the one in DATA_DIR/bootstrap-token [ACC-3]', async () => {
  const pappel = await startPappel({ SIGNUP_MODE: 'bootstrap' });
  const join = (bootstrapToken: string) =>
    pappel.call('POST', '/v1/auth/signup', undefined, {
      account: { legalName: 'x', countryCode: 'SE' },
      owner: { email: 'first@example.org', password: PASSWORD },
      bootstrapToken,
    });
  try {
    const token = readFileSync(resolve(pappel.dataDir, 'bootstrap-token'), 'utf8');
    assert.equal((await join(`${token}x`)).status, 403);
    assert.equal((await join(token)).status, 201);
  } finally {
    await pappel.stop();
  }
});

test('A body that the schema refuses, or that is no JSON, counts like any other guess [LIM-15]', async () => {
  const pappel = await startPappel({ RATE_LIMITS: 'signup/attempt=3/3600', TRUST_PROXY: 'loopback' });
  const limits: [path: string, calls: number][] = [
    ['login', 10],
    ['passkey/login', 10],
    ['oidc', 10],
    ['reset', 5],
    ['forgot', 5],
    ['signup', 3],
  ];
  try {
    for (const [i, [path, calls]] of limits.entries()) {
      const call = async (body: unknown) => {
        const headers = { 'content-type': 'application/json', ...from(`192.0.2.${i}`) };
        return (await pappel.call('POST', `/v1/auth/${path}`, undefined, body, headers)).status;
      };
      assert.equal(await call('{'), 400, path);
      for (let n = 1; n < calls; n++) assert.equal(await call({ colour: 'red' }), 400, path);
      assert.equal(await call({ colour: 'red' }), 429, path);
    }
  } finally {
    await pappel.stop();
  }
});

test("Guesses at the operator's token are limited, and then the right one waits too [LIM-15]", async () => {
  const pappel = await startPappel({ RATE_LIMITS: 'operator=3/3600' });
  const look = async (token: string) =>
    (await request('GET', `${pappel.operator}/operator/v1/health`, token)).status;
  try {
    assert.equal(await look(pappel.service.base.operatorToken), 200);
    for (let i = 0; i < 3; i++) assert.equal(await look(`pop_${i}`), 401);
    assert.equal(await look(pappel.service.base.operatorToken), 429);
  } finally {
    await pappel.stop();
  }
});

test('A secret that opens all of it is long enough, or the service does not start', () => {
  for (const name of ['OPERATOR_TOKEN', 'BOOTSTRAP_TOKEN', 'SMP_WRITE_PASSWORD']) {
    const env = { SMP_WRITE_USER: 'writer', SMP_WRITE_PASSWORD: 'a password of some length' };
    assert.throws(() => readConfig({ ...env, [name]: 'fifteen letters' }), ConfigError, name);
  }
});
