import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import { RESTORING } from '../src/start/data-dir.ts';
import { runPappel } from './command.ts';
import {
  type Account,
  emptyDatabase,
  newDatabase,
  newEnvironment,
  type Pappel,
  request,
  signUp,
  startWith,
} from './harness.ts';

const BACKUP_PASSPHRASE = 'a passphrase of these tests';
const SECRET_KEY = "it's a key with a quote";
const folder = mkdtempSync(join(tmpdir(), 'pappel-backup-'));
const whole = join(folder, 'whole');
let pappel: Pappel;
let account: Account;
let env: Record<string, string>;

before(async () => {
  env = await newEnvironment({ SECRET_KEY });
  pappel = await startWith(env);
  account = await signUp(pappel);
  const made = await runPappel(['backup', whole], { ...env, BACKUP_PASSPHRASE });
  assert.equal(made.status, 0, made.stderr);
});

let isStopped = false;
async function stop(): Promise<void> {
  if (!isStopped) await pappel.stop();
  isStopped = true;
}

after(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The settings of an installation that is not there yet. */
const restoring = async () => {
  const DATA_DIR = join(mkdtempSync(join(folder, 'into-')), 'data');
  return { ...env, DATABASE_URL: await emptyDatabase(), DATA_DIR, BACKUP_PASSPHRASE };
};

test('A backup goes into a folder that is not there, and leaves nothing where it fails [OPR-15]', async () => {
  const again = await runPappel(['backup', whole], { ...env, BACKUP_PASSPHRASE });
  assert.equal(again.status, 1);
  assert.match(again.stderr, /whole is there already/);
  const short = await runPappel(['backup', join(folder, 'short')], { ...env, BACKUP_PASSPHRASE: 'short' });
  assert.match(short.stderr, /passphrase is missing or shorter than 16/);
  const nothing = join(folder, 'of-nothing');
  const failed = await runPappel(['backup', nothing], {
    ...env,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    BACKUP_PASSPHRASE,
  });
  assert.equal(failed.status, 1);
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('of-nothing')));
});

test('A used DATA_DIR or database is left alone by a restore [OPR-15]', async () => {
  const target = await restoring();
  const DATA_DIR = mkdtempSync(join(folder, 'used-'));
  writeFileSync(join(DATA_DIR, 'mine'), 'x');
  const used = await runPappel(['restore', whole], { ...target, DATA_DIR });
  assert.equal(used.status, 1);
  assert.match(used.stderr, /is not empty, and was left alone/);
  assert.deepEqual(readdirSync(DATA_DIR), ['mine']);
  const taken = { ...target, DATABASE_URL: await newDatabase() };
  const refused = await runPappel(['restore', whole], taken);
  assert.match(refused.stderr, /is in use, and was left alone/);
  assert.ok(!existsSync(target.DATA_DIR));
});

test('What a restore began and did not end is no installation: no service starts on it [OPR-15]', async () => {
  const target = await restoring();
  mkdirSync(target.DATA_DIR);
  writeFileSync(join(target.DATA_DIR, RESTORING), whole);
  await assert.rejects(
    startService(readConfig({ ...env, DATA_DIR: target.DATA_DIR }), pino({ level: 'silent' })),
    /holds half of an installation/,
  );
});

const DAMAGE: Record<string, { spoil: (copy: string) => void; says: RegExp }> = {
  'a byte changed': {
    spoil: (copy) => flip(join(copy, 'table-public.accounts.gz.age')),
    says: /table-public\.accounts\.gz\.age is not what was written/,
  },
  'the end is missing': {
    spoil: (copy) => truncateSync(join(copy, 'files.tar.age'), 1_000),
    says: /files\.tar\.age is not what was written/,
  },
  'a file is missing': {
    spoil: (copy) => rmSync(join(copy, 'payloads.tar.age')),
    says: /payloads\.tar\.age is not what was written/,
  },
  'its list was changed': {
    spoil: (copy) => {
      const path = join(copy, 'manifest.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('"rows": 1', '"rows": 2'));
    },
    says: /manifest\.json is not what was written/,
  },
};

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

for (const [what, { spoil, says }] of Object.entries(DAMAGE)) {
  test(`A backup of which ${what} is refused before anything is written [OPR-15]`, async () => {
    const copy = join(mkdtempSync(join(folder, 'damaged-')), 'copy');
    await cp(whole, copy, { recursive: true });
    spoil(copy);
    const target = await restoring();
    const installation = { config: readConfig(target), passphrase: BACKUP_PASSPHRASE };
    const refused = await restoreBackup(copy, installation, 'fail');
    assert.match('problem' in refused ? refused.problem : 'restored', says);
    assert.ok(!existsSync(target.DATA_DIR));
  });
}

test('A backup opens by its passphrase only, and by age itself [OPR-15]', async () => {
  const target = await restoring();
  const wrong = await runPappel(['restore', whole], {
    ...target,
    BACKUP_PASSPHRASE: 'a passphrase of others',
  });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /passphrase does not open/);
  const right = await runPappel(['restore', whole, '--check'], target);
  assert.equal(right.status, 0, right.stderr);
  assert.ok(!existsSync(target.DATA_DIR));
  for (const name of readdirSync(whole).filter((one) => one.endsWith('.age')))
    assert.match(readFileSync(join(whole, name), 'latin1'), /^age-encryption\.org\/v1\n/);
});

test('A restored installation has its accounts, its secrets, and its settings beside; sessions have ended [OPR-15]', async () => {
  const target = await restoring();
  const done = await runPappel(['restore', whole], target);
  assert.equal(done.status, 0, done.stderr);
  const settings = readFileSync(join(target.DATA_DIR, 'restored/settings.env'), 'utf8');
  assert.match(settings, /^SECRET_KEY='it'\\''s a key with a quote'$/m);
  // Both would serve the same local network.
  await stop();
  const second = await startWith(target);
  try {
    const read = (token: string) => request('GET', `${second.api}/v1/account`, token);
    assert.equal((await read(account.key)).status, 200);
    assert.equal((await read(account.session)).status, 401);
    // What was restored is backed up and restored like any other.
    const again = await runPappel(['backup', join(folder, 'second')], target);
    assert.equal(again.status, 0, again.stderr);
    const third = await runPappel(['restore', join(folder, 'second')], await restoring());
    assert.equal(third.status, 0, third.stderr);
  } finally {
    await second.stop();
  }
});
