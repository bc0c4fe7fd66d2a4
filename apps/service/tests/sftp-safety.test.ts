import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import ssh2 from 'ssh2';
import { overAll } from '../src/platform/db/roots.ts';
import { sweepSftp } from '../src/sftp/sweep-job.ts';
import { type Answer, request, until } from './harness.ts';
import { newKey, newPerson } from './people.ts';
import {
  connect,
  type Login,
  newLogin,
  newPublicKey,
  operate,
  type SftpWorld,
  startSftpWorld,
} from './sftp-world.ts';

let world: SftpWorld;
let login: Login;

before(async () => {
  world = await startSftpWorld();
  login = await newLogin(world.pappel, world.timber);
});
after(() => world.pappel.stop());

const isUp = async (): Promise<void> => {
  await using client = await connect(world, login);
  assert.deepEqual(
    (await client.list('/')).map(({ name }) => name),
    [world.company],
  );
};
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });

/** A channel to the SFTP subsystem whose bytes are ours. */
async function rawChannel(): Promise<{ client: ssh2.Client; stream: ssh2.ClientChannel }> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).on('error', reject);
    client.connect({
      host: '127.0.0.1',
      port: world.port,
      username: login.username,
      password: login.password,
    });
  });
  const stream = await new Promise<ssh2.ClientChannel>((resolve, reject) => {
    client.subsys('sftp', (error, channel) => (error ? reject(error) : resolve(channel)));
  });
  client.on('error', () => undefined);
  stream.on('error', () => undefined);
  return { client, stream };
}
const packet = (type: number, ...parts: (number | bigint | string | Buffer)[]): Buffer => {
  const body = Buffer.concat([
    Buffer.from([type]),
    ...parts.map((part) => {
      const number = Buffer.alloc(typeof part === 'bigint' ? 8 : 4);
      if (typeof part === 'bigint') number.writeBigUInt64BE(part);
      else if (typeof part === 'number') number.writeUInt32BE(part);
      else {
        const bytes = Buffer.from(part as string);
        number.writeUInt32BE(bytes.length);
        return Buffer.concat([number, bytes]);
      }
      return number;
    }),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};
const INIT = packet(1, 3);

test('Every request is answered exactly once: unknown and closed handles, READ at 2^63, endless names', async () => {
  const { client, stream } = await rawChannel();
  const answers = new Map<number, number>();
  let rest = Buffer.alloc(0);
  const asked = 300;
  const done = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const size = rest.readUInt32BE();
        if (rest[4] !== 2) answers.set(rest.readUInt32BE(5), (answers.get(rest.readUInt32BE(5)) ?? 0) + 1);
        rest = rest.subarray(4 + size);
      }
      if (answers.size === asked) resolve();
    });
  });
  stream.write(INIT);
  const kinds: ((id: number) => Buffer)[] = [
    (id) => packet(4, id, 'nope'),
    (id) => packet(4, id, Buffer.from([0, 0, 0, 1])),
    (id) => packet(5, id, Buffer.from([0, 0, 0, 1]), 2n ** 63n, 32_768),
    (id) => packet(6, id, 'x', 0n, 'data'),
    (id) => packet(8, id, Buffer.from([0, 0, 0, 9])),
    (id) => packet(11, id, `/${world.company}`),
    (id) => packet(12, id, Buffer.from([0, 0, 0, 2])),
    (id) => packet(3, id, 'x'.repeat(10_000), 0x1a, 0),
    (id) => packet(17, id, '\0'),
    (id) => packet(19, id, '/etc/passwd'),
    (id) => packet(20, id, '/a', '/etc/passwd'),
    (id) => packet(200, id, 'hardlink@openssh.com'),
    (id) => packet(200, id, 'posix-rename@openssh.com'),
    (id) => packet(18, id, '/', '/x'),
    (id) => packet(14, id, '/x', 0),
  ];
  for (let id = 0; id < asked; id++) stream.write(kinds[id % kinds.length]?.(id) ?? INIT);
  await done;
  assert.ok([...answers.values()].every((count) => count === 1));
  client.destroy();
});

test('Hostile packets end their own connection, and nothing else', async () => {
  const hostile: (() => Buffer)[] = [
    () => Buffer.from([0xff, 0xff, 0xff, 0xff, 1]),
    () => Buffer.from([0, 0, 0, 0]),
    () => Buffer.from([0x7f, 0xff, 0xff, 0xff]),
    () => Buffer.concat([INIT, INIT]),
    () => Buffer.concat([INIT, packet(99, 1)]),
    () => Buffer.concat([INIT, Buffer.from([0, 0, 0, 5, 3, 0, 0, 0, 1])]),
    () => Buffer.concat([INIT, packet(4, 1, 'h'.repeat(300))]),
    ...Array.from({ length: 20 }, () => () => Buffer.concat([INIT, randomBytes(randomInt(1, 4_000))])),
  ];
  for (const bytes of hostile) {
    const { client, stream } = await rawChannel();
    stream.write(bytes());
    stream.end();
    await new Promise((resolve) => {
      client.once('close', () => resolve(undefined));
      stream.once('close', () => client.end());
    });
  }
  for (let i = 0; i < 10; i++) {
    const socket = dial(world.port, '127.0.0.1');
    const ended = closed(socket);
    socket.write('SSH-2.0-x\r\n');
    socket.write(randomBytes(2_000));
    socket.end();
    await ended;
  }
  await isUp();
});

test('A client that asks without end and takes no answer is cut off, and others are served', async () => {
  const { client, stream } = await rawChannel();
  stream.pause();
  stream.write(INIT);
  const gone = new Promise((resolve) => client.once('close', () => resolve(undefined)));
  const many = Buffer.concat(Array.from({ length: 500 }, (_, id) => packet(17, id, `/${world.company}`)));
  const timer = setInterval(() => {
    for (let i = 0; i < 20; i++) stream.write(many);
  }, 5);
  await gone;
  clearInterval(timer);
  await isUp();
});

test('Who says nothing is shown out after a while; strangers from one address are few', async () => {
  const sockets = Array.from({ length: 14 }, () => dial(world.port, '127.0.0.1'));
  const ends = sockets.map(closed);
  await Promise.any(ends);
  await Promise.all(ends);
  await isUp();
});

test('Strangers from many addresses keep nobody out: the oldest makes room', async () => {
  const strangers = Array.from({ length: 50 }, (_, index) =>
    dial({ port: world.port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 10)}` }),
  );
  let ended = 0;
  for (const stranger of strangers) stranger.on('error', () => undefined).once('close', () => ended++);
  await Promise.all(strangers.map((stranger) => once(stranger, 'data')));
  const client = await until(
    () => connect(world, login).catch(() => undefined),
    (connected) => connected !== undefined,
  );
  assert.ok(client && ended < 10, `${ended} strangers were cut off`);
  await client?.end();
  for (const stranger of strangers) stranger.destroy();
});

test('An eleventh connection of one login is refused', async () => {
  const clients = [];
  for (let i = 0; i < 10; i++) clients.push(await connect(world, login));
  await assert.rejects(connect(world, login));
  await Promise.all(clients.map((client) => client.end()));
});

test('At most 64 files are open at once', async () => {
  const { client, stream } = await rawChannel();
  let handles = 0;
  let refusals = 0;
  const all = new Promise<void>((resolve) => {
    let rest = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        if (rest[4] === 102) handles++;
        if (rest[4] === 101) refusals++;
        rest = rest.subarray(4 + rest.readUInt32BE());
      }
      if (handles + refusals === 70) resolve();
    });
  });
  stream.write(INIT);
  for (let id = 0; id < 70; id++) stream.write(packet(11, id, '/'));
  await all;
  assert.deepEqual([handles, refusals], [64, 6]);
  client.end();
});

test('Sessions that ask for SFTP later count as channels too: ten a connection', async () => {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).on('error', reject);
    const { username, password } = login;
    client.connect({ host: '127.0.0.1', port: world.port, username, password });
  });
  const { _protocol: protocol } = client as unknown as {
    _protocol: { session(id: number, window: number, packet: number): void; _handlers: object };
  };
  let opened = 0;
  await new Promise<void>((resolve) => {
    let answers = 0;
    const count = (isOpen: boolean) => () => {
      if (isOpen) opened++;
      if (++answers === 30) resolve();
    };
    Object.assign(protocol._handlers, {
      CHANNEL_OPEN_CONFIRMATION: count(true),
      CHANNEL_OPEN_FAILURE: count(false),
    });
    for (let i = 0; i < 30; i++) protocol.session(1_000 + i, 2 ** 20, 32_768);
  });
  assert.equal(opened, 10);
  client.end();
});

test('A login has 256 files open at most, over all of its connections', async () => {
  const many = await newLogin(world.pappel, world.timber);
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(world, many)));
  const outcomes = await Promise.all(
    clients.flatMap((client) => {
      const { sftp } = client as unknown as { sftp: ssh2.SFTPWrapper };
      return Array.from(
        { length: 60 },
        () => new Promise<boolean>((resolve) => sftp.opendir('/', (error) => resolve(!error))),
      );
    }),
  );
  assert.equal(outcomes.filter(Boolean).length, 256);
  await Promise.all(clients.map((client) => client.end()));
  await using again = await connect(world, many);
  assert.equal((await again.list('/')).length, 1);
});

test('Who guesses at a login locks it for his own address, not for the program of the customer', async () => {
  const guessed = await newLogin(world.pappel, world.timber);
  for (let i = 0; i < 5; i++)
    await assert.rejects(connect(world, { ...guessed, password: `wrong ${i}` }, '127.0.0.2'), `attempt ${i}`);
  await assert.rejects(connect(world, guessed, '127.0.0.2'));
  await using client = await connect(world, guessed);
  assert.equal(await client.realPath('.'), '/');
});

test('Wrong passwords lock the login like a sign-in, whatever RATE_LIMITS says, the right one included [SFT-9]', async () => {
  const guessed = await newLogin(world.pappel, world.timber);
  for (let i = 0; i < 5; i++)
    await assert.rejects(connect(world, { ...guessed, password: `wrong ${i}` }), `attempt ${i}`);
  await assert.rejects(connect(world, guessed));
  await isUp();
  const { body } = await world.pappel.call('GET', '/v1/audit?eventType=sftp_login.failed', world.timber.key);
  const about = body.rows.filter((row: unknown) => JSON.stringify(row).includes(guessed.id));
  assert.equal(about.length, 5);
  const reset = await operate(world.pappel, 'PATCH', `sftp/logins/${guessed.id}`, { resetPassword: true });
  await using client = await connect(world, { ...guessed, password: reset.body.password });
  assert.equal(await client.realPath('.'), '/');
});

describe('the addresses that a login is locked for', () => {
  let guessed: Login;
  before(async () => {
    guessed = await newLogin(world.pappel, world.timber);
    await guessFrom('127.0.0.2');
    await guessFrom('127.0.0.3');
  });

  /** Wrong passwords, and a lock that lasts for longer than this test. */
  async function guessFrom(address: string, login = guessed): Promise<void> {
    for (let i = 0; i < 5; i++)
      await assert.rejects(connect(world, { ...login, password: `wrong ${i}` }, address), `attempt ${i}`);
    await pool().query(
      `update login_failures set locked_until = now() + interval '1 hour' where sftp_login_id = $1 and address = $2`,
      [login.id, address],
    );
  }
  const pool = () => world.pappel.service.base.database.pool;
  const lockedFor = ({ body }: Answer, { id } = guessed): string[] | undefined =>
    body.logins
      .find((login: Login) => login.id === id)
      .lockedAddresses?.map(({ address }: { address: string }) => address);
  const list = () => operate(world.pappel, 'GET', `sftp/logins?accountId=${world.timber.accountId}`);
  const ownList = (credential: string) => world.pappel.call('GET', '/v1/sftp/logins', credential);
  const unlock = (body?: object) => operate(world.pappel, 'POST', `sftp/logins/${guessed.id}/unlock`, body);

  test('The operator sees them, and who reads the audit; nobody else [SFT-16]', async () => {
    const { pappel, timber } = world;
    assert.deepEqual(lockedFor(await list()), ['127.0.0.3', '127.0.0.2']);
    assert.deepEqual(lockedFor(await ownList(timber.session)), ['127.0.0.3', '127.0.0.2']);
    const member = await newPerson(pappel, timber.session, 'member');
    assert.equal(lockedFor(await ownList(member.session)), undefined);
    const [shown] = (await list()).body.logins.find(({ id }: Login) => id === guessed.id).lockedAddresses;
    assert.equal(shown.failures, 5);
    assert.ok(Date.parse(shown.lockedUntil) > Date.now());
    await using client = await connect(world, guessed);
    assert.equal(await client.realPath('.'), '/');
  });

  test('A login that a key opens is locked for none, whoever tries passwords [SFT-16]', async () => {
    const keyed = await newLogin(world.pappel, world.timber, undefined, {
      authMethod: 'PUBLIC_KEY',
      publicKey: newPublicKey(),
    });
    await guessFrom('127.0.0.2', keyed);
    assert.equal(lockedFor(await list(), keyed), undefined);
  });

  test('The operator lets one of them in again, or all, and both audits say so [SFT-16]', async () => {
    const { pappel, timber } = world;
    const once = await unlock({ address: '127.0.0.2', reason: 'they called' });
    assert.deepEqual(
      once.body.lockedAddresses.map(({ address }: { address: string }) => address),
      ['127.0.0.3'],
    );
    await using client = await connect(world, guessed, '127.0.0.2');
    assert.equal(await client.realPath('.'), '/');
    await assert.rejects(connect(world, guessed, '127.0.0.3'));
    assert.equal((await unlock({ address: '127.0.0.2' })).body.error.code, 'INVALID_STATE');
    assert.equal((await unlock()).body.lockedAddresses, undefined);
    assert.equal((await unlock()).body.error.code, 'INVALID_STATE');
    await using other = await connect(world, guessed, '127.0.0.3');
    assert.equal(await other.realPath('.'), '/');
    for (const { body } of [
      await operate(pappel, 'GET', 'audit?eventType=sftp_login.unlocked'),
      await pappel.call('GET', '/v1/audit?eventType=sftp_login.unlocked', timber.session),
    ]) {
      assert.deepEqual(
        body.rows.map(({ targetId }: { targetId: string }) => targetId),
        [guessed.id, guessed.id],
      );
      assert.deepEqual(
        [body.rows[1].metadata.address, body.rows[1].metadata.reason],
        ['127.0.0.2', 'they called'],
      );
    }
  });

  test('Ten of them are shown, and a new password forgets them all [SFT-16]', async () => {
    await pool().query(
      `insert into login_failures (email_hash, failures, locked_until, sftp_login_id, address)
       select sha256(convert_to(n::text, 'UTF8')), 5, now() + make_interval(mins => n), $1, '192.0.2.' || n
       from generate_series(1, 12) as n`,
      [guessed.id],
    );
    const shown = lockedFor(await list());
    assert.deepEqual([shown?.length, shown?.[0], shown?.[9]], [10, '192.0.2.12', '192.0.2.3']);
    const path = `/v1/sftp/logins/${guessed.id}`;
    const { body } = await world.pappel.call('PATCH', path, world.timber.session, { resetPassword: true });
    assert.equal(body.login.lockedAddresses, undefined);
    assert.equal(lockedFor(await list()), undefined);
  });
});

test('A login is made, listed, given a new password by its customer, and deleted [SFT-1]', async () => {
  const { pappel, timber } = world;
  const made = await operate(pappel, 'POST', 'sftp/logins', {
    accountId: timber.accountId,
    companyId: timber.companyId,
    username: 'till-7',
    authMethod: 'PASSWORD',
  });
  assert.equal(made.status, 201);
  const { id } = made.body.login;
  assert.equal('password_hash' in made.body.login, false);
  const listed = await pappel.call('GET', `/v1/sftp/logins?companyId=${timber.companyId}`, timber.key);
  // Account-wide ones stay in view.
  assert.deepEqual(
    [id, login.id].every((one) => listed.body.logins.some((row: { id: string }) => row.id === one)),
    true,
  );
  const path = `/v1/sftp/logins/${id}`;
  // A key would learn what sends, receives and outlives it.
  const byKey = await pappel.call('PATCH', path, timber.key, { resetPassword: true });
  assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'SESSION_REQUIRED']);
  const reset = await pappel.call('PATCH', path, timber.session, { resetPassword: true });
  assert.equal(reset.status, 200);
  await assert.rejects(connect(world, { id, username: 'till-7', password: made.body.password }));
  await using client = await connect(world, { id, username: 'till-7', password: reset.body.password });
  assert.equal(await client.realPath('.'), '/');
  const codes = [];
  for (const body of [
    { status: 'DISABLED' },
    { resetPassword: true, companyId: timber.companyId },
    {},
    { resetPassword: false },
    { colour: 'red' },
  ])
    codes.push((await pappel.call('PATCH', path, timber.session, body)).body.error.code);
  assert.deepEqual(codes, [
    'OPERATOR_MANAGED',
    'OPERATOR_MANAGED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
  ]);
  assert.equal((await operate(pappel, 'DELETE', `sftp/logins/${id}`)).status, 204);
  await assert.rejects(connect(world, { id, username: 'till-7', password: reset.body.password }));
  assert.equal((await operate(pappel, 'DELETE', `sftp/logins/${id}`)).status, 404);
});

test('An account-wide login is not seen by who is confined; the key of a login is the operator’s to change [SFT-14, SFT-15]', async () => {
  const { pappel, timber } = world;
  const { accountId, companyId } = timber;
  const publicKey = newPublicKey();
  const asked = { accountId, companyId, username: 'key-opened', authMethod: 'PUBLIC_KEY', publicKey };
  const { id } = (await operate(pappel, 'POST', 'sftp/logins', asked)).body.login;
  const seenBy = async (key: string): Promise<string[]> =>
    (await pappel.call('GET', `/v1/sftp/logins?companyId=${companyId}`, key)).body.logins.map(
      (row: { id: string }) => row.id,
    );
  const confined = await seenBy(await newKey(pappel, timber.session, { companyId }));
  assert.deepEqual([confined.includes(id), confined.includes(login.id)], [true, false]);
  assert.ok((await seenBy(timber.key)).includes(login.id));
  const reset = await pappel.call('PATCH', `/v1/sftp/logins/${id}`, timber.session, { resetPassword: true });
  assert.deepEqual([reset.status, reset.body.error.code], [400, 'OPERATOR_MANAGED']);
  assert.equal((await operate(pappel, 'DELETE', `sftp/logins/${id}`)).status, 204);
});

test('The operator lists logins a page at a time, newest first [SFT-1]', async () => {
  const { pappel, timber } = world;
  const made = [await newLogin(pappel, timber), await newLogin(pappel, timber)];
  const page = async (query: string) => {
    const { status, body } = await operate(pappel, 'GET', `sftp/logins?${query}`);
    assert.equal(status, 200);
    return body;
  };
  const of = `accountId=${timber.accountId}&limit=1`;
  const first = await page(of);
  const second = await page(`${of}&cursor=${encodeURIComponent(first.nextCursor)}`);
  assert.deepEqual(
    [...second.logins, ...first.logins].map(({ id }: Login) => id),
    made.map(({ id }) => id),
  );
});

test('What the operator gets wrong is said: a taken name, a bad key, an unknown account', async () => {
  const { pappel, timber } = world;
  const { accountId } = timber;
  const outcomes = [];
  for (const body of [
    { accountId, username: login.username, authMethod: 'PASSWORD' },
    { accountId, username: 'Upper Case', authMethod: 'PASSWORD' },
    { accountId, username: 'key-1', authMethod: 'PUBLIC_KEY' },
    { accountId, username: 'key-1', authMethod: 'PUBLIC_KEY', publicKey: 'ssh-ed25519 AAAA' },
    { accountId: timber.companyId, username: 'x', authMethod: 'PASSWORD' },
    { accountId, companyId: accountId, username: 'x', authMethod: 'PASSWORD' },
  ]) {
    const { status, body: answer } = await operate(pappel, 'POST', 'sftp/logins', body);
    outcomes.push(`${status} ${answer.error.code}`);
  }
  assert.deepEqual(outcomes, [
    '409 IDENTIFIER_TAKEN',
    '400 VALIDATION_FAILED',
    '400 VALIDATION_FAILED',
    '400 VALIDATION_FAILED',
    '404 NOT_FOUND',
    '404 NOT_FOUND',
  ]);
  const anonymous = await request('GET', `${pappel.operator}/operator/v1/sftp/logins`, timber.key);
  assert.equal(anonymous.status, 401);
});

test('A cut-off upload is kept for a day, one that was never renamed for a month', async () => {
  const { base } = world.pappel.service;
  const outbox = `/${world.company}/${world.participant}/outbox`;
  await using client = await connect(world, login);
  const names = async () => (await client.list(outbox)).map(({ name }) => name).sort();
  for (const name of ['cut.part', 'old.part', 'new.part'])
    await client.put(Buffer.from('x'), `${outbox}/${name}`);
  const age = (name: string, days: number, isComplete: boolean) =>
    overAll(base.db, 'job')
      .updateTable('sftp_files')
      .set({ uploaded_at: new Date(Date.now() - days * 86_400_000), is_complete: isComplete })
      .where('name', '=', name)
      .execute();
  await age('cut.part', 2, false);
  await age('old.part', 29, true);
  await sweepSftp(base);
  assert.deepEqual(await names(), ['new.part', 'old.part']);
  await age('old.part', 31, true);
  await sweepSftp(base);
  assert.deepEqual(await names(), ['new.part']);
});
