import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { knownMigrations, migrate } from '../src/platform/db/migrate.ts';
import { startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import { strayRows } from './account-catalogue.ts';
import { COUNTED_BEFORE, insertFormerRows } from './former-rows.ts';
import {
  type Account,
  emptyDatabase,
  FURNITURE,
  fixture,
  newDatabase,
  newEnvironment,
  settled,
  startWith,
  TIMBER,
} from './harness.ts';
import { RELEASE_PASSPHRASE, RELEASES, unpackRelease } from './kept-release.ts';

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

for (const release of readdirSync(RELEASES)) {
  test(`An installation of ${release} goes on with this version, and what it had is there [OPR-14]`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pappel-upgrade-'));
    const kept = await unpackRelease(release, folder);
    const env = await newEnvironment({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await emptyDatabase(),
    });
    const installation = { config: readConfig(env), passphrase: RELEASE_PASSPHRASE };
    const restored = await restoreBackup(join(folder, 'backup'), installation, 'fail');
    assert.ok(!('problem' in restored), JSON.stringify(restored));
    assert.deepEqual(restored.missing, []);
    const file = (name: string): string => readFileSync(join(folder, 'data', name), 'utf8');
    const tokens = { operatorToken: file('operator-token'), bootstrapToken: file('bootstrap-token') };
    const pappel = await startWith(env);
    try {
      const { operatorToken, bootstrapToken } = pappel.service.base;
      assert.deepEqual({ operatorToken, bootstrapToken }, tokens);
      const account = { key: kept.key } as Account;
      const sent = await pappel.call('GET', `/v1/messages/${kept.sent}`, kept.key);
      assert.equal(sent.body.status, 'AS4_ACCEPTED');
      const payload = await pappel.call('GET', `/v1/messages/${kept.sent}/payload`, kept.key);
      assert.equal(payload.body, fixture('invoice.xml'));
      const document = {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        payload: fixture('invoice.xml'),
      };
      const next = await pappel.call('POST', '/v1/messages', kept.key, document);
      const { status, lastErrorMessage } = await settled(pappel, account, next.body.id);
      assert.equal(status, 'AS4_ACCEPTED', lastErrorMessage);
      assert.deepEqual(await strayRows(pappel.service.base.database.pool), []);
    } finally {
      await pappel.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test('A database of a later version is refused with a sentence, and left alone [OPR-14]', async () => {
  const env = await newEnvironment();
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  await client.query("insert into migrations (name) values ('9999-of-the-next-version.sql')");
  try {
    await assert.rejects(
      startService(readConfig(env), log),
      /later version of Pappel \(9999-of-the-next-version\.sql\), and was left alone\. Start that version/,
    );
    const { rows } = await client.query('select count(*)::int as nodes from nodes');
    assert.equal(rows[0].nodes, 0);
  } finally {
    await client.end();
    rmSync(env['DATA_DIR'] ?? '', { recursive: true });
  }
});

test('What did not say whose it is says so after the upgrade, with every row that was there [OPR-14, GEN-28]', async () => {
  const { pool, close } = openDatabase(await emptyDatabase(), { onError: () => undefined });
  try {
    const before = (await knownMigrations()).filter((name) => name < '0052');
    assert.deepEqual(await migrate(pool, before), before);
    const accounts = [await insertFormerRows(pool, 'one'), await insertFormerRows(pool, 'two')].sort();
    const done = await migrate(pool);
    assert.ok(Array.isArray(done) && done.includes('0052-account-everywhere.sql'));
    for (const table of COUNTED_BEFORE) {
      const { rows } = await pool.query(`select account_id as id from ${table} order by 1`);
      assert.deepEqual(
        rows.map(({ id }) => id),
        accounts,
        table,
      );
    }
    assert.deepEqual(await strayRows(pool), []);
    const kept = await pool.query(
      `select number, outcome, discovery_ms, content, terms::text, kind from message_attempts
       join message_evidence using (message_id) join message_search using (message_id)`,
    );
    const row = {
      number: 1,
      outcome: 'AS4_ACCEPTED',
      discovery_ms: 7,
      content: Buffer.from('proof'),
      terms: "'word'",
    };
    assert.deepEqual(
      kept.rows,
      [row, row].map((one) => ({ ...one, kind: 'AS4_RECEIPT' })),
    );
    const moved = await pool.query(
      `select (select count(*)::int from ledger) as metered, (select array_agg(kind) from provider_ledger) as exchanged,
         (select array_agg(event_type) from unclaimed_audit) as unclaimed,
         (select sum(quantity)::int from usage_by_day) as by_day,
         (select ledger_id = (select max(id) from ledger) from usage_added_up) as is_all_added_up`,
    );
    assert.deepEqual(moved.rows, [
      {
        metered: 2,
        exchanged: ['STATUS_SENT', 'STATUS_SENT'],
        unclaimed: ['session.failed', 'session.failed'],
        by_day: 2,
        is_all_added_up: true,
      },
    ]);
  } finally {
    await close();
  }
});

test('A database that has seen several migrations which are one now is known, one that has seen some of them is not [OPR-14]', async () => {
  const { pool, close } = openDatabase(await newDatabase(), { onError: () => undefined });
  try {
    await pool.query("delete from migrations where name = '0005-initial.sql'");
    const former = ['0001-initial', '0002-users', '0003-network', '0004-identity', '0005-mls-reporting'];
    const names = former.map((name) => `${name}.sql`);
    await pool.query('insert into migrations (name) select unnest($1::text[])', [names]);
    assert.deepEqual(await migrate(pool), []);
    await pool.query("delete from migrations where name = '0004-identity.sql'");
    assert.ok('problem' in (await migrate(pool)));
  } finally {
    await close();
  }
});

test('Of several that migrate at once each migration is made once [OPR-14]', async () => {
  const url = await emptyDatabase();
  const databases = Array.from({ length: 4 }, () => openDatabase(url, { onError: () => undefined }));
  try {
    const done = await Promise.all(databases.map(({ pool }) => migrate(pool)));
    assert.deepEqual(done.flat(), await knownMigrations());
    const template = openDatabase(await newDatabase(), { onError: () => undefined });
    databases.push(template);
    assert.deepEqual(await migrate(template.pool), []);
  } finally {
    await Promise.all(databases.map((database) => database.close()));
  }
});
