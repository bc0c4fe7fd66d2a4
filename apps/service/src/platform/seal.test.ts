import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, sealingKey, unseal } from './seal.ts';

const secret = Buffer.from('the secret key of an installation');

test('What was sealed for a purpose is read for that purpose only, and with that secret only', () => {
  const key = sealingKey(secret, 'webhook secrets');
  const sealed = seal(key, 'grüß dich');
  assert.equal(unseal(key, sealed), 'grüß dich');
  assert.ok(!sealed.includes('dich'));
  assert.equal(unseal(sealingKey(secret, 'export links'), sealed), undefined);
  assert.equal(unseal(sealingKey(Buffer.from('x'), 'webhook secrets'), sealed), undefined);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  assert.equal(unseal(key, sealed), undefined);
});
