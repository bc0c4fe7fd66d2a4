import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { freePorts } from '../../../scripts/free-ports.ts';
import { newId } from '../src/platform/ids.ts';
import { fingerprintOf, openHostKeys } from '../src/sftp/host-keys.ts';
import { startSftp } from '../src/sftp/server.ts';
import {
  type Client,
  connect,
  type Login,
  newInvoice,
  newLogin,
  newSftpClient,
  operate,
  type SftpWorld,
  sidecar,
  startSftpWorld,
} from './sftp-world.ts';

const run = promisify(execFile);
/** Programs that hang at the end are killed, and the test with them. */
const TIME_LIMIT = { timeout: 60_000 };

let world: SftpWorld;
let client: Client;
let login: Login;
let keyLogin: Login;
let home: string;
let folder: string;

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined;
const without = (program: string, found: boolean): string | false =>
  found ? false : `${program} is not installed here`;

before(async () => {
  world = await startSftpWorld();
  login = await newLogin(world.pappel, world.timber);
  client = await connect(world, login);
  home = `/${world.company}/${world.participant}`;
  folder = mkdtempSync(join(tmpdir(), 'pappel-sftp-'));
  if (has('ssh-keygen', '-?')) {
    const keys = ['ed25519', 'rsa'].map((type) => {
      const file = join(folder, `id_${type}`);
      const bits = type === 'rsa' ? ['-b', '2048'] : [];
      spawnSync('ssh-keygen', ['-q', '-t', type, ...bits, '-N', '', '-f', file]);
      return readFileSync(`${file}.pub`, 'utf8');
    });
    keyLogin = await newLogin(world.pappel, world.timber, undefined, {
      authMethod: 'PUBLIC_KEY',
      publicKey: keys.join(''),
    });
  }
});
after(async () => {
  await client.end();
  await world.pappel.stop();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** OpenSSH's own client, as a batch job runs it. */
async function openSsh(commands: string[], key = 'id_ed25519'): Promise<string> {
  const batch = file('batch', `${commands.join('\n')}\n`);
  const options = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'IdentitiesOnly=yes',
    'LogLevel=ERROR',
  ];
  const { stdout } = await run(
    'sftp',
    [
      '-b',
      batch,
      '-i',
      join(folder, key),
      '-P',
      String(world.port),
      ...options.flatMap((option) => ['-o', option]),
      `${keyLogin.username}@127.0.0.1`,
    ],
    TIME_LIMIT,
  );
  return stdout;
}

const noOpenSsh = without('OpenSSH', has('sftp', '-?') && has('ssh-keygen', '-?'));

test('OpenSSH: keys of both kinds, put -p, rename, ls -l, get, rm, and the program ends', {
  skip: noOpenSsh,
}, async () => {
  for (const key of ['id_ed25519', 'id_rsa']) {
    const path = file(`${key}.xml`, newInvoice());
    const listing = await openSsh(
      [
        `cd ${home}/outbox`,
        `put -p ${path} ${key}.xml.part`,
        'ls -l',
        `rename ${key}.xml.part ${key}.xml`,
        'pwd',
      ],
      key,
    );
    assert.match(
      listing,
      new RegExp(`^-rw-r-----\\s.*\\s${statSync(path).size} .*${key}\\.xml\\.part$`, 'm'),
    );
    assert.match(listing, new RegExp(`working directory: ${home}/outbox`));
    assert.ok(await sidecar(client, `${home}/sent/${key}.json`));
    await openSsh([`get ${home}/sent/${key}.xml ${path}.back`, `rm ${home}/sent/${key}.xml`], key);
    assert.deepEqual(readFileSync(`${path}.back`), readFileSync(path));
    assert.equal(await client.exists(`${home}/sent/${key}.xml`), false);
  }
});
test('OpenSSH: put under the final name is taken after ten seconds [SFT-2]', {
  skip: noOpenSsh,
}, async () => {
  await openSsh([`put ${file('plain.xml', newInvoice())} ${home}/outbox/plain.xml`]);
  assert.ok(await sidecar(client, `${home}/sent/plain.json`));
});
test('OpenSSH: 40 MB up and down, and what was cut off goes on by reput', { skip: noOpenSsh }, async () => {
  const text = newInvoice().padEnd(40_000_000, '\n');
  const large = file('large.xml', text);
  await client.put(Buffer.from(text.slice(0, 1_000_000)), `${home}/outbox/large.xml.part`);
  await openSsh([`reput ${large} ${home}/outbox/large.xml.part`]);
  await openSsh([`get ${home}/outbox/large.xml.part ${large}.back`, `rm ${home}/outbox/large.xml.part`]);
  assert.ok(readFileSync(`${large}.back`).equals(readFileSync(large)));
});
test('OpenSSH: 10,000 files are listed', { skip: noOpenSsh }, async () => {
  const { db } = world.pappel.service.base;
  const one = await overAll(db, 'job')
    .selectFrom('sftp_files')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    ...one,
    id: newId<'SftpFile'>(),
    folder: 'FAILED' as const,
    name: `listed-${i}.xml`,
    sidecar_name: `listed-${i}.json`,
    message_id: null,
    is_sidecar_removed: true,
    is_removed: false,
  }));
  for (let i = 0; i < rows.length; i += 1_000)
    await db
      .insertInto('sftp_files')
      .values(rows.slice(i, i + 1_000))
      .execute();
  const listing = await openSsh([`ls -1 ${home}/failed`]);
  const names = new Set(listing.split('\n').filter((line) => line.includes('listed-')));
  assert.equal(names.size, 10_000);
});

test('lftp: put with a temporary name, ls, get, rm, and the program ends', {
  skip: without('lftp', has('lftp', '--version')),
}, async () => {
  const path = file('lftp.xml', newInvoice());
  const script = [
    'set sftp:auto-confirm yes',
    'set net:max-retries 1',
    `open -u ${login.username},${login.password} sftp://127.0.0.1:${world.port}`,
    'set xfer:use-temp-file yes',
    "set xfer:temp-file-name '*.part'",
    `put ${path} -o ${home}/outbox/lftp.xml`,
    `ls ${home}`,
    'bye',
  ];
  const { stdout } = await run('lftp', ['-c', script.join('; ')], {
    ...TIME_LIMIT,
    env: { ...process.env, HOME: folder },
  });
  assert.match(stdout, /^drwxr-x---.*outbox$/m);
  assert.ok(await sidecar(client, `${home}/sent/lftp.json`));
});

test('rclone: copies into outbox, lists and moves', {
  skip: without('rclone', has('rclone', 'version')),
}, async () => {
  const source = mkdtempSync(join(folder, 'rclone-'));
  writeFileSync(join(source, 'rclone.xml'), newInvoice());
  const { stdout: hidden } = await run('rclone', ['obscure', login.password]);
  const remote = `:sftp,host=127.0.0.1,port=${world.port},user=${login.username},pass='${hidden.trim()}',shell_type=none:`;
  await run('rclone', ['copy', source, `${remote}${home}/outbox`, '--config', '/dev/null'], TIME_LIMIT);
  assert.ok(await sidecar(client, `${home}/sent/rclone.json`));
  const { stdout } = await run('rclone', ['lsf', `${remote}${home}`, '--config', '/dev/null'], TIME_LIMIT);
  assert.deepEqual(stdout.trim().split('\n').sort(), ['archive/', 'failed/', 'inbox/', 'outbox/', 'sent/']);
});

const PARAMIKO = `
import sys, paramiko
port, user, password, path, home = sys.argv[1:]
ssh = paramiko.SSHClient()
ssh.set_missing_host_key_policy(paramiko.AutoAddPolicy())
ssh.connect('127.0.0.1', port=int(port), username=user, password=password, look_for_keys=False, allow_agent=False)
sftp = ssh.open_sftp()
sftp.put(path, home + '/outbox/paramiko.xml.tmp')
sftp.rename(home + '/outbox/paramiko.xml.tmp', home + '/outbox/paramiko.xml')
sftp.utime(home + '/outbox/paramiko.xml', None)
print(sorted(sftp.listdir(home)))
try:
    sftp.open('/etc/passwd')
except IOError as error:
    print('refused', error.errno)
ssh.close()
`;

import { overAll } from '../src/platform/db/roots.ts';

const hasParamiko =
  has('python3', '--version') && spawnSync('python3', ['-c', 'import paramiko']).status === 0;
test('paramiko: put with its look at the size afterwards, rename, times, and the program ends', {
  skip: without('paramiko', hasParamiko),
}, async () => {
  const path = file('paramiko.xml', newInvoice());
  const { stdout } = await run(
    'python3',
    ['-c', PARAMIKO, String(world.port), login.username, login.password, path, home],
    TIME_LIMIT,
  );
  assert.equal(stdout, "['archive', 'failed', 'inbox', 'outbox', 'sent']\nrefused 2\n");
  assert.ok(await sidecar(client, `${home}/sent/paramiko.json`));
});

test('Two nodes on one database show one host key, that of the connection description, and either serves the login [SFT-12, SFT-13]', async () => {
  const { base } = world.pappel.service;
  const [port = 0] = await freePorts(1);
  const config = { ...base.config, dataDir: folder, sftp: { port } };
  const second = await startSftp({ ...base, config });
  const seen = await Promise.all([world.port, port].map(hostKeyAt));
  await second?.close();
  const { body } = await world.pappel.call('GET', '/v1/sftp/connection', world.timber.key);
  assert.deepEqual(seen, [body.hostKeyFingerprint, body.hostKeyFingerprint]);
  assert.deepEqual([body.enabled, body.port, body.hostKeyAlgorithm], [true, world.port, 'ssh-ed25519']);
  const mine = body.layouts.find((layout: { loginId: string }) => layout.loginId === login.id);
  assert.deepEqual(
    mine.directories.map((one: { path: string; purpose: string }) => `${one.purpose} ${one.path}`),
    ['OUTBOX', 'INBOX', 'ARCHIVE', 'SENT', 'FAILED'].map((name) => `${name} ${home}/${name.toLowerCase()}`),
  );
});
test('A node with another secret key shows no other host key: SFTP is off there', async () => {
  const { base } = world.pappel.service;
  assert.ok('problem' in (await openHostKeys(base.db, Buffer.from('another'))));
});

async function hostKeyAt(port: number): Promise<string> {
  let seen = '';
  const other = newSftpClient();
  const hostVerifier = (key: Buffer): boolean => {
    seen = fingerprintOf(key);
    return true;
  };
  const { username, password } = login;
  await other.connect({ host: '127.0.0.1', port, username, password, hostVerifier });
  await other.list(`${home}/inbox`);
  await other.end();
  return seen;
}

test('A login that is disabled is shown out within seconds, and cannot come back', async () => {
  const leaver = await newLogin(world.pappel, world.timber);
  const left = await connect(world, leaver);
  const gone = new Promise((resolve) => left.on('close', resolve));
  await operate(world.pappel, 'PATCH', `sftp/logins/${leaver.id}`, { status: 'DISABLED' });
  await gone;
  await assert.rejects(connect(world, leaver));
  await operate(world.pappel, 'PATCH', `sftp/logins/${leaver.id}`, { status: 'ACTIVE' });
  await using back = await connect(world, leaver);
  assert.equal(await back.realPath('.'), '/');
});
