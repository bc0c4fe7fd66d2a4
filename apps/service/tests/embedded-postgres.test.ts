import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { giveTo, postgresUser, reachableBinaries } from '../src/platform/db/postgres-user.ts';

const isRoot = process.getuid?.() === 0;
let closed: string;

before(() => {
  // mkdtemp makes folders that only we may enter.
  closed = mkdtempSync(join(tmpdir(), 'pappel-closed-'));
  mkdirSync(join(closed, 'data'));
});
after(() => rmSync(closed, { recursive: true, force: true }));

async function ask(url: string, question: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows[0];
  } finally {
    await client.end();
  }
}

const pidOf = (dir: string): string =>
  readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0] ?? '';

test('Started by root, the database runs as a user of its own without any capability, also in a folder that only root enters', {
  skip: !isRoot && 'needs root',
}, async () => {
  const dir = join(closed, 'data/postgres');
  const server = await startEmbeddedPostgres(dir, () => undefined);
  try {
    const user = await postgresUser();
    const status = readFileSync(`/proc/${pidOf(dir)}/status`, 'utf8');
    assert.match(status, new RegExp(`^Uid:\\t${user?.uid}\\t${user?.uid}\\t`, 'm'));
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(status, /^CapInh:\t0+$/m);
    assert.match(status, /^Groups:\t *$/m);
    assert.deepEqual(await ask(server.nearUrl, 'select 1 as one'), { one: 1 });
    assert.deepEqual(await ask(server.url, 'select inet_server_addr() is null as near'), { near: false });
    const secret = join(closed, 'secret-key');
    writeFileSync(secret, 'nobody else');
    await assert.rejects(ask(server.url, `select pg_read_file('${secret}')`), /Permission denied/);
  } finally {
    await server.stop();
  }
  assert.equal(existsSync(join(dir, 'cluster/postmaster.pid')), false);
});

test('A data directory that belongs to another user, as it did before, is taken over', {
  skip: !isRoot && 'needs root',
}, async () => {
  const dir = join(closed, 'data/postgres');
  const nobody = { uid: 65_534, gid: 65_534 };
  await giveTo(nobody, dir);
  assert.equal(statSync(join(dir, 'cluster/PG_VERSION')).uid, nobody.uid);
  const server = await startEmbeddedPostgres(dir, () => undefined);
  try {
    assert.deepEqual(await ask(server.nearUrl, 'select 1 as one'), { one: 1 });
  } finally {
    await server.stop();
  }
});

test('Binaries in a folder that only root enters are copied once to where everybody runs programs from', async () => {
  const native = join(closed, 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  writeFileSync(join(native, 'bin/postgres'), '#!/bin/sh\n', { mode: 0o755 });
  const place = join(closed, 'open');
  const copies = await Promise.all([1, 2, 3].map(() => reachableBinaries(native, '18', place)));
  assert.deepEqual(new Set(copies), new Set([join(place, 'native-18')]));
  assert.equal(statSync(join(place, 'native-18/bin/postgres')).mode & 0o777, 0o755);
  assert.equal(await reachableBinaries('/usr/bin', '18', place), '/usr/bin');
});

test('A server that a killed process left behind is ended; one of another cluster under that number is not', async () => {
  const [dir, other] = [join(closed, 'data/one'), join(closed, 'data/other')];
  const left = await startEmbeddedPostgres(dir, () => undefined);
  const stranger = await startEmbeddedPostgres(other, () => undefined);
  const again = await startEmbeddedPostgres(dir, () => undefined);
  await left.ended;
  await again.stop();
  writeFileSync(join(dir, 'cluster/postmaster.pid'), `${pidOf(other)}\n`);
  const third = await startEmbeddedPostgres(dir, () => undefined);
  assert.deepEqual(await ask(stranger.url, 'select 1 as one'), { one: 1 });
  await third.stop();
  await stranger.stop();
});
