import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { KNOWS_CONDITIONS, type S3Server, startS3 } from '../../tests/s3-server.ts';
import { directoryPayloadStore } from './payload-directory.ts';
import { rememberPayloads } from './payload-memory.ts';
import { s3PayloadStore } from './payload-s3.ts';
import type { PayloadStore } from './payload-store.ts';

const dir = mkdtempSync(join(tmpdir(), 'pappel-payloads-'));
let server: S3Server;
const stores: Record<string, PayloadStore> = { directory: directoryPayloadStore(join(dir, 'files')) };

before(async () => {
  server = await startS3('checked');
  stores['S3'] = s3PayloadStore(server.bucket('payloads'));
  stores['S3, with checksums'] = s3PayloadStore({ ...server.bucket('checked'), hasChecksums: true });
});
after(() => server.close());

test('Folders and files of payloads are for this user only', async () => {
  await stores['directory']?.put('mine/only', Buffer.from('hello'));
  const modeOf = (path: string) => statSync(join(dir, 'files', path)).mode & 0o777;
  assert.deepEqual([modeOf('mine'), modeOf('mine/only')], [0o700, 0o600]);
});

for (const name of ['directory', 'S3', 'S3, with checksums']) {
  describe(`the payload store in ${name}`, () => {
    const store = (): PayloadStore => stores[name] as PayloadStore;
    test('What is put is got back, whole and as a stream, also from chunks', async () => {
      await store().put('a/one', Buffer.from('hello'));
      await store().put('a/two', [Buffer.from('hel'), Buffer.from('lo')]);
      for (const key of ['a/one', 'a/two']) {
        assert.equal(String(await store().get(key)), 'hello');
        const found = await store().stream(key);
        assert.equal(found?.bytes, 5);
        assert.equal(String(found && (await buffer(found.stream))), 'hello');
        assert.equal((await store().stat(key))?.bytes, 5);
      }
    });
    test('What comes as a stream, each piece in the memory of the last, is there once it has ended, and a part of it can be read', async () => {
      const piece = Buffer.alloc(500_000);
      const chunks = async function* () {
        for (let i = 0; i < 40; i++) yield piece.fill(i);
      };
      assert.equal(await store().putStream('s/large', chunks()), true);
      const whole = Buffer.concat(Array.from({ length: 40 }, (_, i) => Buffer.alloc(500_000, i)));
      assert.ok((await store().get('s/large'))?.equals(whole));
      const part = await store().stream('s/large', { first: 499_999, last: 500_000 });
      assert.equal(part?.bytes, 20_000_000);
      assert.deepEqual(part && (await buffer(part.stream)), Buffer.from([0, 1]));
      assert.equal(await store().putStream('s/empty', (async function* () {})()), true);
      assert.equal((await store().stat('s/empty'))?.bytes, 0);
    });
    const ignores =
      name !== 'directory' &&
      !KNOWS_CONDITIONS &&
      's3rver ignores the condition: name a versitygw in S3_SERVER';
    test('A key is written once, whole or as a stream, and the first bytes stay', {
      skip: ignores,
    }, async () => {
      const late = async function* () {
        yield Buffer.from('late');
      };
      const written = await Promise.all(
        ['one', 'two', 'three'].map((text) => store().put('once/whole', Buffer.from(text))),
      );
      assert.equal(written.filter(Boolean).length, 1);
      assert.equal(await store().putStream('once/parts', late()), true);
      for (const key of ['once/whole', 'once/parts']) {
        const before = String(await store().get(key));
        assert.equal(await store().put(key, Buffer.from('later')), false);
        assert.equal(await store().putStream(key, late()), false);
        assert.equal(String(await store().get(key)), before);
      }
    });
    test('A stream that breaks leaves no object', async () => {
      const broken = async function* () {
        yield Buffer.alloc(100);
        throw new Error('broken');
      };
      await assert.rejects(store().putStream('s/broken', broken()), /broken/);
      assert.equal(await store().stat('s/broken'), undefined);
      await store().sweepUnfinished('s', new Date(Date.now() + 60_000));
      assert.equal((await store().stat('s/large'))?.bytes, 20_000_000);
    });
    test('What cannot be put leaves no object, and can be put again', async () => {
      const broken = [Buffer.from('half'), undefined as unknown as Buffer];
      await assert.rejects(store().put('a/broken', broken));
      assert.equal(await store().stat('a/broken'), undefined);
      assert.equal(await store().put('a/broken', Buffer.from('whole')), true);
      assert.equal(String(await store().get('a/broken')), 'whole');
    });
    test('What is not there is undefined, removing it is harmless', async () => {
      assert.deepEqual(
        [await store().get('none'), await store().stream('none'), await store().stat('none')],
        [undefined, undefined, undefined],
      );
      await store().remove('none');
      await store().put('gone', Buffer.from('x'));
      await store().remove('gone');
      assert.equal(await store().get('gone'), undefined);
    });
    test('Old ones are found by prefix', async () => {
      await store().put('old/one', Buffer.from('x'));
      const keys: string[] = [];
      for await (const key of store().olderThan('old', new Date(Date.now() + 60_000))) keys.push(key);
      assert.deepEqual(keys, ['old/one']);
      for await (const key of store().olderThan('old', new Date(Date.now() - 3_600_000))) assert.fail(key);
    });
  });
}

test('A payload is written once in a directory: of many at once one stays, and leaves nothing beside it', async () => {
  const root = join(dir, 'once');
  const store = directoryPayloadStore(root);
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
  const written = await Promise.all(texts.map((text) => store.put('x/key', Buffer.from(text))));
  assert.equal(written.filter(Boolean).length, 1);
  assert.equal(String(await store.get('x/key')), texts[written.indexOf(true)]);
  assert.equal(await store.put('x/key', Buffer.from('late')), false);
  assert.deepEqual(readdirSync(join(root, 'x')), ['key']);
});

test('What a dead process has left of a stream is swept, and nothing else', async () => {
  const root = join(dir, 'dead');
  const store = directoryPayloadStore(root);
  await store.put('exports/one.zip', Buffer.from('x'));
  writeFileSync(join(root, 'exports/two.zip.0.part'), 'x');
  await store.sweepUnfinished('exports', new Date(Date.now() - 3_600_000));
  assert.equal(readdirSync(join(root, 'exports')).length, 2);
  await store.sweepUnfinished('exports', new Date(Date.now() + 60_000));
  assert.deepEqual(readdirSync(join(root, 'exports')), ['one.zip']);
});

/** An S3 that keeps conditions, as s3rver does not; or that has never heard of them. */
async function startStrictS3(knowsConditions: boolean) {
  const objects = new Map<string, string>();
  const strict = createHttpServer(async (request, response) => {
    const body = await text(request);
    const key = request.url ?? '';
    const isConditional = request.headers['if-none-match'] === '*';
    if (isConditional && !knowsConditions) return response.writeHead(501).end();
    if (isConditional && objects.has(key)) return response.writeHead(412).end();
    objects.set(key, body);
    return response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
  const { port } = strict.address() as { port: number };
  const store = s3PayloadStore({
    bucket: 'b',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'x',
    secretAccessKey: 'x',
  });
  return { store, objects, close: () => strict.close() };
}

test('A payload is written once in S3, which is asked to refuse what is there with If-None-Match', async () => {
  const { store, objects, close } = await startStrictS3(true);
  try {
    assert.deepEqual(
      [await store.put('key', Buffer.from('first')), await store.put('key', Buffer.from('late'))],
      [true, false],
    );
    assert.deepEqual([...objects.values()], ['first']);
  } finally {
    close();
  }
});
test('An S3 that does not know conditions still takes what is put', async () => {
  const { store, objects, close } = await startStrictS3(false);
  try {
    assert.equal(await store.put('key', Buffer.from('first')), true);
    assert.deepEqual([...objects.values()], ['first']);
  } finally {
    close();
  }
});

test('Parts in S3 of what was never completed are ended, once they are old', async () => {
  const ended: string[] = [];
  const upload = (key: string, initiated: string) =>
    `<Upload><Key>${key}</Key><UploadId>${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  const list = createHttpServer((request, response) => {
    if (request.method === 'DELETE') ended.push(request.url?.split('?')[0] ?? '');
    if (request.method === 'DELETE') return response.writeHead(204).end();
    const uploads = upload('old', '2026-01-01T00:00:00.000Z') + upload('new', '2026-01-03T00:00:00.000Z');
    return response.end(`<ListMultipartUploadsResult>${uploads}</ListMultipartUploadsResult>`);
  });
  await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(list.address() as { port: number }).port}`;
  const keys = { accessKeyId: 'x', secretAccessKey: 'x' };
  const store = s3PayloadStore({ bucket: 'b', region: 'us-east-1', endpoint, ...keys });
  await store.sweepUnfinished('', new Date('2026-01-02'));
  list.close();
  assert.deepEqual(ended, ['/b/old']);
});

test('A presigned URL takes a PUT of the bytes', async () => {
  const target = await stores['S3']?.presignPut('up', 5, 60);
  assert.ok(target);
  assert.equal((await fetch(target.url, { method: 'PUT', body: 'hello' })).status, 200);
  assert.equal(String(await stores['S3']?.get('up')), 'hello');
});

test('What was written last is remembered, what was removed or is large is not', async () => {
  const asked: string[] = [];
  const inner = directoryPayloadStore(join(dir, 'remembered'));
  const get: PayloadStore['get'] = (key) => {
    asked.push(key);
    return inner.get(key);
  };
  const store = rememberPayloads({ ...inner, get });
  await store.put('small', [Buffer.from('hel'), Buffer.from('lo')]);
  assert.equal(String(await store.get('small')), 'hello');
  assert.deepEqual(asked, []);
  assert.equal((await store.get('small'))?.buffer.byteLength, 5, 'it keeps no more in memory than it has');
  assert.equal(await store.put('small', Buffer.from('other')), false);
  assert.equal(String(await store.get('small')), 'hello');
  await store.remove('small');
  assert.equal(await store.get('small'), undefined);
  await store.put('large', Buffer.alloc(300_000));
  for (let i = 0; i < 140; i++) await store.put(`many/${i}`, Buffer.alloc(256_000));
  for (const key of ['large', 'many/0', 'many/139']) assert.ok(await store.get(key));
  assert.deepEqual(asked, ['small', 'large', 'many/0']);
});

test('What is got may be given away, and is got again', async () => {
  const store = rememberPayloads(directoryPayloadStore(join(dir, 'given')));
  for (const [key, bytes] of Object.entries({ small: 200_000, large: 300_000 })) {
    await store.put(key, Buffer.alloc(bytes, 1));
    for (let i = 0; i < 2; i++) {
      const got = await store.get(key);
      assert.ok(got?.equals(Buffer.alloc(bytes, 1)), `${key} ${i}`);
      structuredClone(got?.buffer, { transfer: [got?.buffer as ArrayBuffer] });
    }
  }
});

test('A key cannot leave the directory', () => {
  assert.throws(() => stores['directory']?.get('../secret'));
});
