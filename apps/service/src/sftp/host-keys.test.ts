import assert from 'node:assert/strict';
import { test } from 'node:test';
import ssh2 from 'ssh2';
import { readableKey } from './host-keys.ts';

test('A new host key that cannot be read again is thrown away, and another one made [SFT-13]', async () => {
  const good = ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 });
  const cut = { ...good, private: good.private.slice(0, 400) };
  const made = [cut, cut, good];
  assert.equal(await readableKey(async () => made.shift() ?? cut), good);
  await assert.rejects(
    readableKey(async () => cut),
    /None of 20/,
  );
});
