import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { overAll } from '../src/platform/db/roots.ts';
import { Authenticator } from './authenticator.ts';
import { ended, exported, fillAccount } from './export-world.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  PASSWORD,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { newKey, newPerson } from './people.ts';
import { startS3 } from './s3-server.ts';
import { filesOf, linesOf, zipOf } from './zip-files.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '../src/cli.ts');
const folder = mkdtempSync(join(tmpdir(), 'pappel-export-test-'));

let pappel: Pappel;
let account: Account;
let provider: OpenIdProvider;

before(async () => {
  provider = await startOpenIdProvider(['http://localhost/sso/callback']);
  pappel = await startPappel({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_REDIRECT_URL: 'http://localhost/sso/callback',
  });
  account = await signUp(pappel);
});
after(async () => {
  await pappel.stop();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const db = () => pappel.service.base.db;
const pool = () => pappel.service.base.database.pool;
const call = (method: string, path: string, token?: string) => pappel.call(method, path, token);
/** So that the day's five do not end a test. */
const forgetExports = () => pool().query("update exports set created_at = now() - interval '2 days'");

async function download(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function saved(url: string, name: string): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, (await download(url)).bytes);
  return file;
}

const rewritten = (files: Map<string, string>, name: string): Promise<string> =>
  zipOf(files, join(folder, name));

const verify = (file: string) =>
  run(process.execPath, [CLI, 'export', 'verify', file]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
  );

describe('who exports', () => {
  test("An owner's session or an account-wide key with all permissions; one at a time [EXP-1]", async () => {
    const refused = [
      (await newPerson(pappel, account.session, 'member')).session,
      (await newPerson(pappel, account.session, 'company_admin', [account.companyId])).session,
      await newKey(pappel, account.session, { permissions: ['read', 'receive', 'manage'] }),
      await newKey(pappel, account.session, { companyId: account.companyId }),
    ];
    for (const token of refused) assert.equal((await call('POST', '/v1/account/export', token)).status, 403);
    const asked = await Promise.all(
      [account.session, account.key].map((by) => call('POST', '/v1/account/export', by)),
    );
    const statuses = asked.map(({ status, body }) => body.error?.code ?? status).sort();
    assert.deepEqual(statuses, [201, 'EXPORT_IN_PROGRESS']);
    const { id, status, progress } = asked.find((one) => one.status === 201)?.body.export ?? {};
    assert.deepEqual([status, progress], ['QUEUED', { done: 0, total: 0 }]);
    for (const token of refused)
      assert.equal((await call('GET', `/v1/account/export/${id}`, token)).status, 403);
    const other = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    assert.equal((await call('GET', `/v1/account/export/${id}`, other.session)).status, 404);
    const done = await ended(call, account.session, id);
    assert.equal(done.status, 'DONE');
    assert.ok(done.progress.total > 0 && done.progress.done === done.progress.total);
  });
  test('The last exports are listed, newest first, to who may export [EXP-6]', async () => {
    const { body } = await call('GET', '/v1/account/export', account.session);
    const [last] = body.exports;
    assert.deepEqual([last.status, typeof last.downloadUrl], ['DONE', 'string']);
    const { session } = await newPerson(pappel, account.session, 'member');
    assert.equal((await call('GET', '/v1/account/export', session)).status, 403);
    const other = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    assert.deepEqual((await call('GET', '/v1/account/export', other.session)).body, { exports: [] });
  });
  test('Five a day; the sixth waits for as long as Retry-After says [EXP-1]', async () => {
    await forgetExports();
    for (let i = 0; i < 5; i++) await exported(call, account.session);
    const { status, body, headers } = await call('POST', '/v1/account/export', account.session);
    assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED']);
    const wait = Number(headers.get('retry-after'));
    assert.ok(wait > 86_000 && wait <= 86_400, `${wait}`);
    await forgetExports();
  });
});

/** Columns that hold secrets, or what opens something. */
const SECRETS = [
  'users.password_hash',
  'sessions.token_hash',
  'api_keys.secret_hash',
  'one_time_tokens.token_hash',
  'uploads.token_hash',
  'passkeys.credential_id',
  'passkeys.public_key',
  'operator_passkeys.credential_id',
  'operator_passkeys.public_key',
  'sftp_logins.password_hash',
  'sftp_host_keys.sealed_key',
  'participant_migrations.token',
  'used_bootstrap_tokens.token_hash',
  'used_id_tokens.token_hash',
  'smp_groups.migration_key',
  'idempotency_keys.body_hash',
  'webhooks.secret',
  'operators.password_hash',
  'operator_sessions.token_hash',
  'operator_tokens.token_hash',
  'installation_secrets.sealed',
];
/** What only sounds like one. */
const HARMLESS = [
  'users.must_change_password',
  'users.password_set_at',
  'login_failures.email_hash',
  'node_turns.key_hash',
  'messages.payload_key',
  'sftp_files.payload_key',
  'exports.object_key',
  'uploads.object_key',
  'idempotency_keys.key',
  'sftp_logins.public_keys',
  'sftp_host_keys.public_key',
  'operators.must_change_password',
  'operator_audit.token_name',
];

/** A webhook, a passkey and a linked identity of the owner; answers what was told once of them, or must be told to nobody. */
async function everyProof(): Promise<string[]> {
  const { session } = account;
  const url = 'http://127.0.0.1:9/nobody';
  const { secret } = (await pappel.call('POST', '/v1/webhooks', session, { url })).body;
  const { publicKey } = (await pappel.call('POST', '/v1/passkeys/challenge', session)).body;
  const created = new Authenticator(pappel.api.replace('127.0.0.1', 'localhost')).create(publicKey);
  const passkey = await pappel.call('POST', '/v1/passkeys', session, { name: 'Laptop', ...created });
  const subject = randomUUID();
  provider.people.set(subject, { email: account.email, email_verified: true });
  const idToken = await provider.idToken(subject);
  const identity = await pappel.call('POST', '/v1/sso/identities', session, { idToken });
  assert.deepEqual([passkey.status, identity.status], [201, 201]);
  return [secret, secret.slice('whsec_'.length), publicKey.challenge, idToken, CLIENT.secret, PASSWORD];
}

describe('what is in it', () => {
  test('Everything of the account as of one moment, with a manifest of counts and SHA-256 [EXP-2]', async () => {
    await activeParticipant(pappel, account, TIMBER);
    await activeParticipant(pappel, account, FURNITURE);
    const sent = await pappel.call('POST', '/v1/messages', account.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: fixture('invoice.xml'),
    });
    await settled(pappel, account, sent.body.id);
    const { downloadUrl } = await exported(call, account.session);
    const files = await filesOf(await saved(downloadUrl, 'small.zip'));
    const manifest = JSON.parse(files.get('manifest.json') ?? '');
    assert.deepEqual(
      manifest.files.map(({ path }: { path: string }) => path),
      [...files.keys()].slice(0, -1),
    );
    for (const { path, bytes, sha256, lines } of manifest.files) {
      const content = Buffer.from(files.get(path) ?? '');
      assert.deepEqual([bytes, sha256], [content.length, createHash('sha256').update(content).digest('hex')]);
      if (lines !== undefined) assert.equal(manifest.counts[path.replace('.jsonl', '')], lines);
    }
    const messages = linesOf(files, 'messages');
    assert.deepEqual(messages.map(({ direction }) => direction).sort(), ['INBOUND', 'OUTBOUND']);
    for (const { id, payload, sha256 } of messages) {
      const xml = files.get(payload) ?? '';
      assert.equal(createHash('sha256').update(xml).digest('hex'), sha256, id);
    }
    const { rows } = await pool().query('select seq, type from events where account_id = $1 and seq <= $2', [
      account.accountId,
      manifest.seq,
    ]);
    const placed = linesOf(files, 'events').filter(({ seq }) => seq !== null);
    assert.deepEqual(
      placed.map(({ seq, type }) => `${seq} ${type}`).sort(),
      rows.map(({ seq, type }) => `${seq} ${type}`).sort(),
    );
    const receipt = linesOf(files, 'evidence').find(({ kind }) => kind === 'AS4_RECEIPT');
    assert.match(Buffer.from(receipt.contentBase64, 'base64').toString(), /Receipt/);
    for (const name of [
      'account',
      'companies',
      'users',
      'audit',
      'api-keys',
      'capabilities',
      'attempts',
      'usage',
    ])
      assert.ok(manifest.counts[name] > 0, name);
  });
  test('No column that holds a secret is in it, and none is in the database that nobody has judged [EXP-2]', async () => {
    const { rows: columns } = await pool().query<{ name: string; type: string }>(
      `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and column_name ~ 'hash|secret|token|sealed|password|(^|_)key(s)?$|credential_id'`,
    );
    const unjudged = columns
      .map(({ name }) => name)
      .filter((name) => ![...SECRETS, ...HARMLESS].includes(name));
    assert.deepEqual(unjudged, []);
    await pappel.operate('sftp/logins', {
      accountId: account.accountId,
      username: 'export-test',
      authMethod: 'PASSWORD',
    });
    await pappel.call('POST', '/v1/messages/uploads', account.key, {
      companyId: account.companyId,
      bytes: 9,
    });
    const told = await everyProof();
    const { downloadUrl } = await exported(call, account.session);
    const files = await filesOf(await saved(downloadUrl, 'secrets.zip'));
    for (const name of ['webhooks', 'passkeys', 'sso-identities'])
      assert.notEqual(files.get(`${name}.jsonl`) ?? '', '', name);
    const all = [...files.values()].join('\n');
    const held = new Set<string>();
    let looked = 0;
    for (const { name, type } of columns.filter((column) => SECRETS.includes(column.name))) {
      const [table, column] = name.split('.');
      const { rows } = await pool().query(
        `select ${column} as value from ${table} where ${column} is not null`,
      );
      for (const { value } of rows) {
        looked += 1;
        held.add(name);
        const forms =
          type === 'bytea' ? ['hex', 'base64', 'base64url'].map((form) => value.toString(form)) : [value];
        for (const form of forms) assert.ok(!all.includes(form), name);
      }
    }
    assert.ok(looked > 10, `${looked} values`);
    for (const name of ['webhooks.secret', 'passkeys.public_key', 'used_id_tokens.token_hash'])
      assert.ok(held.has(name), name);
    for (const token of [account.session, account.key, ...told]) assert.ok(!all.includes(token));
  });
});

describe('10,000 documents', () => {
  let url: string;
  let file: string;
  let big: Account;
  before(async () => {
    big = await signUp(pappel, 'Large AB');
    await fillAccount(pool(), pappel.dataDir, big, 10_000);
    const done = await exported(call, big.session, 300_000);
    assert.equal(done.status, 'DONE');
    url = done.downloadUrl;
    file = await saved(url, 'large.zip');
    const bytes = readFileSync(file);
    assert.deepEqual(
      [done.bytes, done.sha256],
      [bytes.length, createHash('sha256').update(bytes).digest('hex')],
    );
  });
  test('All of them are there, and `pappel export verify` says so [EXP-2] [EXP-5]', async () => {
    const { code, stdout } = await verify(file);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /payloads: 10000/);
  });
  test('A member that was deleted, changed or added is named by verify, with exit status 1 [EXP-5]', async () => {
    const files = await filesOf(file);
    const [gone = '', changed = ''] = [...files.keys()]
      .filter((path) => path.startsWith('payloads/'))
      .slice(500, 502);
    files.delete(gone);
    files.set(changed, `${files.get(changed)} `);
    files.set('payloads/another.xml', '<x/>');
    const { code, stdout } = await verify(await rewritten(files, 'tampered.zip'));
    assert.equal(code, 1);
    for (const line of [
      `${gone}: missing`,
      `${changed}: changed`,
      'payloads/another.xml: is not in the manifest',
    ])
      assert.ok(stdout.includes(line), line);
    assert.match(stdout, /3 differences/);
    const headless = await rewritten(new Map([['payloads/x.xml', '<x/>']]), 'headless.zip');
    assert.match((await verify(headless)).stdout, /manifest\.json: missing/);
    const half = join(folder, 'half.zip');
    writeFileSync(half, readFileSync(file).subarray(0, 100_000));
    assert.equal((await verify(half)).code, 2);
  });
  test('It is downloaded in parts that make the whole; If-Range of another file gives all of it [EXP-3]', async () => {
    const whole = readFileSync(file);
    const parts: Buffer[] = [];
    for (let from = 0; from < whole.length; from += 1_000_000) {
      const { status, bytes, headers } = await download(url, { range: `bytes=${from}-${from + 999_999}` });
      assert.equal(status, 206);
      const last = Math.min(from + 1_000_000, whole.length) - 1;
      assert.equal(headers.get('content-range'), `bytes ${from}-${last}/${whole.length}`);
      parts.push(bytes);
    }
    assert.ok(Buffer.concat(parts).equals(whole));
    const tail = await download(url, {
      range: 'bytes=-10',
      'if-range': (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '',
    });
    assert.deepEqual([tail.status, tail.bytes], [206, whole.subarray(-10)]);
    for (const headers of [
      { range: 'bytes=0-9', 'if-range': '"other"' },
      { range: 'lines=1-2' },
      { range: 'bytes=9-1' },
    ])
      assert.equal((await download(url, headers as Record<string, string>)).status, 200);
    const behind = await pappel.call('GET', new URL(url).pathname, undefined, undefined, {
      range: `bytes=${whole.length}-`,
    });
    assert.deepEqual([behind.status, behind.body.error.code], [416, 'RANGE_NOT_SATISFIABLE']);
  });
  test('A link that was changed is 404; one that is expired too, and its bytes are removed [EXP-3]', async () => {
    assert.equal((await download(`${url.slice(0, -2)}xx`)).status, 404);
    const [id = ''] = new URL(url).pathname.split('/').at(-1)?.split('.') ?? [];
    await pool().query("update exports set expires_at = now() - interval '1 s' where id = $1", [id]);
    assert.equal((await download(url)).status, 404);
    const view = async () => (await call('GET', `/v1/account/export/${id}`, big.session)).body.export;
    assert.deepEqual([(await view()).status, (await view()).downloadUrl], ['EXPIRED', undefined]);
    await pappel.service.features.export.jobs['export.sweep'].run();
    assert.equal((await view()).status, 'EXPIRED');
    assert.deepEqual(readdirSync(join(pappel.dataDir, 'payloads/exports', id)), []);
  });
});

test('It ends as an event; one that cannot be written is FAILED after three tries, with what to do next [EXP-4]', async () => {
  await forgetExports();
  const typesOf = async (id: string) => {
    const look = () =>
      overAll(db(), 'job')
        .selectFrom('recorded_events')
        .where('type', 'in', ['export.done', 'export.failed'])
        .select(['type', 'data'])
        .execute();
    const rows = await until(look, (all) => all.some(({ data }) => data['exportId'] === id));
    return rows.filter(({ data }) => data['exportId'] === id).map(({ type }) => type);
  };
  assert.deepEqual(await typesOf((await exported(call, account.session)).id), ['export.done']);
  const { payloads } = pappel.service.base;
  const { putStream } = payloads;
  payloads.putStream = async () => {
    throw new Error('no space left on device');
  };
  try {
    const { body } = await call('POST', '/v1/account/export', account.session);
    const { id } = body.export;
    const look = () => call('GET', `/v1/account/export/${id}`, account.session);
    const again = async () => {
      await pool().query('update exports set next_try_at = now() where id = $1', [id]);
      await pappel.service.features.export.jobs['export.write'].run();
      return look();
    };
    const { status, error } = (await until(again, (answer) => answer.body.export.status === 'FAILED')).body
      .export;
    assert.equal(status, 'FAILED');
    assert.match(error, /Ask for another one/);
    assert.deepEqual(await typesOf(id), ['export.failed']);
    const { rows } = await pool().query('select attempts from exports where id = $1', [id]);
    assert.equal(rows[0].attempts, 3);
  } finally {
    payloads.putStream = putStream;
  }
});

test('A document whose bytes are lost is named in the manifest, and does not stop the export [EXP-2]', async () => {
  const odd = await signUp(pappel, 'Odd AB');
  await fillAccount(pool(), pappel.dataDir, odd, 3);
  const { rows } = await pool().query(
    "update messages set payload_key = 'generated/none' where id = (select id from messages where account_id = $1 limit 1) returning id",
    [odd.accountId],
  );
  const { downloadUrl } = await exported(call, odd.session);
  const { code, stdout } = await verify(await saved(downloadUrl, 'lost.zip'));
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`payloads/${rows[0].id}.xml: was missing already`));
});

test('In S3 it is the same: written in parts, read in parts, gone when it has expired [EXP-3]', async () => {
  const s3 = await startS3();
  const other = await startPappel(s3.env);
  try {
    const owner = await signUp(other);
    const ask = (method: string, path: string, token?: string) => other.call(method, path, token);
    const { id, downloadUrl, bytes } = await exported(ask, owner.session);
    const file = await saved(downloadUrl, 's3.zip');
    assert.equal(readFileSync(file).length, bytes);
    assert.equal((await verify(file)).code, 0);
    const part = await download(downloadUrl, { range: 'bytes=2-9' });
    assert.deepEqual([part.status, part.bytes], [206, readFileSync(file).subarray(2, 10)]);
    await other.service.base.database.pool.query("update exports set expires_at = now() - interval '1 s'");
    await other.service.features.export.jobs['export.sweep'].run();
    const keys: string[] = [];
    for await (const key of other.service.base.payloads.olderThan('exports', new Date(Date.now() + 60_000)))
      keys.push(key);
    assert.deepEqual(keys, [], id);
  } finally {
    await other.stop();
    await s3.close();
  }
});
