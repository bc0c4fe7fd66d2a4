import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { readConfig } from '../settings/config.ts';
import { nodeFacts } from './node-facts.ts';

const home = mkdtempSync(join(tmpdir(), 'pappel-facts-'));
after(() => rmSync(home, { recursive: true }));

const key = { certificate: { fingerprint: 'of a key' } } as KeyMaterial;
const opened = {
  seat: 'POP000001',
  accessPoint: key,
  smp: key,
  tlsCa: undefined,
  secretKey: Buffer.from('a secret key'),
};

/** The rules of a node whose RULES_DIR holds these files. */
async function rulesOf(name: string, files: Record<string, string>): Promise<string> {
  const RULES_DIR = join(home, name, 'rules');
  mkdirSync(join(RULES_DIR, 'pack'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(RULES_DIR, 'pack', file), text);
  const config = readConfig({ DATA_DIR: join(home, name), RULES_DIR, VALIDATION: 'both' });
  return (await nodeFacts(config, opened)).rules;
}

test('Nodes whose installed rules differ in one letter differ, wherever their folders are [OPR-41]', async () => {
  const files = { 'a.json': '{"a": 1}', 'b.json': '{"b": 2}' };
  const rules = await rulesOf('one', files);
  assert.equal(await rulesOf('other', files), rules);
  assert.notEqual(await rulesOf('letter', { ...files, 'b.json': '{"b": 3}' }), rules);
  assert.notEqual(await rulesOf('fewer', { 'a.json': files['a.json'] }), rules);
});

test('A secret key is not told, only whether it is the same', async () => {
  const facts = await nodeFacts(readConfig({ DATA_DIR: home }), opened);
  assert.ok(!JSON.stringify(facts).includes('a secret key'));
});
