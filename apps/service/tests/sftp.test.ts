import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import { FURNITURE, settled, TIMBER, until } from './harness.ts';
import {
  type Client,
  connect,
  newInvoice,
  newLogin,
  type SftpWorld,
  sidecar,
  startSftpWorld,
} from './sftp-world.ts';

let world: SftpWorld;
let client: Client;
let home: string;

before(async () => {
  world = await startSftpWorld();
  client = await connect(world, await newLogin(world.pappel, world.timber));
  home = `/${world.company}/${world.participant}`;
});
after(async () => {
  await client.end();
  await world.pappel.stop();
});

const namesIn = async (path: string, by = client): Promise<string[]> =>
  (await by.list(path)).map(({ name }) => name).sort();
const upload = async (name: string, text: string): Promise<void> => {
  await client.put(Buffer.from(text), `${home}/outbox/${name}.part`);
  await client.rename(`${home}/outbox/${name}.part`, `${home}/outbox/${name}`);
};
const refusedWith = async (code: number, work: Promise<unknown>, what: string): Promise<void> => {
  await assert.rejects(work, (error: { code?: unknown }) => {
    const codes: Record<string, number> = { ENOENT: 2, EACCES: 3 };
    const given = typeof error.code === 'string' ? (codes[error.code] ?? error.code) : error.code;
    assert.equal(given, code, `${what}: ${error}`);
    return true;
  });
};
const [NO_SUCH_FILE, DENIED, FAILURE] = [2, 3, 4];

/** A document from the other side, in the inbox of this one. */
async function inboundDocument(): Promise<string> {
  const before = new Set(await namesIn(`${home}/inbox`));
  const ends = [FURNITURE, TIMBER].map((address) => address.split(':'));
  const turned = newInvoice().replace(/<cbc:EndpointID schemeID="[^"]*">[^<]*</g, () => {
    const [scheme, value] = ends.shift() ?? [];
    return `<cbc:EndpointID schemeID="${scheme}">${value}<`;
  });
  const sent = await world.pappel.call('POST', '/v1/messages', world.furniture.key, {
    sender: FURNITURE,
    receiver: TIMBER,
    type: 'invoice',
    payload: turned,
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const names = await until(
    () => namesIn(`${home}/inbox`),
    (found) => found.some((name) => !before.has(name)),
  );
  const name = names.find((one) => !before.has(one));
  assert.ok(
    name,
    JSON.stringify((await settled(world.pappel, world.furniture, sent.body.id)).validationErrors),
  );
  return name;
}
const statusOf = async (name: string): Promise<string> => {
  const id = /_([0-9a-f-]{36})\.xml$/.exec(name)?.[1];
  return (await world.pappel.call('GET', `/v1/messages/${id}`, world.timber.key)).body.status;
};

describe('directories', () => {
  test('An account-wide login sees companies, participants and five directories [SFT-12]', async () => {
    assert.deepEqual(await namesIn('/'), [world.company]);
    assert.deepEqual(await namesIn(`/${world.company}`), [world.participant]);
    assert.deepEqual(await namesIn(home), ['archive', 'failed', 'inbox', 'outbox', 'sent']);
  });
  test('A company login sees the same without the first level', async () => {
    await using mine = await connect(
      world,
      await newLogin(world.pappel, world.timber, world.timber.companyId),
    );
    assert.deepEqual(await namesIn('/', mine), [world.participant]);
    assert.equal(await mine.exists(`/${world.participant}/outbox`), 'd');
    assert.equal(await mine.exists(home), false);
  });
  test('Another account sees none of it', async () => {
    await using other = await connect(world, await newLogin(world.pappel, world.furniture));
    assert.equal(await other.exists(home), false);
    const itsCompany = (await namesIn('/', other))[0];
    assert.notEqual(itsCompany, world.company);
  });
  test('Renaming company and participant moves the directories [SFT-8]', async () => {
    const { pappel, timber, timberId } = world;
    const waiting = await inboundDocument();
    await pappel.call('PATCH', `/v1/companies/${timber.companyId}`, timber.key, { identifier: 'moved' });
    await pappel.call('PATCH', `/v1/participants/${timberId}`, timber.key, { identifier: 'seven' });
    try {
      assert.ok((await namesIn('/moved/seven/inbox')).includes(waiting));
      // Programs that are connected may be answered from memory for a second.
      const old = await until(
        () => client.exists(home),
        (found) => found === false,
      );
      assert.equal(old, false);
    } finally {
      const { company, participant } = world;
      await pappel.call('PATCH', `/v1/companies/${timber.companyId}`, timber.key, { identifier: company });
      await pappel.call('PATCH', `/v1/participants/${timberId}`, timber.key, { identifier: participant });
    }
    await client.delete(`${home}/inbox/${waiting}`);
  });
});

describe('outbox', () => {
  test('A renamed upload is sent by SFTP, and its sidecar follows it to the end [SFT-2, SFT-3]', async () => {
    await upload('one.xml', newInvoice());
    const end = await sidecar(client, `${home}/sent/one.json`, ({ status }) => status === 'AS4_ACCEPTED');
    const { messageId, uploadedAt, ...rest } = end;
    assert.deepEqual(rest, { status: 'AS4_ACCEPTED', findings: [], file: 'one.xml' });
    assert.ok(Date.parse(uploadedAt) > 0);
    const { body } = await world.pappel.call('GET', `/v1/messages/${messageId}`, world.timber.key);
    assert.deepEqual([body.source, body.sender, body.receiver], ['SFTP', TIMBER, FURNITURE]);
    assert.equal((await client.stat(`${home}/sent/one.xml`)).size, body.bytes);
    assert.deepEqual(await namesIn(`${home}/outbox`), []);
  });
  test('A file that is closed under its final name and left alone for ten seconds is taken [SFT-2]', async () => {
    await client.put(Buffer.from(newInvoice()), `${home}/outbox/quiet.xml`);
    assert.ok((await namesIn(`${home}/outbox`)).includes('quiet.xml'));
    assert.ok(await sidecar(client, `${home}/sent/quiet.json`));
  });
  test('A document that breaks the rules moves to failed/ with its findings [SFT-3]', async () => {
    await upload(
      'broken.xml',
      newInvoice()
        .replace(/<cbc:DueDate>[^<]*<\/cbc:DueDate>/, '')
        .replace(/<cbc:PayableAmount[^>]*>[^<]*/, (text) => `${text}7`),
    );
    const end = await sidecar(client, `${home}/failed/broken.json`);
    assert.equal(end?.status, 'VALIDATION_FAILED');
    assert.ok(
      end.findings.some(({ code }: { code: string }) => code === 'BR-CO-16'),
      JSON.stringify(end),
    );
    assert.equal(await client.exists(`${home}/sent/broken.xml`), false);
    assert.equal(await client.exists(`${home}/sent/broken.json`), false);
    assert.ok(await client.exists(`${home}/failed/broken.xml`));
  });
  test('No XML, empty, another sender, no known type: refused without a message [SFT-4, SFT-10]', async () => {
    const refusals: [name: string, text: string, code: string][] = [
      ['text.xml', 'this is no XML', 'NOT_XML'],
      ['empty.xml', '', 'EMPTY'],
      ['foreign.xml', newInvoice().replaceAll('5567321707', '2021005489'), 'SENDER_NOT_ALLOWED'],
      [
        'type.xml',
        newInvoice().replace(/<cbc:CustomizationID>[^<]*/, '<cbc:CustomizationID>x'),
        'DOCUMENT_TYPE_UNKNOWN',
      ],
      ['order.xml', newInvoice().replaceAll('billing:3.0', 'selfbilling:3.0'), 'SENDER_CAPABILITY_MISSING'],
    ];
    for (const [name, text, code] of refusals) {
      await upload(name, text);
      const end = await sidecar(client, `${home}/failed/${name.replace('.xml', '.json')}`);
      assert.deepEqual([end?.status, end?.code, end?.messageId], ['REFUSED', code, undefined], name);
      assert.ok(end.message.endsWith('.'));
    }
  });
  test('The same name with other content gets a number; the same content within a day is DUPLICATE_UPLOAD [SFT-6]', async () => {
    const text = newInvoice();
    await upload('again.xml', text);
    assert.ok(await sidecar(client, `${home}/sent/again.json`));
    await upload('again.xml', newInvoice());
    assert.equal((await sidecar(client, `${home}/sent/again.2.json`))?.file, 'again.2.xml');
    await upload('again.xml', text);
    const third = await sidecar(client, `${home}/failed/again.3.json`);
    assert.deepEqual([third?.status, third?.code], ['REFUSED', 'DUPLICATE_UPLOAD']);
  });
  test('Names that are not done, and uploads that were cut off, are never taken [SFT-11]', async () => {
    for (const name of ['a.xml.part', 'a.filepart', 'a.tmp', 'a.uploading', '.hidden.xml'])
      await client.put(Buffer.from(newInvoice()), `${home}/outbox/${name}`);
    const cut = await connect(world, await newLogin(world.pappel, world.timber));
    const stream = cut.createWriteStream(`${home}/outbox/cut.xml`);
    stream.on('error', () => undefined);
    await new Promise((resolve) => stream.write(Buffer.from(newInvoice()).subarray(0, 1000), resolve));
    // As when the cable is pulled: no CLOSE, no goodbye.
    (cut as unknown as { client: { _sock: { destroy(): void } } }).client._sock.destroy();
    const partial = await until(
      () => client.stat(`${home}/outbox/cut.xml`).catch(() => undefined),
      (found) => found !== undefined,
    );
    assert.equal(partial?.size, 1000);
    await refusedWith(
      FAILURE,
      client.rename(`${home}/outbox/cut.xml`, `${home}/outbox/whole.xml`),
      'a cut-off upload is not renamed',
    );
    const { db } = world.pappel.service.base;
    const due = await overAll(db, 'job')
      .selectFrom('sftp_files')
      .where('folder', '=', 'OUTBOX')
      .where('due_at', 'is not', null)
      .select('name')
      .execute();
    assert.deepEqual(due, []);
    for (const name of await namesIn(`${home}/outbox`)) await client.delete(`${home}/outbox/${name}`);
  });
  test('An upload that was cut off can be gone on with from where it ended', async () => {
    const text = newInvoice();
    const path = `${home}/outbox/resumed.xml.part`;
    await client.put(Buffer.from(text.slice(0, 500)), path);
    await client.append(Buffer.from(text.slice(500)), path);
    await client.rename(path, `${home}/outbox/resumed.xml`);
    assert.ok(await sidecar(client, `${home}/sent/resumed.json`));
    assert.equal(String(await client.get(`${home}/sent/resumed.xml`)), text);
  });
  test('A file that is written anew before it was taken is sent once, as it was last', async () => {
    await client.put(Buffer.from(newInvoice()), `${home}/outbox/twice.xml`);
    const last = newInvoice();
    await client.put(Buffer.from(last), `${home}/outbox/twice.xml`);
    assert.ok(await sidecar(client, `${home}/sent/twice.json`));
    assert.equal(String(await client.get(`${home}/sent/twice.xml`)), last);
    assert.equal(await client.exists(`${home}/sent/twice.2.xml`), false);
  });
  test('Right after it was renamed a file can be looked at and given times, even if it was taken already', async () => {
    await upload('look.xml', newInvoice());
    assert.ok(await sidecar(client, `${home}/sent/look.json`));
    assert.ok((await client.stat(`${home}/outbox/look.xml`)).size > 0);
    assert.deepEqual(await namesIn(`${home}/outbox`), []);
  });
  test('Small uploads lie in their row until a document has them, larger ones in the payload store; both are read as they were [SFT-2]', async () => {
    const { db } = world.pappel.service.base;
    const rowOf = (name: string) =>
      overAll(db, 'job')
        .selectFrom('sftp_files')
        .where('uploaded_name', '=', name)
        .select(['payload_key', 'content'])
        .executeTakeFirstOrThrow();
    const [small, large] = [newInvoice(), newInvoice() + ' '.repeat(100_000)];
    await client.put(Buffer.from(small), `${home}/outbox/small.xml.part`);
    await client.put(Buffer.from(large), `${home}/outbox/larger.xml.part`);
    assert.equal(String((await rowOf('small.xml.part')).content), small);
    assert.equal((await rowOf('larger.xml.part')).content, null);
    assert.deepEqual(await namesIn(`${home}/outbox`), ['larger.xml.part', 'small.xml.part']);
    for (const [name, text] of [
      ['small.xml', small],
      ['larger.xml', large],
    ] as const) {
      assert.equal(String(await client.get(`${home}/outbox/${name}.part`)), text);
      await client.rename(`${home}/outbox/${name}.part`, `${home}/outbox/${name}`);
      assert.ok(await sidecar(client, `${home}/sent/${name.replace('.xml', '.json')}`));
      assert.equal(String(await client.get(`${home}/sent/${name}`)), text);
    }
    assert.equal((await rowOf('small.xml')).content, null);
    await upload('refused.xml', 'no XML');
    assert.equal((await sidecar(client, `${home}/failed/refused.json`))?.status, 'REFUSED');
    assert.equal(String(await client.get(`${home}/failed/refused.xml`)), 'no XML');
  });
  test('What a listing has shown is gone for this session once it has removed, renamed or rewritten it', async () => {
    const at = (name: string) => `${home}/outbox/${name}.part`;
    for (const name of ['removed', 'renamed', 'rewritten']) await client.put(Buffer.from(name), at(name));
    assert.equal((await namesIn(`${home}/outbox`)).length, 3);
    await client.delete(at('removed'));
    await client.rename(at('renamed'), at('other'));
    await client.put(Buffer.from('longer than before'), at('rewritten'));
    assert.equal(await client.exists(at('removed')), false);
    assert.equal(await client.exists(at('renamed')), false);
    assert.equal(String(await client.get(at('other'))), 'renamed');
    assert.equal((await client.stat(at('rewritten'))).size, 18);
    assert.equal(String(await client.get(at('rewritten'))), 'longer than before');
    for (const name of ['other', 'rewritten']) await client.delete(at(name));
    assert.deepEqual(await namesIn(`${home}/outbox`), []);
  });
  test('40 MiB are taken, one byte more is refused [LIM-2]', async () => {
    const path = `${home}/outbox/large.xml.part`;
    await client.put(Buffer.alloc(41_943_040, ' '), path);
    assert.equal((await client.stat(path)).size, 41_943_040);
    await refusedWith(FAILURE, client.append(Buffer.from('x'), path), 'one byte more');
    await client.put(Buffer.alloc(10, ' '), path);
    await client.delete(path);
    await refusedWith(FAILURE, client.put(Buffer.alloc(41_943_041), path), 'at once');
    assert.equal(await client.exists(path), false);
  });
  test('What lies in sent/ and failed/ can be read and removed, not written or renamed', async () => {
    await upload('cleared.xml', newInvoice());
    assert.ok(await sidecar(client, `${home}/sent/cleared.json`));
    await refusedWith(DENIED, client.put(Buffer.from('x'), `${home}/sent/x.xml`), 'write');
    await refusedWith(
      DENIED,
      client.rename(`${home}/sent/cleared.xml`, `${home}/outbox/cleared.xml`),
      'rename',
    );
    await client.delete(`${home}/sent/cleared.xml`);
    assert.equal(await client.exists(`${home}/sent/cleared.xml`), false);
    assert.ok(await client.exists(`${home}/sent/cleared.json`));
  });
});

describe('inbox', () => {
  test('A waiting document lies there under time, type and id; fetching it is no acknowledgement [SFT-5]', async () => {
    const name = await inboundDocument();
    assert.match(name, /^\d{8}T\d{6}Z_invoice_[0-9a-f-]{36}\.xml$/);
    assert.match(String(await client.get(`${home}/inbox/${name}`)), /<Invoice/);
    assert.equal(await statusOf(name), 'CUSTOMER_DELIVERY_QUEUED');
    await client.delete(`${home}/inbox/${name}`);
    assert.equal(await statusOf(name), 'ACKNOWLEDGED');
    assert.equal(await client.exists(`${home}/inbox/${name}`), false);
  });
  test('Renaming it there is no acknowledgement; the new name stays, also after signing in again [SFT-5]', async () => {
    const name = await inboundDocument();
    const login = await newLogin(world.pappel, world.timber);
    {
      await using first = await connect(world, login);
      await first.rename(`${home}/inbox/${name}`, `${home}/inbox/taken.xml`);
    }
    await using again = await connect(world, login);
    assert.deepEqual(await namesIn(`${home}/inbox`, again), ['taken.xml']);
    assert.equal(await again.exists(`${home}/inbox/${name}`), false);
    assert.equal(await statusOf(name), 'CUSTOMER_DELIVERY_QUEUED');
    await again.delete(`${home}/inbox/taken.xml`);
    assert.equal(await statusOf(name), 'ACKNOWLEDGED');
    const next = await inboundDocument();
    await again.rename(`${home}/inbox/${next}`, `${home}/inbox/taken.xml`);
    await again.delete(`${home}/inbox/taken.xml`);
  });
  test('Moving it to archive is the acknowledgement, and it can still be read there [SFT-5]', async () => {
    const name = await inboundDocument();
    await client.rename(`${home}/inbox/${name}`, `${home}/archive/${name}`);
    assert.equal(await statusOf(name), 'ACKNOWLEDGED');
    assert.deepEqual(await namesIn(`${home}/inbox`), []);
    assert.match(String(await client.get(`${home}/archive/${name}`)), /<Invoice/);
    await refusedWith(DENIED, client.delete(`${home}/archive/${name}`), 'the archive empties itself');
  });
  test('It does not become an upload by being moved to outbox', async () => {
    const name = await inboundDocument();
    await refusedWith(DENIED, client.rename(`${home}/inbox/${name}`, `${home}/outbox/${name}`), 'to outbox');
    assert.equal(await statusOf(name), 'CUSTOMER_DELIVERY_QUEUED');
    await client.delete(`${home}/inbox/${name}`);
  });
  test('A document that is acknowledged over the API leaves the inbox', async () => {
    const name = await inboundDocument();
    const id = name.slice(-40, -4);
    await world.pappel.call('POST', `/v1/messages/${id}/ack`, world.timber.key);
    assert.equal(await client.exists(`${home}/inbox/${name}`), false);
  });
});

test('No way out of the tree [SFT-7]', async () => {
  const outside = [
    '/etc/passwd',
    '../../../../etc/passwd',
    `${home}/../../../etc/passwd`,
    `${home}/outbox/../../../../etc/passwd`,
    `${home}/outbox/..\\..\\..\\etc\\passwd`,
    `${home}/outbox/%2e%2e/%2e%2e/etc/passwd`,
    `${home}/outbox/x.xml/../../../../../etc/shadow`,
    `${home}/outbox/\u2025/passwd`,
    `${home}/etc/passwd`,
    '//etc//passwd',
    '/proc/self/environ',
    `${home}/outbox/sub/x.xml`,
  ];
  for (const path of outside) {
    await refusedWith(NO_SUCH_FILE, client.get(path), path);
    await refusedWith(NO_SUCH_FILE, client.stat(path), path);
  }
  await refusedWith(NO_SUCH_FILE, client.put(Buffer.from('x'), '/tmp/pappel-was-here'), '/tmp');
  await refusedWith(NO_SUCH_FILE, client.put(Buffer.from('x'), '/pappel-was-here'), '/');
  await refusedWith(DENIED, client.put(Buffer.from('x'), home), 'a directory');
  await refusedWith(FAILURE, client.put(Buffer.from('x'), `${home}/outbox/a\u0000b`), 'NUL');
  await refusedWith(FAILURE, client.put(Buffer.from('x'), `${home}/outbox/..\\x.xml`), 'backslash');
  await refusedWith(DENIED, client.mkdir(`${home}/outbox/sub`), 'mkdir');
  await refusedWith(DENIED, client.rmdir(`${home}/outbox`), 'rmdir');
  assert.equal(await client.realPath('/../../..'), '/');
});
