import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWellFormedCredential, newCredential, refuseStranger } from './environment.ts';
import { newSecret } from './secret.ts';

const KINDS = ['api-key', 'session'] as const;

describe('the environment of a credential [KEY-16]', () => {
  test('A key begins with pap_test_ or pap_live_, a session with pus_test_ or pus_live_', () => {
    assert.match(newCredential('api-key', 'TEST'), /^pap_test_[0-9A-Za-z]{49}$/);
    assert.match(newCredential('api-key', 'PRODUCTION'), /^pap_live_[0-9A-Za-z]{49}$/);
    assert.match(newCredential('session', 'TEST'), /^pus_test_[0-9A-Za-z]{49}$/);
    assert.match(newCredential('session', 'PRODUCTION'), /^pus_live_[0-9A-Za-z]{49}$/);
  });

  test('Those without an environment stay good in both', () => {
    const old = newSecret('pap_');
    assert.ok(isWellFormedCredential(old, 'api-key'));
    assert.ok(!isWellFormedCredential(old, 'session'));
    assert.doesNotThrow(() => refuseStranger(old, 'TEST'));
    assert.doesNotThrow(() => refuseStranger(old, 'PRODUCTION'));
  });

  test('One of the other environment is told so, one of this is looked up', () => {
    for (const kind of KINDS) {
      const [ours, theirs] = [newCredential(kind, 'TEST'), newCredential(kind, 'PRODUCTION')];
      assert.doesNotThrow(() => refuseStranger(ours, 'TEST'));
      assert.throws(() => refuseStranger(theirs, 'TEST'), /belongs to production, and this is a test/);
      assert.throws(() => refuseStranger(ours, 'PRODUCTION'), /belongs to a test installation/);
    }
  });

  test('A letter changed, in the environment too, breaks the checksum', () => {
    const key = newCredential('api-key', 'TEST');
    assert.ok(isWellFormedCredential(key, 'api-key'));
    assert.ok(!isWellFormedCredential(key.replace('_test_', '_live_'), 'api-key'));
    assert.ok(!isWellFormedCredential(`${key}x`, 'api-key'));
  });
});
