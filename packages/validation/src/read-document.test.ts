import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture } from '../tests/run-rules.ts';
import { documentOfText, readDocument } from './read-document.ts';

const declared = (encoding: string, text: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<a>${text}</a>`;

function rewritten(bytes: Uint8Array): string | undefined {
  const reading = readDocument(bytes);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem.message);
  return reading.rewritten && Buffer.from(reading.rewritten).toString();
}

function problemOf(bytes: Uint8Array): string {
  const reading = readDocument(bytes);
  assert.ok(!reading.ok);
  const { line, column, message } = reading.problem;
  return `${line}:${column} ${message}`;
}

/** A document in which these bytes are the text. */
const around = (encoding: string, ...text: number[]): Buffer =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>\n<a>`),
    Buffer.from(text),
    Buffer.from('</a>'),
  ]);

describe('What is written in another encoding is told in UTF-8, and says so', () => {
  const cases: [what: string, bytes: Uint8Array, text: string][] = [
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1', 'Ærø'), 'latin1'), 'Ærø'],
    ['Windows-1252', around('windows-1252', 0x80, 0x93, 0xe5), '€“å'],
    ['ISO-8859-15', around('ISO-8859-15', 0xa4, 0xbc), '€Œ'],
    ['Shift_JIS', around('Shift_JIS', 0x93, 0xfa, 0x96, 0x7b), '日本'],
    ['KOI8-R', around('KOI8-R', 0xd0, 0xd2), 'пр'],
  ];
  for (const [what, bytes, text] of cases)
    test(what, () => assert.equal(rewritten(bytes), declared('UTF-8', text)));

  for (const [order, swap] of [
    ['little-endian', false],
    ['big-endian', true],
  ] as const)
    for (const mark of ['\ufeff', ''])
      test(`UTF-16, ${order}, ${mark === '' ? 'without' : 'with'} a mark`, () => {
        const bytes = Buffer.from(mark + declared('UTF-16', 'Ærø 😀'), 'utf16le');
        assert.equal(rewritten(swap ? bytes.swap16() : bytes), declared('UTF-8', 'Ærø 😀'));
      });

  test('A byte order mark of UTF-8 is left out, and wins over another encoding that is declared', () => {
    assert.equal(rewritten(Buffer.from('\ufeff<a>é</a>')), '<a>é</a>');
    assert.equal(rewritten(Buffer.from(`\ufeff${declared('ISO-8859-1', 'é')}`)), declared('UTF-8', 'é'));
  });
  test('UTF-8 and ASCII stay as they are', () => {
    for (const text of [fixture('invoice.xml'), declared('utf-8', 'é'), declared('US-ASCII', 'e'), '<a/>'])
      assert.equal(rewritten(Buffer.from(text)), undefined);
  });
});

test('Text of JSON is UTF-8, whatever its declaration says', () => {
  for (const encoding of ['utf-16', 'ISO-8859-1', 'x-unknown'])
    assert.equal(documentOfText(declared(encoding, 'é')).toString(), declared('UTF-8', 'é'));
  assert.equal(documentOfText('\ufeff<a/>').toString(), '<a/>');
  assert.equal(documentOfText(declared('UTF-8', 'é')).toString(), declared('UTF-8', 'é'));
});

describe('What cannot be read is told with its place', () => {
  const cases: [what: string, bytes: Uint8Array, problem: RegExp][] = [
    ['nothing', Buffer.alloc(0), /^1:1 The document is empty$/],
    ['blanks', Buffer.from(' \n '), /^2:2 The document is empty$/],
    ['a DTD', Buffer.from('<!DOCTYPE a>\n<a/>'), /^1:1 .*DTD/],
    ['no XML', Buffer.from('{"invoice": 1}'), /^1:1 /],
    ['a document that ends early', Buffer.from('<a>\n<b>'), /^2:4 /],
    [
      'an encoding that nobody knows',
      Buffer.from(declared('EBCDIC-XY', '')),
      /^1:1 The encoding ebcdic-xy is not supported/,
    ],
    ['UTF-16 that is none', Buffer.from(declared('UTF-16', '')), /^1:1 The encoding utf-16 is not supported/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), /^1:1 The encoding utf-32 is not supported/],
    ['bytes that are none of their encoding', around('Shift_JIS', 0x80), /^1:1 The bytes are not SHIFT_JIS/],
    ['a byte that no UTF-8 has', Buffer.from([0x3c, 0x61, 0x3e, 0x0a, 0xff]), /^2:1 .*UTF-8/],
    ['U+0000 as it stands', Buffer.from('<a>\nx\0</a>'), /^2:2 A control character/],
    ['U+0000 in the name of a tag', Buffer.from('<a>\n<b\0c/></a>'), /^2:2 "b\ufffdc" is no XML name$/],
    ['U+0000 in the name of an attribute', Buffer.from('<a \0b="1"/>'), /^1:4 /],
    ['U+0000 in a value', Buffer.from('<a b="\0"/>'), /^1:7 /],
    ['U+0000 in a comment', Buffer.from('<a><!-- \0 --></a>'), /^1:9 /],
    ['U+0000 by its number', Buffer.from('<a>\n&#0;</a>'), /^2:1 This reference names a character/],
    ['U+0000 by its hexadecimal number', Buffer.from('<a b="&#x0;"/>'), /^1:7 This reference/],
  ];
  for (const [what, bytes, problem] of cases) test(what, () => assert.match(problemOf(bytes), problem));
});
