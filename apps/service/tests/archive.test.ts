import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { archiveOld } from '../src/export/archives/archive-old.ts';
import type { Archived } from '../src/export/archives/go-on.ts';
import { openPlace } from '../src/export/archives/place.ts';
import { endOfRetention } from '../src/messages/old.ts';
import { directoryPayloadStore } from '../src/platform/payload-directory.ts';
import type { PayloadStore } from '../src/platform/payload-store.ts';
import { type ArchiveWorld, LATELY, LONG_AGO, startArchives } from './archive-world.ts';
import { asId } from './as-id.ts';
import { exported, fillAccount } from './export-world.ts';
import { type Account, type Pappel, until } from './harness.ts';
import { startS3 } from './s3-server.ts';
import { filesOf, linesOf } from './zip-files.ts';

let world: ArchiveWorld;
let pappel: Pappel;
let folder: string;

before(async () => {
  world = await startArchives();
  ({ pappel, folder } = world);
});
after(() => world.stop());

/** The documents that an archive has. */
const archivedIn = async (file: string): Promise<string[]> =>
  linesOf(await filesOf(file), 'messages')
    .map(({ id }) => id)
    .sort();

/** What the night does for one account, in a place of one's own. */
const archiveInto = (archives: PayloadStore, { accountId }: Account, onArchived?: (one: Archived) => void) =>
  archiveOld(
    { ...pappel.service.base, archives },
    { before: endOfRetention(400), accountId: asId<'Account'>(accountId), onArchived },
  );

describe('what is kept no longer is archived', () => {
  let account: Account;
  let expected: Map<string, string>;
  let ids: string[];
  let eventIds: string[];
  let one: Archived;

  before(async () => {
    account = await world.accountWith(12);
    ids = await world.idsOf(account);
    const events = await world.pool.query('select id from recorded_events where message_id = any($1)', [ids]);
    eventIds = events.rows.map(({ id }) => id);
    await fillAccount(world.pool, pappel.dataDir, account, 3, 1_000, LATELY);
    const ask = (method: string, path: string, token?: string) => pappel.call(method, path, token);
    const { downloadUrl } = await exported(ask, account.session);
    const export_ = join(folder, 'export.zip');
    writeFileSync(export_, Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()));
    expected = await filesOf(export_);
    const { json } = await world.archive('--account', account.accountId, '--json');
    const { archives, problems } = json();
    assert.deepEqual(problems, []);
    assert.equal(archives.length, 1);
    one = archives[0] as Archived;
  });

  test('An archive has of its documents what an export of the account has of them, and of no others [MSG-28]', async () => {
    assert.deepEqual(world.keysOf(account), [one.key]);
    assert.match(one.key, new RegExp(`^${account.accountId}/\\d{4}-\\d\\d-\\d\\d-0001\\.zip$`));
    const files = await filesOf(world.fileOf(one.key));
    const isOfThem = ({ id = '', messageId = '' }: { id?: string; messageId?: string }) =>
      ids.includes(messageId) || eventIds.includes(id);
    const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    assert.deepEqual(
      sorted(linesOf(files, 'messages')),
      sorted(linesOf(expected, 'messages').filter(({ id }) => ids.includes(id))),
    );
    for (const name of ['attempts', 'evidence', 'events']) {
      const [found, all] = [linesOf(files, name), linesOf(expected, name).filter(isOfThem)];
      assert.equal(found.length, ids.length, name);
      // Which place an event has in the log is said once it has one.
      const without = (rows: object[]) => sorted(rows.map((row) => ({ ...row, seq: undefined })));
      assert.deepEqual(without(found), without(all), name);
    }
    for (const id of ids)
      assert.equal(files.get(`payloads/${id}.xml`), expected.get(`payloads/${id}.xml`), id);
    assert.deepEqual(linesOf(files, 'account'), linesOf(expected, 'account'));
    const manifest = JSON.parse(files.get('manifest.json') ?? '');
    assert.deepEqual(manifest.archive, {
      accountId: account.accountId,
      night: one.key.slice(-19, -9),
      number: 1,
    });
    assert.deepEqual(
      [manifest.counts.payloads, manifest.counts.messages, manifest.counts.participants],
      [12, 12, 1],
    );
    const bytes = readFileSync(world.fileOf(one.key));
    assert.deepEqual(
      [one.bytes, one.sha256],
      [bytes.length, createHash('sha256').update(bytes).digest('hex')],
    );
  });

  test('They are removed then, with their bytes; what is kept stays [MSG-28]', async () => {
    assert.deepEqual([one.documents, one.removed], [12, 12]);
    const left = await world.idsOf(account);
    assert.equal(left.length, 3);
    assert.ok(left.every((id) => !ids.includes(id)));
    for (const id of left)
      assert.equal((await pappel.call('GET', `/v1/messages/${id}/payload`, account.key)).status, 200);
    const { rows } = await world.pool.query('select from archive_documents');
    assert.equal(rows.length, 0);
    const stored = readdirSync(join(pappel.dataDir, 'payloads/generated'), { recursive: true });
    const files = stored.filter((name) => /\/\d+$/.test(String(name)));
    assert.equal(files.length, 3);
  });

  test('The command says whether an archive is whole, and which there are [MSG-39]', async () => {
    const whole = await world.archive('--verify', world.fileOf(one.key));
    assert.equal(whole.status, 0);
    assert.match(whole.stdout, /is whole: .* files as of .*\n(.*\n)* {2}payloads: 12/);
    const half = join(folder, 'half.zip');
    writeFileSync(half, readFileSync(world.fileOf(one.key)).subarray(0, 2_000));
    assert.equal((await world.archive('--verify', half)).status, 2);
    const { json } = await world.archive('--list', '--account', account.accountId, '--json');
    const [listed, ...others] = json().archives;
    assert.deepEqual([listed?.key, listed?.sha256, listed?.removed], [one.key, one.sha256, 12]);
    assert.deepEqual(others, []);
  });

  test('It archives nothing that is still kept, whatever day it is asked for; earlier days it takes at their word [MSG-39]', async () => {
    const day = (days: number) => endOfRetention(days).toISOString().slice(0, 10);
    const tooLate = await world.archive('--account', account.accountId, '--before', day(LATELY - 1));
    assert.equal(tooLate.status, 1);
    assert.match(tooLate.stderr, /RETENTION_DAYS=400/);
    assert.equal((await world.idsOf(account)).length, 3);
    const other = await world.accountWith(2);
    const early = await world.archive('--account', other.accountId, '--before', day(LONG_AGO + 5));
    assert.match(early.stdout, /Nothing is old enough/);
    const late = await world.archive('--account', other.accountId, '--before', day(LONG_AGO - 5));
    assert.match(late.stdout, /-0001\.zip: 2 documents, .* 2 removed; SHA-256 [0-9a-f]{64}/);
    for (const wrong of [
      ['--before', 'yesterday'],
      ['--account', 'nobody'],
    ])
      assert.equal((await world.archive(...wrong)).status, 1);
  });
});

describe('an archive that cannot be written [MSG-29]', () => {
  test('Nothing of it is removed, the night’s job fails and is seen, other accounts go on; then it goes on where it was', async () => {
    const [blocked, free] = [await world.accountWith(3), await world.accountWith(3)];
    // Where its folder would be.
    writeFileSync(world.fileOf(blocked.accountId), '');
    await assert.rejects(world.night(), /ENOTDIR|EEXIST/);
    assert.equal((await world.idsOf(blocked)).length, 3);
    assert.deepEqual([await world.idsOf(free), world.keysOf(free).length], [[], 1]);
    await world.pool.query("select graphile_worker.add_job('archive.night', '{}')");
    const failing = async () =>
      (await world.pool.query("select last_error as error from failing_jobs where job = 'archive.night'"))
        .rows;
    const [failure] = await until(failing, (rows) => rows.length > 0);
    assert.match(failure.error, /ENOTDIR|EEXIST/);
    const isSeen = (text: string): boolean => text.includes('\npappel_archives_open 1\n');
    assert.ok(isSeen(await until(() => pappel.service.base.metrics.registry.metrics(), isSeen)));
    rmSync(world.fileOf(blocked.accountId));
    await until(
      () => world.idsOf(blocked),
      (left) => left.length === 0,
    );
    assert.equal(world.keysOf(blocked).length, 1);
    assert.deepEqual(await until(failing, (rows) => rows.length === 0), []);
  });

  test('A file in its place that is not whole is left alone, and nothing is removed for it', async () => {
    const account = await world.accountWith(3);
    const place = directoryPayloadStore(world.ARCHIVE_DIR);
    const cut: PayloadStore = {
      ...place,
      putStream: async (key, chunks) => {
        await buffer(chunks);
        return place.put(key, Buffer.from('half of it'));
      },
    };
    for (const archives of [cut, place]) {
      const { failures, isDone } = await archiveInto(archives, account);
      assert.deepEqual([failures.length, isDone], [1, false]);
      assert.match(failures[0]?.message ?? '', /is not whole: .* Nothing of it was removed/);
      assert.equal((await world.idsOf(account)).length, 3);
    }
    const [key = ''] = world.keysOf(account);
    assert.equal(readFileSync(world.fileOf(key), 'utf8'), 'half of it');
    renameSync(world.fileOf(key), join(folder, 'half of it'));
    assert.deepEqual((await archiveInto(place, account)).failures, []);
    assert.deepEqual([await world.idsOf(account), world.keysOf(account)], [[], [key]]);
  });

  test('A document whose bytes are not there is neither archived nor removed, and the job says so', async () => {
    const account = await world.accountWith(3);
    const [id = '', ...others] = await world.idsOf(account);
    const { rows } = await world.pool.query('select payload_key as key from messages where id = $1', [id]);
    const bytes = (await pappel.service.base.payloads.get(rows[0].key)) ?? assert.fail();
    await pappel.service.base.payloads.remove(rows[0].key);
    await assert.rejects(world.night(), new RegExp(`1 old documents have no bytes .* ${id}`));
    assert.deepEqual(await world.idsOf(account), [id]);
    const [key = ''] = world.keysOf(account);
    assert.deepEqual(await archivedIn(world.fileOf(key)), others);
    await pappel.service.base.payloads.put(rows[0].key, bytes);
    await world.night();
    assert.deepEqual([await world.idsOf(account), world.keysOf(account).length], [[], 2]);
  });

  test('One that is touched while the archive is written stays, and a later archive has it as it became', async () => {
    const account = await world.accountWith(3);
    const [id] = await world.idsOf(account);
    const place = directoryPayloadStore(world.ARCHIVE_DIR);
    const touching: PayloadStore = {
      ...place,
      putStream: async (key, chunks) => {
        const isNew = await place.putStream(key, chunks);
        await world.pool.query(
          `update messages set mls = '{"status":"ACCEPTED"}', updated_at = now() where id = $1`,
          [id],
        );
        return isNew;
      },
    };
    await archiveInto(touching, account);
    assert.deepEqual([await world.idsOf(account), world.keysOf(account).length], [[id], 1]);
    await archiveInto(place, account);
    assert.deepEqual(await world.idsOf(account), [id], 'within the hour it is left alone');
    await world.pool.query("update messages set updated_at = now() - interval '2 hours' where id = $1", [id]);
    await archiveInto(place, account);
    assert.deepEqual(await world.idsOf(account), []);
    const [, second = ''] = world.keysOf(account).sort();
    const [row] = linesOf(await filesOf(world.fileOf(second)), 'messages');
    assert.deepEqual([row.id, row.mls], [id, { status: 'ACCEPTED' }]);
  });
});

test('In S3 it is the same, in a bucket of its own [MSG-28]', async () => {
  const account = await world.accountWith(3);
  const ids = await world.idsOf(account);
  const s3 = await startS3('archives');
  try {
    const archives = openPlace({ s3: s3.bucket('archives') });
    const found: Archived[] = [];
    const { failures } = await archiveInto(archives, account, (one) => found.push(one));
    assert.deepEqual([failures, await world.idsOf(account), found.length], [[], [], 1]);
    const file = join(folder, 's3.zip');
    writeFileSync(file, (await archives.get(found[0]?.key ?? '')) ?? assert.fail());
    assert.deepEqual(await archivedIn(file), ids);
  } finally {
    await s3.close();
  }
});
