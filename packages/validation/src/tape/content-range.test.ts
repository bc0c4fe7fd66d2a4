import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTape, type Tape } from './tape.ts';

function tapeOf(xml: string): Tape {
  const read = readTape(Buffer.from(xml));
  assert.ok(read.ok);
  return read.tape;
}

describe('Where the content of an element stands', () => {
  test('The bytes between the tags are the text when nothing else is among them', () => {
    const tape = tapeOf('<a><b x=">">né</b></a>');
    assert.equal(tape.isPlain(1), true);
    assert.equal(tape.source.toString('utf8', tape.contentStart(1), tape.contentEnd(1)), 'né');
  });

  test('An empty tag has no content', () => {
    const tape = tapeOf('<a><b/></a>');
    assert.equal(tape.isPlain(1), true);
    assert.equal(tape.contentEnd(1) - tape.contentStart(1), 0);
  });

  test('Elements, references, CDATA sections and comments make the bytes differ from the text', () => {
    for (const content of ['<c/>', '&amp;', '<![CDATA[x]]>', 'x<!-- y -->'])
      assert.equal(tapeOf(`<a>${content}</a>`).isPlain(0), false, content);
  });
});
