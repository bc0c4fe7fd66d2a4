import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSsoSettings } from './sso.ts';

const read = (env: Record<string, string>, isLocal = false) =>
  readSsoSettings(env, { publicUrl: 'https://peppol.example.com', isLocal });
const isProblem = (found: ReturnType<typeof read>) => found !== undefined && 'problem' in found;

test('Single sign-on is off without OIDC_ISSUER and OIDC_CLIENT_ID; one without the other is a mistake', () => {
  assert.equal(read({}), undefined);
  assert.ok(isProblem(read({ OIDC_ISSUER: 'https://id.example.com' })));
  assert.ok(isProblem(read({ OIDC_CLIENT_ID: 'pappel' })));
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
  assert.ok(isProblem(read(env)));
  assert.ok(!isProblem(read(env, true)));
  for (const OIDC_ISSUER of [
    'nonsense',
    'ftp://id.example.com',
    'https://id.example.com?x',
    'https://id.example.com#x',
  ])
    assert.ok(isProblem(read({ ...env, OIDC_ISSUER }, true)), OIDC_ISSUER);
  assert.ok(isProblem(read({ ...env, OIDC_REDIRECT_URL: 'nonsense' }, true)));
});
