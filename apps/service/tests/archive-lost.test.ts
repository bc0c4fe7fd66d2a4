import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { databaseChecks } from '../src/doctor/check-database.ts';
import { archiveOld } from '../src/export/archives/archive-old.ts';
import { archiveWithoutBytes } from '../src/export/archives/without-bytes.ts';
import { endOfRetention } from '../src/messages/old.ts';
import { directoryPayloadStore } from '../src/platform/payload-directory.ts';
import { type ArchiveWorld, LATELY, LONG_AGO, startArchives } from './archive-world.ts';
import { asId } from './as-id.ts';
import { runPappel } from './command.ts';
import { type Account, until } from './harness.ts';
import { filesOf, linesOf, zipOf } from './zip-files.ts';

const REASON = 'The disk of 12 May, of which there is no backup';

let world: ArchiveWorld;

before(async () => {
  // The nights are those of the tests: nobody works by the clock.
  world = await startArchives({ ROLES: 'http,network' });
});
after(() => world.stop());

const base = () => world.pappel.service.base;
const place = () => directoryPayloadStore(world.ARCHIVE_DIR);

/** Loses the bytes of a document; answers how they are put back. */
async function lose(id: string): Promise<() => Promise<unknown>> {
  const { rows } = await world.pool.query('select payload_key as key from messages where id = $1', [id]);
  const [{ key }] = rows;
  const bytes = (await base().payloads.get(key)) ?? assert.fail();
  await base().payloads.remove(key);
  return () => base().payloads.put(key, bytes);
}

const withoutBytes = (...ids: string[]) => world.archive('--without-bytes', ...ids, '--reason', REASON);

/** What was decided, by the use case, where the place of archives does what a test wants of it. */
const decided = (archives: ReturnType<typeof place>, id: string) =>
  archiveWithoutBytes(
    { ...base(), archives },
    { messageIds: [asId<'Message'>(id)], before: endOfRetention(400), reason: REASON, by: 'Command on a@b' },
  );

async function manifestOf(key: string) {
  return JSON.parse((await filesOf(world.fileOf(key))).get('manifest.json') ?? '');
}

const idsIn = async (key: string): Promise<string[]> =>
  linesOf(await filesOf(world.fileOf(key)), 'messages')
    .map(({ id }) => id)
    .sort();

describe('bytes that are lost', () => {
  const doctorSays = async () => {
    const checks = databaseChecks(base().config);
    const check = checks.find(({ name }) => name === 'documents to archive');
    const look = async () => (await check?.look()) ?? assert.fail();
    // A machine that is busy is asked again.
    return until(look, ({ found }) => !found.startsWith('does not answer'));
  };
  /** What was looked up a moment ago is answered again. */
  const seenInMetrics = async (count: number): Promise<void> => {
    const says = (text: string): boolean => text.includes(`\npappel_archive_lost_documents ${count}\n`);
    assert.ok(says(await until(() => base().metrics.registry.metrics(), says)));
  };

  test('Which documents they are is said once in the log, and stands in the list, the metrics, doctor and the failing job until they are there again; everything else goes on [MSG-40]', async (t) => {
    const [account, other] = [await world.accountWith(3), await world.accountWith(2)];
    const [id = '', ...others] = await world.idsOf(account);
    const putBack = await lose(id);
    const warn = t.mock.method(base().log, 'warn', () => undefined);
    const told = () => warn.mock.calls.flatMap(({ arguments: [fields] }) => Object(fields).messageIds ?? []);
    for (const _ of ['found', 'found again']) {
      await assert.rejects(world.night(), new RegExp(`^Error: 1 old documents have no bytes .*: ${id}\\. `));
      assert.deepEqual(told(), [id]);
    }
    assert.deepEqual([await world.idsOf(account), await world.idsOf(other)], [[id], []]);
    const [key = ''] = world.keysOf(account);
    assert.deepEqual(await idsIn(key), others.sort());

    const list = JSON.parse((await world.archive('--lost', '--json')).stdout);
    assert.equal(list.count, 1);
    const [found] = list.documents;
    assert.deepEqual(
      [found.id, found.accountId, found.companyId, found.sha256],
      [id, account.accountId, account.companyId, 'a'.repeat(64)],
    );
    const inWords = await world.archive('--lost', '--account', account.accountId);
    assert.match(inWords.stdout, new RegExp(`^${id} .*\\n.*--without-bytes`));
    assert.match((await world.archive('--lost', '--account', other.accountId)).stdout, /^None waits/);
    await seenInMetrics(1);
    const bad = await doctorSays();
    assert.deepEqual([bad.outcome, bad.found.includes(id)], ['bad', true]);

    await putBack();
    await world.night();
    assert.deepEqual([await world.idsOf(account), world.keysOf(account).length], [[], 2]);
    assert.match((await world.archive('--lost')).stdout, /^None waits/);
    await seenInMetrics(0);
    assert.equal((await doctorSays()).outcome, 'good');
  });

  test('One that is not past its retention any more is not called lost, and ends no night [MSG-40]', async () => {
    const account = await world.accountWith(1);
    const [id = ''] = await world.idsOf(account);
    const putBack = await lose(id);
    await assert.rejects(world.night(), /^Error: 1 old documents have no bytes/);
    const changed = (days: number) =>
      world.pool.query(
        'update messages set status_changed_at = now() - make_interval(days => $2) where id = $1',
        [id, days],
      );
    await changed(1);
    await world.night();
    assert.match((await world.archive('--lost')).stdout, /^None waits/);
    await changed(LONG_AGO);
    await putBack();
    await world.night();
    assert.deepEqual(await world.idsOf(account), []);
  });

  test('Bytes that are lost after an archive was begun hold up no other document of it [MSG-40]', async () => {
    const [account, alone] = [await world.accountWith(3), await world.accountWith(1)];
    const full = { ...place(), putStream: () => Promise.reject(new Error('no space left')) };
    const { failures } = await archiveOld({ ...base(), archives: full }, { before: endOfRetention(400) });
    assert.deepEqual(
      failures.map(({ message }) => message),
      ['no space left', 'no space left'],
    );
    const [id = '', ...others] = await world.idsOf(account);
    const [single = ''] = await world.idsOf(alone);
    const putBack = [await lose(id), await lose(single)];
    await assert.rejects(world.night(), /^Error: 2 old documents have no bytes/);
    assert.deepEqual([await world.idsOf(account), await world.idsOf(alone)], [[id], [single]]);
    const [key = ''] = world.keysOf(account);
    assert.deepEqual(await idsIn(key), others.sort());
    assert.deepEqual(world.keysOf(alone), []);
    const { rows } = await world.pool.query("select from archives where status <> 'REMOVED'");
    assert.equal(rows.length, 0);
    for (const put of putBack) await put();
    await world.night();
    assert.deepEqual([await world.idsOf(account), await world.idsOf(alone)], [[], []]);
  });
});

describe('a decision about them [MSG-41]', () => {
  const auditOf = async ({ session }: Account) => {
    const path = '/v1/audit?eventType=message.archived_without_bytes';
    return (await world.pappel.call('GET', path, session)).body.rows;
  };

  test('Only documents that are named, past their retention and without bytes go, all of them or none', async () => {
    const [account, kept] = [await world.accountWith(2), await world.accountWith(1, LATELY)];
    const [id = '', whole = ''] = await world.idsOf(account);
    const [young = ''] = await world.idsOf(kept);
    const putBack = [await lose(id), await lose(young)];
    const nobody = asId<'Message'>('01890000-0000-7000-8000-000000000000');
    const refused = await withoutBytes(id, whole, young, nobody);
    assert.equal(refused.status, 1);
    for (const [named, why] of [
      [whole, /its bytes are in the payload store/],
      [young, /not past its retention/],
      [nobody, /there is no such document/],
    ] as const)
      assert.match(refused.stderr.split('\n').find((line) => line.startsWith(named)) ?? '', why);
    assert.match(refused.stderr, /Nothing was done\.\n$/);
    assert.ok(!refused.stderr.includes(`${id}:`));

    for (const [args, says] of [
      [['--without-bytes', id], /Say why with --reason/],
      [['--without-bytes', id, '--reason', 'x'.repeat(501)], /Say why with --reason/],
      [['--without-bytes', 'all', '--reason', REASON], /all is no id of a document/],
      [['--reason', REASON], /--reason is for --without-bytes/],
    ] as const) {
      const { status, stderr } = await world.archive(...args);
      assert.equal(status, 1);
      assert.match(stderr, says);
    }
    const mixed = await world.archive('--without-bytes', id, '--reason', REASON, '--before', '2019-12-31');
    assert.equal(mixed.status, 2);
    assert.deepEqual([await world.idsOf(account), world.keysOf(account)], [[id, whole], []]);
    assert.deepEqual(await auditOf(account), []);
    for (const put of putBack) await put();
    await world.night();
    assert.deepEqual(await world.idsOf(account), []);
  });

  test('In a store that is not that of the service nothing is called lost', async () => {
    const account = await world.accountWith(1);
    const [id = ''] = await world.idsOf(account);
    const { databaseUrl: DATABASE_URL = '' } = base().config;
    const elsewhere = join(world.folder, 'elsewhere');
    const there = async () => {
      const env = {
        DATA_DIR: elsewhere,
        DATABASE_URL,
        ARCHIVE_DIR: world.ARCHIVE_DIR,
        RETENTION_DAYS: '400',
      };
      return runPappel(['archive', '--without-bytes', id, '--reason', REASON], env);
    };
    mkdirSync(join(elsewhere, 'payloads'), { recursive: true });
    const unmounted = await there();
    assert.deepEqual([unmounted.status, /is no payload store\. Mount it/.test(unmounted.stderr)], [1, true]);
    writeFileSync(join(elsewhere, 'payloads/store-id'), 'of another installation');
    const another = await there();
    assert.deepEqual([another.status, /has another payload store/.test(another.stderr)], [1, true]);
    assert.deepEqual([await world.idsOf(account), world.keysOf(account)], [[id], []]);
    await world.night();
  });

  test('They are archived with all but their bytes and removed, the archive and both audits say whose decision it was, and the night’s job ends', async () => {
    const account = await world.accountWith(3);
    const [id = '', second = '', third = ''] = await world.idsOf(account);
    await lose(id);
    await lose(second);
    await assert.rejects(world.night(), /^Error: 2 old documents have no bytes/);
    assert.deepEqual(await world.idsOf(account), [id, second]);

    const { status, stdout, stderr } = await withoutBytes(id, second, id);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /-000[12]\.zip: 2 documents, .* 2 removed; SHA-256 [0-9a-f]{64}\n$/);
    assert.deepEqual(await world.idsOf(account), []);
    const [first = '', key = ''] = world.keysOf(account).sort();
    assert.deepEqual([await idsIn(first), await idsIn(key)], [[third], [id, second]]);
    const files = await filesOf(world.fileOf(key));
    for (const name of ['attempts', 'evidence', 'events']) assert.equal(linesOf(files, name).length, 2, name);
    const manifest = await manifestOf(key);
    assert.deepEqual(
      [manifest.missing, manifest.counts.payloads, manifest.counts.messages],
      [[id, second].map((lost) => `payloads/${lost}.xml`), 0, 2],
    );
    const { decidedAt, decidedBy, reason } = manifest.archive.withoutBytes;
    assert.equal(reason, REASON);
    assert.match(decidedBy, /^Command on .+@.+/);
    assert.ok(!Number.isNaN(Date.parse(decidedAt)));

    const lines = await auditOf(account);
    assert.deepEqual(lines.map(({ targetId }: { targetId: string }) => targetId).sort(), [id, second]);
    for (const line of lines)
      assert.deepEqual(
        [line.actorKind, line.actorName, line.metadata],
        ['OPERATOR', decidedBy, { reason, archive: key }],
      );
    const { rows } = await world.pool.query(
      'select target_id, account_id, actor_name from operator_audit where target_id = any($1) order by target_id',
      [[id, second]],
    );
    assert.deepEqual(
      rows,
      [id, second].map((target_id) => ({ target_id, account_id: account.accountId, actor_name: decidedBy })),
    );
    await world.night();
    assert.match((await world.archive('--lost')).stdout, /^None waits/);

    for (const args of [
      ['archive', '--verify', world.fileOf(key)],
      ['export', 'verify', world.fileOf(key)],
    ]) {
      const verified = await runPappel(args, {});
      assert.equal(verified.status, 0);
      assert.match(verified.stdout, /is whole: /);
      assert.match(verified.stdout, /The bytes of 2 documents are not in it: they were lost before\./);
      assert.ok(verified.stdout.includes(`without them by ${decidedBy}, ${decidedAt}: ${REASON}`));
      for (const lost of [id, second]) assert.ok(verified.stdout.includes(`payloads/${lost}.xml`));
    }
    // Neither without a decision, nor of bytes that are there.
    const { withoutBytes: _, ...undecided } = manifest.archive;
    for (const [changed, problem] of [
      [{ ...manifest, archive: undecided }, `payloads/${id}.xml: was missing already`],
      [{ ...manifest, missing: ['account.jsonl'] }, 'account.jsonl: is there, and is called lost'],
    ] as const) {
      const altered = new Map(files).set('manifest.json', JSON.stringify(changed));
      const verified = await runPappel(
        ['archive', '--verify', await zipOf(altered, join(world.folder, 'altered.zip'))],
        {},
      );
      assert.deepEqual([verified.status, verified.stdout.includes(problem)], [1, true]);
    }
    const again = await withoutBytes(id);
    assert.deepEqual([again.status, /there is no such document/.test(again.stderr)], [1, true]);
  });

  test('One whose bytes come back before its archive is written is archived whole, by the night if the decision was left', async () => {
    const account = await world.accountWith(1);
    const [id = ''] = await world.idsOf(account);
    const putBack = await lose(id);
    const full = { ...place(), putStream: () => Promise.reject(new Error('no space left')) };
    assert.deepEqual(await decided(full, id), ['no space left']);
    await putBack();
    await world.night();
    const [key = ''] = world.keysOf(account);
    const { missing, counts, archive } = await manifestOf(key);
    assert.deepEqual([missing, counts.payloads, archive.withoutBytes.reason], [undefined, 1, REASON]);
    assert.deepEqual([await world.idsOf(account), world.keysOf(account)], [[], [key]]);
  });

  test('One whose bytes come back before it is removed stays, and the night archives it whole', async () => {
    const account = await world.accountWith(1);
    const [id = ''] = await world.idsOf(account);
    const putBack = await lose(id);
    const store = place();
    const late: typeof store = {
      ...store,
      putStream: async (key, chunks) => {
        const isNew = await store.putStream(key, chunks);
        await putBack();
        return isNew;
      },
    };
    assert.deepEqual(await decided(late, id), []);
    assert.deepEqual(await world.idsOf(account), [id]);
    await world.night();
    const [first = '', second = ''] = world.keysOf(account).sort();
    assert.deepEqual((await manifestOf(first)).missing, [`payloads/${id}.xml`]);
    assert.ok((await filesOf(world.fileOf(second))).get(`payloads/${id}.xml`)?.startsWith('<Invoice>'));
    assert.deepEqual(await world.idsOf(account), []);
  });

  test('What is of an archive that is begun is not decided about; what was decided is gone on with when it is asked for again', async () => {
    const account = await world.accountWith(1);
    const [id = ''] = await world.idsOf(account);
    const full = { ...place(), putStream: () => Promise.reject(new Error('no space left')) };
    await archiveOld({ ...base(), archives: full }, { before: endOfRetention(400) });
    const putBack = await lose(id);
    const begun = await withoutBytes(id);
    assert.deepEqual(
      [begun.status, /archive that is begun\. Run "pappel archive"/.test(begun.stderr)],
      [1, true],
    );
    await assert.rejects(world.night(), /1 old documents have no bytes/);
    assert.deepEqual(await decided(full, id), ['no space left']);
    const again = await withoutBytes(id);
    assert.match(again.stdout, /-0001\.zip: 1 documents, .* 1 removed/);
    assert.equal((await auditOf(account)).length, 1);
    assert.deepEqual(await world.idsOf(account), []);
    await putBack();
  });
});
