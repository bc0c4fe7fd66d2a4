import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Settings } from './settings.ts';
import { readOperatorSsoSettings, readSsoSettings } from './sso.ts';

const context = { home: 'https://peppol.example.com', isLocal: false };
const read = (env: Record<string, string>) => readSsoSettings(new Settings(env), context);
function problemsOf(env: Record<string, string>, isLocal = false): string[] {
  const settings = new Settings(env);
  readSsoSettings(settings, { ...context, isLocal });
  return settings.problems.map((problem) => problem.split(/[ =]/)[0] ?? '');
}

test('Single sign-on is off without OIDC_ISSUER and OIDC_CLIENT_ID; one without the other is a mistake', () => {
  assert.equal(read({}), undefined);
  assert.deepEqual(problemsOf({ OIDC_ISSUER: 'https://id.example.com' }), ['OIDC_ISSUER']);
  assert.deepEqual(problemsOf({ OIDC_CLIENT_ID: 'pappel' }), ['OIDC_ISSUER']);
});
test('The issuer is kept as written; the rest has defaults', () => {
  assert.deepEqual(read({ OIDC_ISSUER: 'https://id.example.com/tenant/', OIDC_CLIENT_ID: 'pappel' }), {
    issuer: 'https://id.example.com/tenant/',
    clientId: 'pappel',
    clientSecret: undefined,
    provider: 'id.example.com',
    redirectUri: 'https://peppol.example.com/sso/callback',
    allowHttp: false,
  });
});
test('The provider is reached by https, except on a local network', () => {
  const env = { OIDC_ISSUER: 'http://127.0.0.1:9000', OIDC_CLIENT_ID: 'pappel' };
  assert.deepEqual(problemsOf(env), ['OIDC_ISSUER']);
  assert.deepEqual(problemsOf(env, true), []);
  for (const OIDC_ISSUER of [
    'nonsense',
    'ftp://id.example.com',
    'https://id.example.com?x',
    'https://id.example.com#x',
  ])
    assert.deepEqual(problemsOf({ ...env, OIDC_ISSUER }, true), ['OIDC_ISSUER'], OIDC_ISSUER);
});
test('Each setting of it that is wrong is said', () => {
  assert.deepEqual(problemsOf({ OIDC_ISSUER: 'nonsense', OIDC_REDIRECT_URL: 'nonsense' }), [
    'OIDC_REDIRECT_URL',
    'OIDC_ISSUER',
    'OIDC_ISSUER',
  ]);
});
test("The operator's side has a provider of its own, and mail domains that may come in by it", () => {
  const env = { OPERATOR_OIDC_ISSUER: 'https://id.example.com', OPERATOR_OIDC_CLIENT_ID: 'operators' };
  const home = 'https://operator.example.com';
  const ofOperators = (more: Record<string, string>) => {
    const settings = new Settings({ ...env, ...more });
    const found = readOperatorSsoSettings(settings, { home, isLocal: false });
    return { found, problems: settings.problems.map((problem) => problem.split(/[ =]/)[0]) };
  };
  assert.equal(read(env), undefined);
  assert.equal(ofOperators({}).found?.redirectUri, `${home}/sso/callback`);
  assert.deepEqual(ofOperators({}).found?.domains, []);
  const two = ofOperators({ OPERATOR_OIDC_DOMAINS: 'Example.com, example.org' });
  assert.deepEqual([two.found?.domains, two.problems], [['example.com', 'example.org'], []]);
  for (const OPERATOR_OIDC_DOMAINS of ['@example.com', 'bo@example.com', 'a b'])
    assert.deepEqual(ofOperators({ OPERATOR_OIDC_DOMAINS }).problems, ['OPERATOR_OIDC_DOMAINS']);
  assert.deepEqual(ofOperators({ OPERATOR_OIDC_ISSUER: 'http://id.example.com' }).problems, [
    'OPERATOR_OIDC_ISSUER',
  ]);
  assert.deepEqual(ofOperators({ OPERATOR_OIDC_CLIENT_ID: '' }).problems, ['OPERATOR_OIDC_ISSUER']);
});
