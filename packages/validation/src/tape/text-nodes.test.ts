import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTape } from './tape.ts';

const textNodes = (xml: string): string[] => {
  const read = readTape(Buffer.from(xml));
  assert.ok(read.ok);
  return read.tape.textNodes(0);
};

test('Plain text is one text node, and no text is none.', () => {
  assert.deepEqual(textNodes('<a> x </a>'), [' x ']);
  assert.deepEqual(textNodes('<a></a>'), []);
  assert.deepEqual(textNodes('<a/>'), []);
});

test('Comments, instructions and children part text nodes; references and CDATA do not.', () => {
  assert.deepEqual(textNodes('<a>x<!-- - -->y<?z?>&amp;<![CDATA[<]]></a>'), ['x', 'y', '&<']);
  assert.deepEqual(textNodes('<a>x<b>not</b> <c d="/>"/>y</a>'), ['x', ' ', 'y']);
  assert.deepEqual(textNodes('<a><!-- nothing --></a>'), []);
});

test('A text may be parted more often than a call takes arguments.', () => {
  assert.equal(textNodes(`<a>${'x<!---->'.repeat(1_000_000)}</a>`).length, 1_000_000);
  assert.equal(textNodes(`<a>${'x<!---->'.repeat(1_000_000)}<b/>y</a>`).length, 1_000_001);
});
