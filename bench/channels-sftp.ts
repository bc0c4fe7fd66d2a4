/**
 * Files over our SFTP against OpenSSH's own sftp-server on the same machine, by OpenSSH's client. Run: npm run bench:sftp,
 * or for some parts alone: npm run bench:sftp -- 1,000
 *
 * What ours does more: every file is synced to disk and stands in the database when its upload is answered.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { call, start, until } from '../scripts/demo-installation.ts';
import { freePorts } from '../scripts/free-ports.ts';

const run = promisify(execFile);
const SSHD = '/usr/sbin/sshd';
const ROUNDS = 3;
const LARGE = 40_000_000;
const [SMALL_FILES, SMALL] = [1_000, 10_000];
const UPLOAD = 'upload of 1,000 files of 10 KB';

interface Target {
  port: number;
  user: string;
  folder: string;
}

const home = mkdtempSync(join(tmpdir(), 'pappel-bench-sftp-'));
const keyFile = join(home, 'key');

function newKey(file: string): string {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return readFileSync(`${file}.pub`, 'utf8');
}

/** Runs a batch of OpenSSH's client; answers seconds. */
async function batch({ port, user }: Target, commands: string[]): Promise<number> {
  const file = join(home, 'batch');
  writeFileSync(file, `${commands.join('\n')}\n`);
  const quiet = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  const options = ['IdentitiesOnly=yes', ...quiet].flatMap((option) => ['-o', option]);
  const began = performance.now();
  await run('sftp', ['-q', '-b', file, '-i', keyFile, '-P', String(port), ...options, `${user}@127.0.0.1`]);
  return (performance.now() - began) / 1000;
}

async function openSshServer(publicKey: string): Promise<{ target: Target; stop: () => void }> {
  const [port = 0] = await freePorts(1);
  newKey(join(home, 'host'));
  writeFileSync(join(home, 'authorized'), publicKey, { mode: 0o600 });
  const folder = join(home, 'theirs');
  mkdirSync(folder);
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host')}`,
    `AuthorizedKeysFile ${join(home, 'authorized')}`,
    `PidFile ${join(home, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'Subsystem sftp /usr/lib/openssh/sftp-server',
  ];
  writeFileSync(join(home, 'sshd_config'), `${config.join('\n')}\n`);
  const child = spawn(SSHD, ['-D', '-f', join(home, 'sshd_config')], { stdio: 'ignore' });
  await until(() => isOpen(port), Boolean);
  return { target: { port, user: userInfo().username, folder }, stop: () => child.kill() };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
  });

async function ourServer(publicKey: string): Promise<{ target: Target; stop: () => Promise<void> }> {
  const [sftpPort = 0, ...ports] = await freePorts(5);
  const dataDir = join(home, 'data');
  const pappel = await start('pappel', dataDir, ports, { SFTP_PORT: String(sftpPort), AUTO_APPROVE: 'true' });
  const signUp = await call<{ token: string; account: { id: string }; company: { id: string } }>(
    'POST',
    `${pappel.api}/v1/auth/signup`,
    undefined,
    {
      account: { legalName: 'Bench', countryCode: 'SE' },
      owner: { name: 'Owner', email: 'owner@example.org', password: 'a long bench passphrase' },
    },
  );
  const { token, account, company } = signUp.body;
  await call('POST', `${pappel.api}/v1/participants`, token, {
    companyId: company.id,
    scheme: '0007',
    value: '5567321707',
    name: 'Bench',
    identifier: 'bench',
    capabilities: [{ documentTypeId: 'invoice', direction: 'SEND' }],
  });
  await call('POST', `${pappel.operator}/operator/v1/sftp/logins`, pappel.operatorToken, {
    accountId: account.id,
    companyId: company.id,
    username: 'bench',
    authMethod: 'PUBLIC_KEY',
    publicKey,
  });
  return { target: { port: sftpPort, user: 'bench', folder: '/bench/outbox' }, stop: pappel.stop };
}

/** What is asked of each server, part by part. */
function partsOf({ folder }: Target): Record<string, string[]> {
  const back = mkdtempSync(join(home, 'back-'));
  const small = join(home, 'small');
  return {
    'sign in and out': ['pwd'],
    'upload of 40 MB': [`put ${join(home, 'large.part')} ${folder}/large.part`],
    'download of 40 MB': [`get ${folder}/large.part ${back}/large`],
    [UPLOAD]: [`put ${small}/* ${folder}/`],
    'download of 1,000 files of 10 KB': [`get ${folder}/small-* ${back}/`],
  };
}

interface Times {
  them: number;
  us: number;
  /** The same number of syncs, and nothing else. */
  syncs: number;
}

/** Seconds of each part, the quickest of its rounds; in turns, so that both meet the same moods of the machine. */
async function measure(theirs: Target, ours: Target): Promise<Record<string, Times>> {
  const [theirParts, ourParts] = [partsOf(theirs), partsOf(ours)];
  const asked = process.argv[2];
  const best: Record<string, Times> = {};
  for (const [part, commands] of Object.entries(theirParts)) {
    if (asked !== undefined && !part.includes(asked)) continue;
    const times: Times = { them: Infinity, us: Infinity, syncs: part === UPLOAD ? Infinity : 0 };
    for (let round = 0; round < ROUNDS; round++) {
      times.them = Math.min(times.them, await batch(theirs, commands));
      times.us = Math.min(times.us, await batch(ours, ourParts[part] ?? []));
      times.syncs = Math.min(times.syncs, part === UPLOAD ? secondsOfSyncs() : 0);
      await sleep(100);
    }
    best[part] = times;
  }
  return best;
}

/** What it takes this disk to make as many files of that size durable one after the other, as each answer waits for it. */
function secondsOfSyncs(): number {
  const file = openSync(join(home, 'synced'), 'w');
  const bytes = Buffer.alloc(SMALL, 'x');
  const began = performance.now();
  for (let i = 0; i < SMALL_FILES; i++) {
    writeSync(file, bytes, 0, SMALL, 0);
    fdatasyncSync(file);
  }
  closeSync(file);
  return (performance.now() - began) / 1000;
}

function makeFiles(): void {
  writeFileSync(join(home, 'large.part'), Buffer.alloc(LARGE, 'x'));
  mkdirSync(join(home, 'small'));
  for (let i = 0; i < SMALL_FILES; i++)
    writeFileSync(join(home, 'small', `small-${i}.part`), Buffer.alloc(SMALL, String(i % 10)));
}

async function main(): Promise<void> {
  if (!existsSync(SSHD)) return console.log('left SFTP out: there is no sshd to compare with');
  const publicKey = newKey(keyFile);
  makeFiles();
  const theirs = await openSshServer(publicKey);
  const ours = await ourServer(publicKey);
  try {
    const measured = await measure(theirs.target, ours.target);
    console.log(
      'part'.padEnd(36),
      'OpenSSH'.padStart(9),
      'Pappel'.padStart(9),
      'ratio'.padStart(7),
      ' (aim 0.5)',
    );
    for (const [part, { them, us, syncs }] of Object.entries(measured)) {
      const row = [`${them.toFixed(2)} s`.padStart(9), `${us.toFixed(2)} s`.padStart(9)];
      console.log(part.padEnd(36), ...row, (them / us).toFixed(2).padStart(7));
      if (syncs === 0) continue;
      const alone = `${syncs.toFixed(2)} s for as many syncs alone, which OpenSSH does not wait for`;
      console.log(`  ${alone}; ratio without them ${(them / Math.max(us - syncs, 0.001)).toFixed(2)}`);
    }
  } finally {
    theirs.stop();
    await ours.stop();
  }
}

try {
  await main();
} finally {
  rmSync(home, { recursive: true, force: true });
}
