import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTape } from '../tape/tape.ts';
import { DOCUMENT, XDocument } from './runtime/document.ts';

function read(xml: string): XDocument {
  const tape = readTape(Buffer.from(xml));
  assert.ok(tape.ok);
  const document = new XDocument();
  document.read(tape.tape, new Date(0));
  return document;
}

test('Texts below a node are found in order, however often comments part them.', () => {
  const pieces = 300_000;
  const document = read(`<a><b>${'x<!---->'.repeat(pieces)}</b>y<c/>${'z<!---->'.repeat(pieces)}</a>`);
  const texts = document.descendantTexts(DOCUMENT);
  assert.equal(texts.length, 2 * pieces + 1);
  assert.deepEqual(
    [0, pieces - 1, pieces, pieces + 1, 2 * pieces].map((i) => document.textNode(texts[i] ?? -1)),
    ['x', 'x', 'y', 'z', 'z'],
  );
  assert.equal(document.childNodes(1).length, pieces + 3);
});
