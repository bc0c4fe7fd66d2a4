import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { forPeople } from '../src/operators/commands/print.ts';
import { newId } from '../src/platform/ids.ts';
import { bareEnvironment } from './command.ts';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { makePasskey, OPERATOR_PASSWORD, signInOperator } from './operator-world.ts';
import { failSending, lockLogin } from './trouble.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');
let pappel: Pappel;
let account: Account;
let home: string;

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  home = mkdtempSync(join(tmpdir(), 'pappel-home-'));
});
after(async () => {
  await pappel.stop();
  rmSync(home, { recursive: true, force: true });
});

async function run(args: string[], input = '', env: Record<string, string> = {}) {
  const settings = { OPERATOR_URL: pappel.operator, DATA_DIR: pappel.dataDir, XDG_CONFIG_HOME: home };
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...bareEnvironment(), ...settings, ...env },
  });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await closed, out, errors, json: () => JSON.parse(out) };
}

describe('the command line', () => {
  test('The first operator is made there and is signed in on that machine, in a file of their own [OPR-13]', async () => {
    const first = await run(['operators', 'first', 'maja@x.example', 'Maja', 'Ek'], `${OPERATOR_PASSWORD}\n`);
    assert.equal(first.status, 0, first.errors);
    assert.match(first.out, /Signed in as Maja Ek, admin/);
    assert.equal(statSync(join(home, 'pappel/sessions.json')).mode & 0o077, 0);
    const me = await run(['whoami']);
    assert.equal(me.json().operator.email, 'maja@x.example');
  });
  test('It does what the API does, as JSON where no person looks on', async () => {
    const found = await run(['accounts', 'list', 'timber', '--limit', '5']);
    assert.equal(found.json().accounts[0].id, account.accountId);
    assert.equal(
      (await run(['accounts', 'suspend', account.accountId, 'not', 'paid'])).json().status,
      'SUSPENDED',
    );
    assert.equal((await run(['accounts', 'resume', account.accountId, 'paid'])).json().status, 'ACTIVE');
    const audit = (await run(['audit', '--account', account.accountId])).json().rows;
    assert.deepEqual([audit[0].metadata.reason, audit[1].metadata.reason], ['paid', 'not paid']);
    assert.deepEqual((await run(['messages', 'retry', '--code', 'TIMEOUT'])).json(), { retried: 0, left: 0 });
    for (const words of [['overview'], ['health'], ['certificates'], ['jobs', 'list'], ['circuits', 'list']])
      assert.equal((await run(words)).status, 0, words.join(' '));
  });
  test('Passkeys of an operator are listed, and one of a lost device is removed [OPR-38]', async () => {
    const session = await signInOperator(pappel, 'maja@x.example');
    const { passkey } = await makePasskey(pappel, { token: session }, 'Phone');
    const [maja] = (await run(['operators', 'list'])).json().operators;
    assert.equal(maja.passkeyCount, 1);
    const { passkeys } = (await run(['operators', 'passkeys', maja.id])).json();
    assert.deepEqual([passkeys[0].id, passkeys[0].name], [passkey, 'Phone']);
    const removed = await run(['operators', 'remove-passkey', maja.id, passkey]);
    assert.equal(removed.status, 0, removed.errors);
    assert.deepEqual((await run(['operators', 'passkeys', maja.id])).json().passkeys, []);
  });
  test('A lost owner is given a link, with a reason [OPR-21]', async () => {
    const { link } = (await run(['owners', 'reset', account.accountId, 'ticket', '12'])).json();
    assert.match(link, /set-password#token=prt_/);
    assert.notEqual((await run(['owners', 'reset', account.accountId])).status, 0);
  });
  test('An account is closed, looked at, its export handed over, and opened again [OPR-23, OPR-25]', async () => {
    const { accountId } = await signUp(pappel, 'Leaving AS', 'NO');
    const closed = await run(['accounts', 'close', accountId, 'contract', 'ended', '--keep-days', '3']);
    assert.equal(closed.status, 0, closed.errors);
    assert.deepEqual([closed.json().closing.keepDays, closed.json().closing.reason], [3, 'contract ended']);
    const kept = await until(
      async () => (await run(['accounts', 'closing', accountId, '--json'])).json(),
      ({ closing }) => closing.step === 'KEPT',
      120_000,
    );
    assert.equal(kept.closing.export.status, 'DONE');
    const { url } = (await run(['accounts', 'export-link', accountId])).json();
    assert.equal((await fetch(url)).headers.get('content-type'), 'application/zip');
    assert.equal((await run(['accounts', 'reopen', accountId, 'they', 'stay'])).json().status, 'ACTIVE');
    const again = await run(['accounts', 'export-link', accountId]);
    assert.equal(again.status, 1);
    assert.match(again.errors, /There is no export to hand over/);
  });
  test('A failing job is found and given up, and a login that is locked for an address is unlocked [OPR-27, SFT-16]', async () => {
    const messageId = await failSending(pappel, 'x');
    const [{ id }] = (await run(['jobs', 'failing', '--q', messageId])).json().jobs;
    assert.ok((await run(['jobs', 'give-up', id, 'sent', 'anew'])).json().givenUpAt);
    const gone = await run(['jobs', 'run', newId()]);
    assert.equal(gone.status, 1);
    assert.match(gone.errors, /There is no such failing job/);
    const { login } = (await run(['sftp', 'create', account.accountId, 'till-9'])).json();
    await lockLogin(pappel, login.id, '192.0.2.7');
    const [listed] = (await run(['sftp', 'list', account.accountId])).json().logins;
    assert.equal(listed.lockedAddresses[0].address, '192.0.2.7');
    const unlocked = await run(['sftp', 'unlock', login.id, '192.0.2.7', '--reason', 'they called']);
    assert.equal(unlocked.json().lockedAddresses, undefined);
  });
  test('A refusal is said, and ends with 1', async () => {
    const { value } = (await run(['tokens', 'create', 'viewer', 'cron', '--days', '7'])).json();
    const refused = await run(['accounts', 'suspend', account.accountId], '', { OPERATOR_TOKEN: value });
    assert.equal(refused.status, 1);
    assert.match(refused.errors, /FORBIDDEN/);
    await run(['sign-out']);
    const nobody = await run(['accounts', 'list']);
    assert.equal(nobody.status, 1);
    assert.match(nobody.errors, /makes the first operator/);
    const back = await run(['sign-in', 'maja@x.example'], `${OPERATOR_PASSWORD}\n`);
    assert.equal(back.status, 0, back.errors);
  });
  test('Shells complete every command, made of the commands themselves', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await run(['completion', shell]);
      for (const word of ['participants', 'approve', 'stuck', '--json'])
        assert.ok(out.includes(word), `${shell} ${word}`);
    }
  });
});

describe('the last admin, who forgot the password', () => {
  const named = { DATABASE_URL: '' };
  before(() => {
    named.DATABASE_URL = pappel.service.base.config.databaseUrl ?? '';
  });

  test('A command on the machine gives a password to be replaced, and the audit says from where [OPR-26]', async () => {
    const email = 'maja@x.example';
    const nobody = await run(['operators', 'reset', 'Nobody', 'Here'], '', named);
    assert.deepEqual([nobody.status, nobody.out], [1, '']);
    assert.match(nobody.errors, /There is no operator Nobody Here\. Give the name/);
    const { json, errors } = await run(['operators', 'reset', 'Maja', 'Ek', '--json'], '', named);
    assert.equal(errors, '');
    const { password, role } = json();
    assert.equal(role, 'admin');
    assert.equal((await run(['whoami'])).status, 1, 'the session has ended');
    const again = await run(['sign-in', email], `${password}\n`);
    assert.match(again.out, /Run change-password before anything else/);
    const changed = await run(['change-password'], `${password}\n${OPERATOR_PASSWORD}\n`);
    assert.equal(changed.status, 0, changed.errors);
    const { rows } = (await run(['audit', '--event', 'operator.password_reset'])).json();
    assert.equal(rows.length, 1);
    assert.match(rows[0].actorName, /^Command on .+@.+/);
    assert.equal(rows[0].metadata.reason, 'pappel operators reset');
  });
  test('Where no database runs it says what to do', async () => {
    const { status, errors } = await run(['operators', 'reset', 'Maja Ek']);
    assert.equal(status, 1);
    assert.match(errors, /Start the service, and run this on its machine/);
  });
});

describe('answers for people', () => {
  test('A list is a table, a thing its fields, and what others wrote moves no cursor', () => {
    const rows = [
      { name: 'A\u001b[31m red', delivery: { status: 'QUEUED' }, count: 3, locks: [{ until: 'noon' }, {}] },
      { name: 'x'.repeat(100), count: 12 },
    ];
    const shown = forPeople({ reports: rows, nextCursor: 'abc' }, [
      'name',
      'delivery.status',
      'count',
      'locks.0.until',
    ]);
    const [head = '', first = '', second = '', , more] = `${shown}`.replace('\nMore', '\n\nMore').split('\n');
    assert.match(head, /^NAME +STATUS +COUNT +UNTIL$/);
    assert.match(first, /^A red +QUEUED +3 +noon$/);
    assert.match(second, /^x{59}… +12$/);
    assert.equal(more, 'More: --cursor abc');
    assert.equal(forPeople({ reports: [] }, ['name']), 'No reports.');
    assert.match(
      forPeople({ flow: { sent: 1 }, seats: ['a', 'b'] }, undefined),
      /flow\n +sent +1\nseats +a, b/,
    );
  });
});
