import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { DocumentEventData, DocumentEventType } from '../src/platform/events/event.ts';
import { recordEvent } from '../src/platform/events/record.ts';
import { asId } from './as-id.ts';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { dueNow, unsubscribeLink } from './notice-world.ts';
import { type Mailbox, newCompany, newPerson, type Person, partsOf, startMailbox } from './people.ts';

let mailbox: Mailbox;
let pappel: Pappel;
let account: Account;
let branch: string;
let person: Person;

before(async () => {
  mailbox = await startMailbox();
  pappel = await startPappel({ SMTP_URL: mailbox.url, MAIL_FROM: 'Pappel <peppol@example.org>' });
  account = await signUp(pappel);
  branch = await newCompany(pappel, account, 'Branch');
});
after(async () => {
  await pappel.stop();
  await mailbox.close();
});
beforeEach(async () => {
  person = await newPerson(pappel, account.session, 'member', [account.companyId, branch]);
});

const pool = () => pappel.service.base.database.pool;
const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to === address);
const ask = (notifications: object, { id, session } = person) =>
  pappel.call('PATCH', `/v1/users/${id}`, session, { notifications });
const told = async ({ session } = person) =>
  (await pappel.call('GET', '/v1/me', session)).body.user.notifications;

async function happen(
  number: string,
  companyId = account.companyId,
  type: DocumentEventType = 'document.received',
  data: Partial<DocumentEventData> = {},
): Promise<void> {
  const messageId = randomUUID();
  await recordEvent(pappel.service.base.db, {
    accountId: asId<'Account'>(account.accountId),
    companyId: asId<'Company'>(companyId),
    messageId: asId<'Message'>(messageId),
    type,
    data: {
      messageId,
      direction: type === 'document.received' ? 'INBOUND' : 'OUTBOUND',
      status: 'X',
      sender: '0007:5567321707',
      receiver: '0192:991825827',
      type: 'invoice',
      documentNumber: number,
      ...data,
    },
  });
}

/** Once the reader has come to the end of the log. */
async function noted(): Promise<void> {
  const behind = async () =>
    (
      await pool().query(`select 1 from event_head, event_readers as reader where reader.name = 'notices'
        and (reader.seq < event_head.seq or exists (select from events_pending))`)
    ).rowCount;
  assert.equal(await until(behind, (count) => count === 0), 0);
}

/** As if the time had come of all that waits; ends when nothing does. */
async function mailNow(): Promise<void> {
  await noted();
  await dueNow(pool());
  const waiting = async () =>
    (await pool().query('select 1 from notice_digests where due_at <= now()')).rowCount;
  assert.equal(await until(waiting, (count) => count === 0), 0);
}

describe('documents', () => {
  test('Nobody is told of documents who has not asked for it; one asks for oneself, and for each kind alone [NTC-1]', async () => {
    const untouched = { documentsArrived: false, documentsFailed: false, webhooks: true, exports: true };
    assert.deepEqual(await told(), untouched);
    const { status, body } = await ask({ documentsArrived: true });
    assert.deepEqual([status, body.notifications], [200, { ...untouched, documentsArrived: true }]);
    assert.equal((await ask({ exports: false })).status, 200);
    assert.deepEqual(await told(), { ...untouched, documentsArrived: true, exports: false });
    assert.equal((await ask({ documentsArrived: false, documentsFailed: false })).status, 200);
    await happen('N-1');
    await mailNow();
    assert.equal(mailsTo(person.email).length, 0);
    assert.equal(mailsTo(account.email).length, 0);
    for (const wrong of [{}, { nonsense: true }, { exports: 'no' }])
      assert.equal((await ask(wrong)).body.error.code, 'VALIDATION_FAILED');
    const path = `/v1/users/${person.id}`;
    const both = { notifications: { exports: true }, password: 'another long passphrase' };
    assert.equal((await pappel.call('PATCH', path, person.session, both)).status, 400);
    const byOwner = await pappel.call('PATCH', path, account.session, { notifications: { exports: true } });
    assert.deepEqual([byOwner.status, byOwner.body.error.code], [403, 'FORBIDDEN']);
  });

  test('What arrived is told in one mail, and what follows it 15 minutes later in the next [NTC-2, NTC-4]', async () => {
    await ask({ documentsArrived: true });
    for (const number of ['A-1', 'A-2']) await happen(number);
    await happen('B-1', branch);
    await happen('F-1', branch, 'document.send_failed');
    await mailNow();
    const { headers, text, html } = partsOf(await mailbox.mailTo(person.email));
    assert.match(headers, /^Subject: 3 documents arrived at /m);
    for (const line of ['invoice A-1 from 0007:5567321707', 'invoice A-2', 'invoice B-1', 'for Branch'])
      assert.ok(text.includes(line) && html.includes(line), line);
    assert.ok(!text.includes('F-1'));
    await happen('A-3');
    await noted();
    const { rows } = await pool().query(
      'select due_at - mailed_at as pause, due_at > now() as waits from notice_digests where user_id = $1',
      [person.id],
    );
    assert.deepEqual([rows[0].pause.minutes, rows[0].waits], [15, true]);
    await mailNow();
    const next = partsOf(await mailbox.mailTo(person.email, 2));
    assert.match(next.headers, /^Subject: A document arrived at /m);
    assert.ok(next.text.includes('A-3') && !next.text.includes('A-2'));
    await mailNow();
    assert.equal(mailsTo(person.email).length, 2);
  });

  test('What could not be sent is told with the reason [NTC-2]', async () => {
    await ask({ documentsFailed: true });
    await happen('F-1', branch, 'document.discovery_failed', {
      lastErrorCode: 'PARTICIPANT_NOT_FOUND',
      lastErrorMessage: 'The receiver is not registered on the network.',
    });
    await happen('F-2', branch, 'document.validation_failed', { validationErrorCount: 3 });
    await happen('F-3', branch, 'document.send_failed', { lastErrorCode: 'TIMEOUT' });
    await happen('A-1', branch);
    await mailNow();
    const { headers, text } = partsOf(await mailbox.mailTo(person.email));
    assert.match(headers, /^Subject: 3 documents could not be sent at /m);
    assert.ok(text.includes('invoice F-1 to 0192:991825827, of Branch: The receiver is not registered'));
    assert.ok(text.includes('F-2 to 0192:991825827, of Branch: it breaks 3 rules'));
    assert.ok(text.includes('F-3 to 0192:991825827, of Branch: TIMEOUT'));
    assert.ok(!text.includes('A-1'));
  });

  test('A mail names 20 documents and counts the rest [NTC-2]', async () => {
    await ask({ documentsArrived: true });
    for (let i = 0; i < 23; i++) await happen(`many-${i}`);
    await mailNow();
    const { headers, text } = partsOf(await mailbox.mailTo(person.email));
    assert.match(headers, /^Subject: 23 documents arrived at /m);
    assert.equal(text.match(/invoice many-/g)?.length, 20);
    assert.ok(text.includes('3 more are not named here.'));
  });

  test('Who lost a company before the mail goes out does not hear of its documents [NTC-5]', async () => {
    await ask({ documentsArrived: true });
    await happen('MINE', account.companyId);
    await happen('LOST', branch);
    await noted();
    const companyIds = [account.companyId];
    const { status } = await pappel.call('PATCH', `/v1/users/${person.id}`, account.session, { companyIds });
    assert.equal(status, 200);
    await mailNow();
    const { headers, text } = partsOf(await mailbox.mailTo(person.email));
    assert.match(headers, /^Subject: A document arrived at /m);
    assert.ok(text.includes('MINE') && !text.includes('LOST'));
    await happen('LATER', branch);
    await mailNow();
    assert.equal(mailsTo(person.email).length, 1);
  });

  test('A deactivated user and the users of a suspended account are not mailed [NTC-5]', async () => {
    const other = await newPerson(pappel, account.session, 'member');
    for (const one of [person, other]) await ask({ documentsArrived: true }, one);
    await happen('D-1');
    await noted();
    await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    await pool().query("update accounts set status = 'SUSPENDED' where id = $1", [account.accountId]);
    await mailNow();
    await pool().query("update accounts set status = 'ACTIVE' where id = $1", [account.accountId]);
    assert.deepEqual([mailsTo(person.email).length, mailsTo(other.email).length], [0, 0]);
    await happen('D-2');
    await mailNow();
    const { text } = partsOf(await mailbox.mailTo(other.email));
    assert.ok(text.includes('D-2') && !text.includes('D-1'));
    assert.equal(mailsTo(person.email).length, 0);
  });

  test('What others wrote is cut, stands on its line, and leads nowhere [NTC-8]', async () => {
    await ask({ documentsArrived: true });
    const bad = ['visit evil.example now', 'https://evil.test', 'write to eve@evil', 'www.evil'];
    for (const number of bad) await happen(number);
    await happen(`long ${'x'.repeat(5_000)}`);
    await happen('two\r\nBcc: eve\u202e\u0007 <b>lines</b>');
    await mailNow();
    const { headers, text, html } = partsOf(await mailbox.mailTo(person.email));
    assert.match(headers, /^Subject: 6 documents/m);
    assert.ok(!/evil/.test(text + html));
    assert.equal(text.match(/- invoice from/g)?.length, bad.length);
    assert.ok(text.includes('- invoice two Bcc: eve <b>lines</b> from') && !html.includes('<b>'));
    assert.ok(Math.max(...text.split('\n').map((line) => line.length)) < 400);
    assert.match(text, /long x{100,}…/);
  });

  test('A mail that the server does not take is sent later, with all that was in it; a mailbox that is none is given up [NTC-4]', async () => {
    await ask({ documentsArrived: true });
    await happen('R-1');
    await noted();
    mailbox.refuse = true;
    await dueNow(pool());
    // Those whom earlier tests made are mailed too, and fail too.
    const failed = () =>
      pool().query("select from failing_jobs where job = 'notices.digest' and subject ->> 'userId' = $1", [
        person.id,
      ]);
    await until(failed, ({ rowCount }) => rowCount === 1);
    await happen('R-2');
    await noted();
    mailbox.refuse = false;
    await mailNow();
    const { text } = partsOf(await mailbox.mailTo(person.email));
    assert.ok(text.includes('R-1') && !text.includes('R-2'));
    await mailNow();
    assert.ok(partsOf(await mailbox.mailTo(person.email, 2)).text.includes('R-2'));
    mailbox.unknown.add(person.email);
    await happen('R-3');
    await mailNow();
    mailbox.unknown.delete(person.email);
    await mailNow();
    assert.equal(mailsTo(person.email).length, 2);
  });
});

describe('one click', () => {
  test('Each mail names a URL where a POST stops its kind, without signing in; a GET changes nothing [NTC-6]', async () => {
    await ask({ documentsArrived: true, documentsFailed: true });
    await happen('U-1');
    await mailNow();
    const mail = partsOf(await mailbox.mailTo(person.email));
    assert.match(mail.headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const url = unsubscribeLink(mail);
    assert.ok(mail.text.includes(url.href) && mail.html.includes(url.href));
    const path = url.pathname;
    const page = await pappel.call('GET', path);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.ok(!page.body.includes(person.email) && !/(src|href)=/.test(page.body));
    assert.equal((await told()).documentsArrived, true);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let i = 0; i < 2; i++) {
      const body = new TextEncoder().encode('List-Unsubscribe=One-Click');
      const answer = await pappel.call('POST', path, undefined, body, form);
      assert.deepEqual([answer.status, answer.headers.get('location')], [200, null]);
    }
    const expected = { documentsArrived: false, documentsFailed: true, webhooks: true, exports: true };
    assert.deepEqual(await told(), expected);
    await happen('U-2');
    await mailNow();
    assert.equal(mailsTo(person.email).length, 1);
  });

  test('What waits is forgotten when its kind is stopped, and does not come back with it [NTC-6]', async () => {
    await ask({ documentsArrived: true });
    await happen('W-1');
    await noted();
    await ask({ documentsArrived: false });
    await ask({ documentsArrived: true });
    await mailNow();
    assert.equal(mailsTo(person.email).length, 0);
    await happen('W-2');
    await mailNow();
    const { text } = partsOf(await mailbox.mailTo(person.email));
    assert.ok(text.includes('W-2') && !text.includes('W-1'));
  });

  test('A link that we did not sign is 404, one of a user that is gone is answered as any other [NTC-6]', async () => {
    await ask({ documentsArrived: true });
    await happen('G-1');
    await mailNow();
    const { pathname } = unsubscribeLink(partsOf(await mailbox.mailTo(person.email)));
    const [id = '', kind = '', signature = ''] = pathname.split('/').at(-1)?.split('.') ?? [];
    const wrong = [
      `${account.accountId}.${kind}.${signature}`,
      `${id}.documentsFailed.${signature}`,
      `${id}.${kind}.${signature.slice(1)}`,
      `${id}.${kind}`,
      `${id}.${kind}.${signature}.x`,
      `${id}.password.${signature}`,
      'nonsense',
    ];
    for (const method of ['GET', 'POST'])
      for (const token of wrong) {
        const { status, body } = await pappel.call(method, `/v1/unsubscribe/${token}`);
        assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'], token);
      }
    assert.equal((await told()).documentsArrived, true);
    const known = await pappel.call('POST', pathname);
    await pappel.call('DELETE', `/v1/users/${person.id}`, account.session);
    const inactive = await pappel.call('POST', pathname);
    await pool().query('delete from user_companies where user_id = $1', [person.id]);
    await pool().query("update users set status = 'erased' where id = $1", [person.id]);
    const erased = await pappel.call('POST', pathname);
    for (const { status, body } of [inactive, erased]) assert.deepEqual([status, body], [200, known.body]);
  });
});

describe('what owners hear', () => {
  test('An export that has ended is told to owners who want it, without its link [NTC-3, NTC-7]', async () => {
    const [quiet, admin] = [
      await newPerson(pappel, account.session, 'owner'),
      await newPerson(pappel, account.session, 'company_admin', [branch]),
    ];
    await ask({ exports: false }, quiet);
    const { body } = await pappel.call('POST', '/v1/account/export', account.session);
    const mail = partsOf(await mailbox.mailTo(account.email));
    assert.match(mail.headers, /^Subject: The export of .* is ready/m);
    assert.match(mail.headers, /^List-Unsubscribe: </m);
    assert.ok(mail.text.includes(body.export.id) && !mail.text.includes('/v1/exports/'));
    const waiting = async () =>
      (
        await pool().query(
          "select 1 from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id where t.identifier = 'notices.mail'",
        )
      ).rowCount;
    await until(waiting, (count) => count === 0);
    assert.deepEqual(
      [quiet, admin, person].map(({ email }) => mailsTo(email).length),
      [0, 0, 0],
    );
  });
});

test('Where no mail is sent nobody is promised any [NTC-1]', async () => {
  const silent = await startPappel();
  try {
    const { session } = await signUp(silent);
    const { body } = await silent.call('GET', '/v1/me', session);
    const path = `/v1/users/${body.user.id}`;
    const refused = await silent.call('PATCH', path, session, { notifications: { documentsArrived: true } });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'INVALID_STATE']);
    const off = await silent.call('PATCH', path, session, { notifications: { exports: false } });
    assert.equal(off.status, 200);
  } finally {
    await silent.stop();
  }
});
