import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compress, DECOMPRESSION_LIMIT, decompress, totalSize } from './compression.ts';

const line = Buffer.from('<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>\n');
const VERY_COMPRESSIBLE = {
  'blanks, 40 MiB': Buffer.alloc(41_943_040, ' '),
  'one line again and again, 40 MiB': Buffer.alloc(41_943_040, line),
  'blanks, 100 KB': Buffer.alloc(100_000, ' '),
};

for (const [name, plain] of Object.entries(VERY_COMPRESSIBLE))
  test(`A very compressible document is compressed less, rather than to fail at the other side: ${name}`, async () => {
    const { chunks, digest } = await compress([plain]);
    const ratio = plain.length / totalSize(chunks);
    assert.ok(ratio > 1 && ratio <= 50, `${ratio}`);
    const back = await decompress(chunks, { ...DECOMPRESSION_LIMIT, ratio: 50, freeBytes: 0 });
    assert.ok(back && plain.equals(back));
    assert.equal((await compress([plain])).digest, digest);
  });

test('Any other is compressed as far as it goes', async () => {
  const varied = Buffer.from(
    Array.from({ length: 20_000 }, (_, i) => `<l><id>${i * 7919}</id></l>`).join(''),
  );
  const { chunks } = await compress([varied]);
  assert.ok(varied.length / totalSize(chunks) > 4);
});

test('There is room for a payload before it is decompressed: as much as its trailer says, or as much as it may have', async () => {
  const plain = Buffer.concat([Buffer.alloc(2_900_000, 'abc'), randomBytes(100_000)]);
  const limit = { bytes: 9_000_000, ratio: 50, freeBytes: 0 };
  const asked: number[] = [];
  const roomFor = async (bytes: number): Promise<void> => {
    asked.push(bytes);
  };
  const one = gzipSync(plain);
  assert.ok(plain.equals((await decompress([one], { ...limit, roomFor })) ?? Buffer.alloc(0)));
  assert.deepEqual(asked.splice(0), [3_000_000]);
  // Of two members the trailer counts only the last: the room is taken anew, for whatever may come.
  const two = await decompress([one, gzipSync('end')], { ...limit, roomFor });
  assert.ok(two && Buffer.from(two).equals(Buffer.concat([plain, Buffer.from('end')])));
  assert.deepEqual(asked.splice(0), [256 * 1024, (one.length + gzipSync('end').length) * 50]);
  assert.equal(
    await decompress([gzipSync(Buffer.concat([Buffer.alloc(8_800_001), randomBytes(200_000)]))], {
      ...limit,
      roomFor,
    }),
    undefined,
  );
  assert.deepEqual(asked.splice(0), [9_000_000]);
  await decompress([gzipSync('small')], { ...limit, freeBytes: 1_000, roomFor });
  assert.deepEqual(asked, []);
});

test('Where there is no room, nothing is decompressed', async () => {
  const roomFor = (): Promise<void> => Promise.reject(new Error('full'));
  const limit = { ...DECOMPRESSION_LIMIT, roomFor };
  await assert.rejects(decompress([gzipSync(Buffer.alloc(3_000_000))], limit), /full/);
});
