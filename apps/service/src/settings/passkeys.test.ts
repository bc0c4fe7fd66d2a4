import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorRelyingParty, readRelyingParty } from './passkeys.ts';
import { Settings } from './settings.ts';

const read = (publicUrl: string, env: Record<string, string> = {}) => {
  const found = readRelyingParty(new Settings(env), publicUrl);
  return found && [found.id, ...found.origins];
};
function problemsOf(env: Record<string, string>): string[] {
  const settings = new Settings(env);
  readRelyingParty(settings, 'https://peppol.example.com');
  return settings.problems;
}

test('Passkeys belong to the host of PUBLIC_URL, which must be reached by https', () => {
  assert.deepEqual(read('https://peppol.example.com'), ['peppol.example.com', 'https://peppol.example.com']);
  assert.deepEqual(read('https://peppol.example.com:8443/pappel'), [
    'peppol.example.com',
    'https://peppol.example.com:8443',
  ]);
  assert.equal(read('http://peppol.example.com'), undefined);
});
test('On localhost they need no TLS, and a loopback address is also called localhost', () => {
  assert.deepEqual(read('http://localhost:8080'), ['localhost', 'http://localhost:8080']);
  assert.deepEqual(read('http://127.0.0.1:8080'), ['localhost', 'http://localhost:8080']);
  assert.deepEqual(read('http://[::1]:8080'), ['localhost', 'http://localhost:8080']);
});
test('No other IP address can have any', () => {
  for (const url of ['https://10.0.0.1', 'https://[2001:db8::1]', 'http://192.168.0.1:8080'])
    assert.equal(read(url), undefined, url);
});
test("The operator's people have theirs at OPERATOR_URL, whatever is set for customers", () => {
  const { name, ...found } = operatorRelyingParty('http://127.0.0.1:8081') ?? {};
  assert.deepEqual(
    [found, name],
    [{ id: 'localhost', origins: ['http://localhost:8081'] }, 'Pappel operator'],
  );
  assert.equal(operatorRelyingParty('https://operator.example.com')?.id, 'operator.example.com');
  for (const url of ['http://operator.example.com', 'https://10.0.0.1', 'nonsense'])
    assert.equal(operatorRelyingParty(url), undefined, url);
});
test('PASSKEY_RP_ID widens the domain, PASSKEY_ORIGINS names further pages in it', () => {
  const env = {
    PASSKEY_RP_ID: 'example.com',
    PASSKEY_ORIGINS: 'https://console.example.com, https://example.com/',
  };
  assert.deepEqual(read('https://peppol.example.com', env), [
    'example.com',
    'https://peppol.example.com',
    'https://console.example.com',
    'https://example.com',
  ]);
  assert.deepEqual(read('http://10.0.0.1:8080', { PASSKEY_ORIGINS: 'https://console.example.com' }), [
    'console.example.com',
    'https://console.example.com',
  ]);
});
test('Pages outside the domain, without TLS, or that are none, are a mistake each', () => {
  const strangers = [
    'https://example.org',
    'https://badexample.com',
    'http://a.example.com',
    'nonsense',
    'https://a.example.com/x',
  ];
  const problems = problemsOf({ PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: strangers.join() });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    strangers,
  );
  assert.equal(problemsOf({ PASSKEY_RP_ID: 'example.org' }).length, 1);
});
test('Nothing is made of a PUBLIC_URL that is none', () => assert.equal(read('nonsense'), undefined));
