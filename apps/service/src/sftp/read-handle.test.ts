import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import type { PayloadStore } from '../platform/payload-store.ts';
import { payloadHandle } from './read-handle.ts';
import { Room } from './scratch.ts';

const folder = await mkdtemp(join(tmpdir(), 'pappel-test-'));
after(() => rm(folder, { recursive: true, force: true }));

test('Of a file that could not be fetched whole nothing is read, however often it is asked', async () => {
  let fetches = 0;
  const stream = Readable.from(
    (async function* () {
      yield Buffer.alloc(1_048_576);
      throw new Error('the store went away');
    })(),
  );
  const payloads: Pick<PayloadStore, 'stream'> = {
    stream: async () => {
      fetches++;
      return { stream, bytes: 2_097_152 };
    },
  };
  const entry = { name: 'x.xml', isDirectory: false, bytes: 2_097_152, modifiedAt: new Date(0) };
  const handle = payloadHandle(
    { payloads: payloads as PayloadStore, room: new Room(folder) },
    'login',
    'inbound/x',
    entry,
  );
  for (const offset of [0, 1_000, 1_048_576]) await assert.rejects(handle.read(offset, 1_000), /went away/);
  await handle.close();
  assert.equal(fetches, 1);
  assert.deepEqual(await readdir(folder), []);
});
