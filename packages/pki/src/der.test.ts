import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Name, RelativeDistinguishedName } from '@peculiar/asn1-x509';
import { derElements, derSequence } from './der.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const read = (text: string): string[] =>
  [...derElements(hex(text))].map(({ tag, content }) => `${tag} ${Buffer.from(content).toString('hex')}`);

describe('elements of DER', () => {
  test('Elements that follow one another are told apart, of one byte of length and of several', () => {
    assert.deepEqual(read('020101 0500 300302 0107'), ['2 01', '5 ', '48 020107']);
    const long = Buffer.alloc(300, 1);
    const [element, more] = derElements(Buffer.concat([hex('0482012c'), long]));
    assert.deepEqual([element?.tag, element?.content.length, more], [4, 300, undefined]);
    assert.deepEqual(read(''), []);
  });
  test('Nothing is copied, and nothing behind what is asked for is looked at', () => {
    const bytes = hex('020101 ff');
    const { value } = derElements(bytes).next();
    assert.equal(value?.whole.buffer, bytes.buffer);
  });
  for (const [what, text] of [
    ['an indefinite length', '3080 0000'],
    ['a length in more bytes than it needs', '048101 00'],
    ['a length of five bytes', '04850000000001 00'],
    ['an end within an element', '0403 0101'],
    ['an end within a length', '0482 01'],
    ['a tag without length', '04'],
    ['a tag of several bytes', '1f8101 00'],
  ] as const)
    test(`It is no DER with ${what}`, () => assert.throws(() => read(text), RangeError));
  test('A sequence is written as another encoder writes it', () => {
    for (const count of [0, 1, 20, 200]) {
      const steps = Array.from({ length: count }, () => new RelativeDistinguishedName());
      const whole = Buffer.from(AsnConvert.serialize(new Name(steps)));
      const [outer] = derElements(whole);
      assert.ok(outer);
      assert.deepEqual(derSequence([...derElements(outer.content)]), whole);
    }
  });
});
