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

describe('Text between elements', () => {
  const isMixed = (content: string): boolean => tapeOf(`<a>${content}</a>`).hasTextBetweenChildren(0);

  test('White space in any form, comments and instructions are none', () => {
    for (const blank of ['', ' ', '\n\t ', '\r\n  ', '&#32;', '<![CDATA[ ]]>', '<!-- c -->', '<?p c?>\n'])
      for (const content of [`${blank}<b/>`, `<b/>${blank}`, `<b>x</b>${blank}<c/>`])
        assert.equal(isMixed(content), false, JSON.stringify(content));
  });

  test('Anything else is, wherever it stands', () => {
    for (const text of [
      'x',
      ' x ',
      '\r\nx',
      '>',
      '&amp;',
      '&#160;',
      '\u00a0',
      '<![CDATA[x]]>',
      '<!-- c -->x',
    ])
      for (const content of [`${text}<b/>`, `<b/>${text}`, `<b>x</b>\n${text}\n<c/>`])
        assert.equal(isMixed(content), true, JSON.stringify(content));
  });

  test('Text inside a child is its own', () => {
    assert.equal(isMixed('<b>x<c/>y</b>'), false);
  });

  test('Line ends of Windows are read as XML has them [XML 1.0 2.11]', () => {
    const tape = tapeOf('<a>\r\n<b>\r\nx\r</b>\t\r</a>');
    assert.equal(tape.text(1), '\nx\n');
    assert.equal(tape.text(0), '\n\nx\n\t\n');
  });
});
