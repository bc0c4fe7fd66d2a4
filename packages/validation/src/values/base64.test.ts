import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isBase64 } from './base64.ts';

describe('Base64 as XSD has it [XSD 3.2.16]', () => {
  const judge = (text: string): boolean => isBase64(Buffer.from(text));

  test('What an encoder writes is base64', () => {
    for (const bytes of ['', 'A', 'AB', 'ABC', 'ABCD', '\u00ff\u00fe?>'])
      assert.equal(judge(Buffer.from(bytes, 'latin1').toString('base64')), true, bytes);
  });

  test('White space may stand anywhere', () => {
    assert.equal(judge('\n QU\r\nF B\tQ Q =  = \n'), true);
  });

  test('Groups are complete', () => {
    for (const text of [
      'A',
      'AA',
      'AAA',
      'AAAAA',
      'QUE',
      '=',
      'A===',
      '====',
      'AAAA====',
      'QQ==QQ==',
      'Q=Q=',
    ])
      assert.equal(judge(text), false, text);
  });

  test('Bits that belong to no byte are zero', () => {
    assert.equal(judge('QQ=='), true);
    assert.equal(judge('QR=='), false);
    assert.equal(judge('QUE='), true);
    assert.equal(judge('QUF='), false);
  });

  test('Other characters are refused, those of base64url too', () => {
    for (const text of ['AA_A', 'AA-A', 'AA.A', 'é===', 'AA\u00a0AA']) assert.equal(judge(text), false, text);
  });

  test('A part of bytes can be judged', () => {
    assert.equal(isBase64(Buffer.from('<QUFB>'), 1, 5), true);
    assert.equal(isBase64(Buffer.from('<QUFB>'), 0, 5), false);
  });
});
