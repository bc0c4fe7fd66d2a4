import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabase } from '../../tests/harness.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type KeptSecrets, keptNodeId, keptSecrets } from './kept-secrets.ts';

const MAKER = join(import.meta.dirname, '../../tests/secrets-maker.ts');
const home = mkdtempSync(join(tmpdir(), 'pappel-secrets-'));
let url: string;
let database: Database;
before(async () => {
  url = await newDatabase();
  database = openDatabase(url, { onError: () => undefined });
});
beforeEach(() => database.pool.query('delete from installation_secrets'));
after(async () => {
  await database.close();
  rmSync(home, { recursive: true });
});

const newFolder = (): string => mkdtempSync(join(home, 'data-'));
const read = (dataDir: string, name: string): string => readFileSync(join(dataDir, name), 'utf8');

/** As a node begins with this folder. */
const begin = (dataDir: string, secretKey?: string) =>
  keptSecrets(database.db, {
    ...{ dataDir, secretKey },
    ...{ bootstrapToken: undefined, operatorToken: undefined },
  });

async function begun(dataDir: string, secretKey?: string): Promise<KeptSecrets> {
  const secrets = await begin(dataDir, secretKey);
  await keptNodeId(dataDir, 1);
  return secrets;
}

const tokensOf = ({ bootstrapToken, operatorToken }: KeptSecrets) => ({ bootstrapToken, operatorToken });

test('A second node has the tokens of the first, in its own folder too [OPR-40]', async () => {
  const [first, second] = [newFolder(), newFolder()];
  const tokens = tokensOf(await begun(first));
  assert.deepEqual(tokensOf(await begun(second, read(first, 'secret-key'))), tokens);
  assert.equal(read(second, 'operator-token'), tokens.operatorToken);
  assert.equal(read(second, 'bootstrap-token'), tokens.bootstrapToken);
  assert.equal(existsSync(join(second, 'secret-key')), false);
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from installation_secrets');
  const stored = Buffer.concat(rows.map(({ sealed }) => sealed)).toString('latin1');
  for (const secret of [...Object.values(tokens), read(first, 'secret-key')])
    assert.ok(!stored.includes(secret));
});

test('Of many that begin at the same instant each secret is made once; without the key one is the first, and the others are told [OPR-40, OPR-41]', async () => {
  const together = await Promise.all(
    Array.from({ length: 8 }, () => begun(newFolder(), 'a key of all nodes')),
  );
  assert.equal(new Set(together.map((one) => JSON.stringify(tokensOf(one)))).size, 1);
  await database.pool.query('delete from installation_secrets');
  const folders = Array.from({ length: 8 }, newFolder);
  const apart = await Promise.allSettled(folders.map((folder) => begin(folder)));
  assert.equal(apart.filter(({ status }) => status === 'fulfilled').length, 1);
  // The others have left no key behind that would be another one at their next start.
  assert.equal(folders.filter((folder) => existsSync(join(folder, 'secret-key'))).length, 1);
});

test('A node without the secret key of the others, or with another, is refused with a sentence [OPR-41]', async () => {
  await begun(newFolder());
  const next = 'Set SECRET_KEY to that of its other nodes';
  await assert.rejects(begin(newFolder()), new RegExp(`: SECRET_KEY is missing: .* ${next}`));
  const other = begin(newFolder(), 'the key of somebody else');
  await assert.rejects(other, new RegExp(`: SECRET_KEY is another one than .* ${next}`));
  const folder = newFolder();
  writeFileSync(join(folder, 'secret-key'), 'a key that was copied from elsewhere');
  await assert.rejects(begin(folder), new RegExp(`${folder}/secret-key is another one than .* ${next}`));
});

test('What the folder of a former version holds is taken over, and holds for nodes that come [OPR-40]', async () => {
  const former = newFolder();
  const tokens = { bootstrapToken: 'pbt_of_a_former_version', operatorToken: 'pop_of_a_former_version' };
  writeFileSync(join(former, 'secret-key'), 'the key of a former version');
  writeFileSync(join(former, 'bootstrap-token'), tokens.bootstrapToken);
  writeFileSync(join(former, 'operator-token'), tokens.operatorToken);
  writeFileSync(join(former, 'node-id'), 'the node of a former version');
  const taken = await begun(former);
  assert.deepEqual(tokensOf(taken), tokens);
  assert.equal(taken.secretKey.toString(), 'the key of a former version');
  const other = newFolder();
  writeFileSync(join(other, 'operator-token'), 'pop_of_a_node_that_counted_for_itself');
  assert.deepEqual(tokensOf(await begun(other, 'the key of a former version')), tokens);
  assert.equal(read(other, 'operator-token'), tokens.operatorToken);
});

test('Who removes the file of a token gets another one, for all nodes as they start again [OPR-40]', async () => {
  const [first, second] = [newFolder(), newFolder()];
  const before = await begun(first);
  const key = before.secretKey.toString();
  await begun(second, key);
  rmSync(join(first, 'operator-token'));
  const after = await begun(first);
  assert.notEqual(after.operatorToken, before.operatorToken);
  assert.equal(after.bootstrapToken, before.bootstrapToken);
  assert.equal(read(first, 'operator-token'), after.operatorToken);
  assert.deepEqual(tokensOf(await begun(second, key)), tokensOf(after));
});

/** Holds back whoever makes secrets. What was held back comes to nothing when it is freed. */
async function heldBack(): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin; lock table installation_secrets in access exclusive mode');
  return async () => {
    await client.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await client.query('rollback');
    client.release();
  };
}

test('Killed at any moment of its first start, a node goes on with what it has made, and so do the others [OPR-40]', async () => {
  const killed: string[] = [];
  for (let ms = 0; ms < 24; ms += 3) {
    await database.pool.query('delete from installation_secrets');
    const folder = newFolder();
    // The first one is killed in time on any machine.
    const free = ms === 0 ? await heldBack() : undefined;
    const maker = spawn(process.execPath, [MAKER, url, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(maker, 'exit');
    await once(maker, 'message');
    let last = 'begins';
    maker.on('message', (said) => {
      last = String(said);
    });
    await sleep(ms);
    maker.kill('SIGKILL');
    await ended;
    await free?.();
    killed.push(last);
    const there = ['secret-key', 'bootstrap-token', 'operator-token'].filter((name) =>
      existsSync(join(folder, name)),
    );
    const left = there.map((name) => read(folder, name));
    const after = await begun(folder);
    assert.deepEqual(
      there.map((name) => read(folder, name)),
      left,
    );
    assert.deepEqual(tokensOf(await begun(newFolder(), after.secretKey.toString())), tokensOf(after));
  }
  assert.equal(killed[0], 'begins', 'the first was not killed in time');
});
