import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lines } from './positions.ts';

/** What an editor shows at each character of a text. */
function shown(text: string): string[] {
  let [line, column] = [1, 1];
  return Array.from(`${text}.`, (character) => {
    const here = `${line}:${column}`;
    [line, column] = character === '\n' ? [line + 1, 1] : [line, column + 1];
    return here;
  });
}

/** The same by bytes of UTF-8. */
function told(text: string): string[] {
  const lines = new Lines(Buffer.from(text));
  let offset = 0;
  return Array.from(`${text}.`, (character) => {
    const { line, column } = lines.position(offset);
    offset += Buffer.byteLength(character);
    return `${line}:${column}`;
  });
}

test('Line and column are those that an editor shows, however long the lines are', () => {
  for (const lengths of [[0], [0, 0, 0], [254, 0, 1], [255, 256, 257], [1_000, 3, 700, 0, 0, 90]])
    for (const character of ['x', 'é']) {
      const text = lengths.map((length) => character.repeat(length)).join('\n');
      assert.deepEqual(told(text), shown(text), `${lengths} ${character}`);
    }
});

test('Nothing is kept for each line of a document that has millions of them', () => {
  const lines = new Lines(Buffer.alloc(20_000_000, '\n'));
  const before = process.memoryUsage();
  assert.deepEqual(lines.position(19_999_999), { line: 20_000_000, column: 1 });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const kept = heapUsed - before.heapUsed + arrayBuffers - before.arrayBuffers;
  assert.ok(kept < 8_000_000, `${kept} bytes`);
});
