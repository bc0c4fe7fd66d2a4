import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyHash } from './idempotency.ts';

const hash = (body: object): string => bodyHash(body).toString('hex');

describe('the hash of a body [RFC 8785]', () => {
  test('It is that of the canonical form: names sorted, numbers and characters written one way', () => {
    // SHA-256 of {"a":[1e+30,"€$\u000f\nA'B\"\\"],"b":{"c":true,"d":null}}
    assert.equal(
      hash({ b: { d: null, c: true }, a: [1e30, '\u20ac$\u000f\nA\'B"\\'] }),
      '2f30b63c97eaf4bd3e6ccdf5659e4b3776e1d9f6f4214705eafda81c2ab366f4',
    );
  });
  test('Hashes of long ago still hold: keys are held for ever [LIM-8]', () => {
    const body = {
      type: 'invoice',
      sender: '0088:1',
      receiver: '0192:2',
      payload: '<a>å&amp;\u{1f600}</a>\r\n',
    };
    assert.equal(hash(body), '15283acdcf1710b067afc3bf59adb697e31da08aa90c3746252fa0c462a7edde');
    assert.equal(hash({ ...body, externalReference: undefined }), hash(body));
    assert.notEqual(hash({ ...body, externalReference: '' }), hash(body));
  });
});
