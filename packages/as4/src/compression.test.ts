import assert from 'node:assert/strict';
import { test } from 'node:test';
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
