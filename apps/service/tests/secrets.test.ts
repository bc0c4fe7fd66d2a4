import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { type Service, startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import { sweepSignIn } from '../src/sign-in/sweep-job.ts';
import { newEnvironment, request, until } from './harness.ts';
import { linkIn, type Mailbox, startMailbox } from './people.ts';

const PASSWORD = 'quite a rare passphrase of mine';
const WRONG = 'a wrong passphrase typed in haste';
const NEXT = 'the passphrase that follows it';

let log = '';
let mailbox: Mailbox;
let service: Service;
let api: string;
let operator: string;

before(async () => {
  mailbox = await startMailbox();
  const env = await newEnvironment({ SMTP_URL: mailbox.url, MAIL_FROM: 'a@example.org' });
  const into = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  service = await startService(readConfig(env), pino({ level: 'trace' }, into));
  api = `http://127.0.0.1:${env['PORT']}`;
  operator = `http://127.0.0.1:${env['OPERATOR_PORT']}`;
});
after(async () => {
  await service.stop();
  await mailbox.close();
});

const call = (method: string, path: string, token?: string, body?: unknown) =>
  request(method, api + path, token, body);

/** Everything that lets somebody in, used once each way: rightly, wrongly, twice. */
async function everySecret(): Promise<string[]> {
  const email = `${randomUUID()}@example.org`;
  const owner = { email, password: PASSWORD };
  const { body: signedUp } = await call('POST', '/v1/auth/signup', undefined, {
    account: { legalName: 'Secret AB', countryCode: 'SE' },
    owner,
  });
  const { body: key } = await call('POST', '/v1/api-keys', signedUp.token, { name: 'k' });
  await call('GET', '/v1/account', key.key);
  await call('GET', `/v1/account?token=${key.key}`, key.key);
  await call('POST', '/v1/auth/login', undefined, { email, password: WRONG });
  const { body: login } = await call('POST', '/v1/auth/login', undefined, owner);
  mailbox.refuse = true;
  const address = `${randomUUID()}@example.org`;
  const { body: user } = await call('POST', '/v1/users', login.token, {
    name: 'N',
    email: address,
    role: 'member',
  });
  await until(async () => log.includes('job failed'), Boolean);
  mailbox.refuse = false;
  await service.base.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
  const invitation = linkIn(await mailbox.mailTo(address)).token;
  await call('POST', '/v1/auth/forgot', undefined, { email });
  const link = linkIn(await mailbox.mailTo(email)).token;
  await call('POST', '/v1/auth/reset', undefined, { token: link, password: 'short' });
  await call('POST', '/v1/auth/reset', undefined, { token: link, password: NEXT });
  await call('POST', '/v1/auth/reset', undefined, { token: link, password: NEXT });
  const change = { password: `${NEXT}!`, currentPassword: WRONG };
  await call('PATCH', `/v1/users/${user.id}`, login.token, change);
  const { operatorToken, bootstrapToken } = service.base;
  const { body: handoff } = await request('POST', `${operator}/operator/v1/desk-sessions`, operatorToken, {
    accountId: signedUp.account.id,
    reason: 'x',
  });
  const { body: desk } = await call('POST', '/v1/desk-sessions/exchange', undefined, {
    token: handoff.token,
  });
  await call('GET', '/v1/me', desk.token);
  const { token } = signedUp;
  return [
    PASSWORD,
    WRONG,
    NEXT,
    token,
    login.token,
    key.key,
    invitation,
    link,
    handoff.token,
    desk.token,
    operatorToken,
    bootstrapToken,
  ];
}

test('No secret stands in the logs or in the database in clear: passwords, tokens, keys, links [AUT-16]', async () => {
  const secrets = await everySecret();
  assert.equal(new Set(secrets).size, secrets.length);
  for (const secret of secrets)
    assert.ok(secret.length >= 4 && !log.includes(secret), `${secret} in the log`);
  assert.ok(log.split('\n').length > 20);
  const { pool } = service.base.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(rows.length > 20);
  // Also the hexadecimal of the bytes, which is how a bytea is written.
  const patterns = secrets.flatMap((secret) => [`%${secret}%`, `%${Buffer.from(secret).toString('hex')}%`]);
  for (const { name } of rows) {
    const found = await pool.query(`select 1 from ${name} as t where t::text like any($1) limit 1`, [
      patterns,
    ]);
    assert.equal(found.rowCount, 0, name);
  }
});

test('Once a day what has run out is removed, and nothing else', async () => {
  const { db, database } = service.base;
  const counts = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*)::int from sessions) as sessions, (select count(*)::int from one_time_tokens) as tokens,
        (select count(*)::int from login_failures) as failures, (select count(*)::int from account_audit) as audit,
        (select count(*)::int from unclaimed_audit) as unclaimed`,
    );
    return rows[0];
  };
  const live = await counts();
  assert.ok(live.sessions > 0 && live.tokens > 0 && live.audit > 0);
  await sweepSignIn({ db });
  assert.deepEqual(await counts(), live);
  await database.pool.query(`
    update sessions set expires_at = now() - interval '1 second';
    update one_time_tokens set expires_at = now() - interval '1 second';
    update login_failures set last_failed_at = now() - interval '25 hours';
    insert into unclaimed_audit (id, actor_kind, actor_name, event_type, created_at)
      values (gen_random_uuid(), 'NOBODY', 'Unknown', 'session.failed', now() - interval '31 days')`);
  await sweepSignIn({ db });
  const { audit, unclaimed } = live;
  assert.deepEqual(await counts(), { sessions: 0, tokens: 0, failures: 0, audit, unclaimed });
});
