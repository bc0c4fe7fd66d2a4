import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { asId } from './as-id.ts';
import { type Account, PASSWORD, type Pappel, signUp, startPappel, until } from './harness.ts';
import {
  type Failure,
  linkIn,
  type Mailbox,
  newPerson,
  outcomes,
  partsOf,
  signIn,
  startMailbox,
} from './people.ts';

let mailbox: Mailbox;
let pappel: Pappel;
let outcome: Failure;
let account: Account;

const NEW_PASSWORD = 'a passphrase of her own';

before(async () => {
  mailbox = await startMailbox();
  pappel = await startPappel({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Pappel <peppol@example.org>',
    PUBLIC_URL: 'https://peppol.example.org/',
  });
  outcome = outcomes(pappel);
  account = await signUp(pappel, 'Åkes <b>Bageri</b>');
});
after(async () => {
  await pappel.stop();
  await mailbox.close();
});

const invite = async (name = 'Eva "Ö" <i>') => {
  const email = `${randomUUID()}@example.org`;
  const { body } = await pappel.call('POST', '/v1/users', account.session, { name, email, role: 'member' });
  return body;
};
const reset = (token: string, password = NEW_PASSWORD) =>
  outcome('POST', '/v1/auth/reset', undefined, { token, password });
const patch = (id: string, body: object) => outcome('PATCH', `/v1/users/${id}`, account.session, body);
const forgot = (email: string) => pappel.call('POST', '/v1/auth/forgot', undefined, { email });
const tokens = () => overAll(pappel.service.base.db, 'job').selectFrom('one_time_tokens');
const waitingJobs = async () =>
  (await pappel.service.base.database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount ??
  0;
const settled = () => until(waitingJobs, (count) => count === 0);
const lifetimeOf = async (userId: string) => {
  const row = await tokens()
    .where('user_id', '=', asId<'User'>(userId))
    .select(['created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000);
};

describe('Invitation', () => {
  test('A one-time set-password link is mailed; no temporaryPassword is returned [USR-4]', async () => {
    const user = await invite();
    assert.equal(user.temporaryPassword, undefined);
    assert.deepEqual([user.mustChangePassword, user.hasPassword], [true, false]);
    assert.ok(user.invitedAt);
    const { url, token } = linkIn(await mailbox.mailTo(user.email));
    assert.equal(`${url.origin}${url.pathname}`, 'https://peppol.example.org/console/set-password');
    assert.equal(await lifetimeOf(user.id), 48 * 60);
    assert.equal(await reset(token), '204');
    const session = await signIn(pappel, user.email, NEW_PASSWORD);
    const { body } = await pappel.call('GET', '/v1/me', session);
    assert.deepEqual([body.user.mustChangePassword, body.user.hasPassword], [false, true]);
    assert.equal(await outcome('GET', '/v1/account', session), '200');
    assert.equal(await reset(token), '400 RESET_TOKEN_INVALID');
  });
  test('The mail says the same in text and in HTML, and names are escaped', async () => {
    const user = await invite();
    const raw = await mailbox.mailTo(user.email);
    const { headers, text, html } = partsOf(raw);
    assert.match(headers, /^From: Pappel <peppol@example.org>/m);
    assert.match(headers, /^Auto-Submitted: auto-generated/m);
    assert.match(headers, /^Content-Type: multipart\/alternative/m);
    assert.ok(text.includes('Hello Eva "Ö" <i>,') && text.includes('Åkes <b>Bageri</b>'));
    assert.ok(html.includes('Hello Eva &quot;Ö&quot; &lt;i&gt;,') && html.includes('Åkes &lt;b&gt;Bageri'));
    assert.ok(!html.includes('<i>') && !html.includes('<b>'));
    assert.ok(html.includes(linkIn(raw).url.href));
  });
  test('A name cannot write headers: control characters are 400, also where they only look something up', async () => {
    for (const name of ['Eve\r\nBcc: victim@example.org', 'Eve\u0000', '']) {
      const body = { name, email: `${randomUUID()}@example.org`, role: 'member' };
      assert.equal(await outcome('POST', '/v1/users', account.session, body), '400 VALIDATION_FAILED');
    }
    assert.equal((await forgot('a\u0000@example.org')).body.error.code, 'VALIDATION_FAILED');
  });
  test('resendInvite mails another link; setting a password makes every link worthless and a third invitation 409 [AUT-7, USR-18]', async () => {
    const user = await invite();
    const first = linkIn(await mailbox.mailTo(user.email)).token;
    assert.equal(await patch(user.id, { resendInvite: true }), '200');
    const second = linkIn(await mailbox.mailTo(user.email, 2)).token;
    assert.notEqual(first, second);
    assert.equal(await reset(second), '204');
    assert.equal(await reset(first), '400 RESET_TOKEN_INVALID');
    assert.equal(await patch(user.id, { resendInvite: true }), '409 INVALID_STATE');
  });
  test('A user is sent at most three mails an hour [LIM-14]', async () => {
    const user = await invite();
    for (let i = 0; i < 2; i++) assert.equal(await patch(user.id, { resetPassword: true }), '200');
    const { status, body, headers } = await pappel.call('PATCH', `/v1/users/${user.id}`, account.session, {
      resendInvite: true,
    });
    assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED']);
    assert.ok(Number(headers.get('retry-after')) > 3500);
    assert.equal((await forgot(user.email)).status, 204);
    await settled();
    assert.ok(mailbox.mails.filter((mail) => mail.to === user.email).length <= 3);
  });
  test('A mail that the server does not take now is sent later; the invitation is a fact at once', async () => {
    mailbox.refuse = true;
    const user = await invite();
    await until(
      async () =>
        (
          await pappel.service.base.database.pool.query(
            'select 1 from graphile_worker._private_jobs where attempts > 0 and last_error is not null',
          )
        ).rowCount ?? 0,
      (failed) => failed > 0,
    );
    mailbox.refuse = false;
    await pappel.service.base.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    assert.ok(linkIn(await mailbox.mailTo(user.email)).token);
  });
});

describe('Reset', () => {
  test('resetPassword mails a one-hour link; redeeming it ends every session and lifts the lock [AUT-4, AUT-7, AUT-15]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    assert.equal(await patch(person.id, { resetPassword: true }), '200');
    const { token } = linkIn(await mailbox.mailTo(person.email));
    assert.equal(await lifetimeOf(person.id), 60);
    // The old password works until the link is used.
    assert.ok(await signIn(pappel, person.email));
    for (let i = 0; i < 5; i++) await signIn(pappel, person.email, 'wrong');
    assert.equal(await reset(token, 'short'), '400 VALIDATION_FAILED');
    assert.equal(await reset(token), '204');
    assert.equal(await outcome('GET', '/v1/me', person.session), '401 UNAUTHORIZED');
    assert.ok(await signIn(pappel, person.email, NEW_PASSWORD));
  });
  test('A token that is unknown, mistyped, expired, already used, or whose user cannot sign in is 400 RESET_TOKEN_INVALID [AUT-17]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await patch(person.id, { resetPassword: true });
    const { token } = linkIn(await mailbox.mailTo(person.email));
    const last = token.at(-1) === 'a' ? 'b' : 'a';
    for (const wrong of ['', 'prt_x', `${token.slice(0, -1)}${last}`, account.session])
      assert.equal(await reset(wrong), '400 RESET_TOKEN_INVALID');
    await overAll(pappel.service.base.db, 'job')
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', asId<'User'>(person.id))
      .execute();
    assert.equal(await reset(token), '400 RESET_TOKEN_INVALID');
    await patch(person.id, { resetPassword: true });
    const fresh = linkIn(await mailbox.mailTo(person.email, 2)).token;
    await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    assert.equal(await reset(fresh), '400 RESET_TOKEN_INVALID');
    await pappel.call('POST', `/v1/users/${person.id}/enable`, account.session);
    assert.equal(await reset(fresh), '400 RESET_TOKEN_INVALID');
    assert.equal(await patch(person.id, { password: PASSWORD }), '200');
  });
  test('A token redeemed twice at once works once [AUT-7]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await patch(person.id, { resetPassword: true });
    const { token } = linkIn(await mailbox.mailTo(person.email));
    const results = await Promise.all(Array.from({ length: 5 }, () => reset(token)));
    assert.deepEqual(results.sort(), ['204', ...Array.from({ length: 4 }, () => '400 RESET_TOKEN_INVALID')]);
  });
  test('A deactivated user is sent nothing', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    assert.equal(await patch(person.id, { resetPassword: true }), '409 INVALID_STATE');
    assert.equal((await forgot(person.email)).status, 204);
    await settled();
    assert.ok(!mailbox.mails.some((mail) => mail.to === person.email));
  });
});

describe('forgot', () => {
  test('It is always 204, and mails only an address that belongs to a user, however it is written [AUT-6]', async () => {
    const nobody = `${randomUUID()}@example.org`;
    const known = await forgot(` ${account.email.toUpperCase()} `);
    const unknown = await forgot(nobody);
    assert.deepEqual([known.status, known.body, unknown.status, unknown.body], [204, '', 204, '']);
    const { token } = linkIn(await mailbox.mailTo(account.email));
    assert.equal(await reset(token), '204');
    assert.ok(!mailbox.mails.some((mail) => mail.to === nobody));
    account.session = await signIn(pappel, account.email, NEW_PASSWORD);
  });
  test('It takes the same time whether or not the address exists: who asks is answered before anybody looks [AUT-6]', async () => {
    const person = await newPerson(pappel, account.session, 'member');
    await settled();
    const { pool } = pappel.service.base.database;
    const looking = await pool.connect();
    try {
      // Whatever looks for a user waits.
      await looking.query('begin');
      await looking.query('lock table users in access exclusive mode');
      for (const email of [person.email, `${randomUUID()}@example.org`])
        assert.deepEqual(await forgot(email).then(({ status, body }) => [status, body]), [204, '']);
      const { rows } = await pool.query(
        "select count(*)::int from graphile_worker.jobs where task_identifier = 'users.forgot'",
      );
      assert.equal(rows[0].count, 2);
    } finally {
      await looking.query('rollback');
      looking.release();
    }
    await mailbox.mailTo(person.email);
  });
});

test('Where links lead is one page that needs nothing from elsewhere and may call only us [AUT-15]', async () => {
  const { status, body, headers } = await pappel.call('GET', '/set-password');
  assert.equal(status, 200);
  assert.ok(!/(src|href)=/.test(body));
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(
    policy,
    /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
  );
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});
