import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bare, mimeParameter, readMultipart } from './mime.ts';

const read = (body: string, contentType = 'multipart/related; boundary=b') =>
  readMultipart(contentType, Buffer.from(body, 'latin1'))?.map((part) => [
    part.contentId,
    Buffer.from(part.body).toString('latin1'),
  ]);
const part = (id: string, body: string): string => `--b\r\nContent-ID: <${id}>\r\n\r\n${body}\r\n`;

describe('multipart/related [RFC 2046 5.1, RFC 2387]', () => {
  test('The line break before a boundary belongs to the boundary', () => {
    assert.deepEqual(read(`${part('1', 'a\r\n')}${part('2', '')}--b--`), [
      ['1', 'a\r\n'],
      ['2', ''],
    ]);
  });
  test('The root is the part that start names, else the first', () => {
    const body = `${part('one', '1')}${part('two', '2')}--b--`;
    assert.deepEqual(read(body)?.[0], ['one', '1']);
    assert.deepEqual(read(body, 'multipart/related; boundary=b; start="<two>"')?.[0], ['two', '2']);
    assert.deepEqual(read(body, 'multipart/related; start-info="x"; boundary=b')?.[0], ['one', '1']);
  });
  test('Preamble, epilogue and white space after a boundary are ignored', () => {
    const body = `hello\r\n${part('1', 'a').replace('--b', '--b \t ')}--b--  \r\nbye`;
    assert.deepEqual(read(body), [['1', 'a']]);
  });
  test('A line that only begins like the boundary is content, whatever bytes surround it', () => {
    const content = '\u0000\r\n--bb\r\n\u00ff\r\n--b-\r\n--b x\r\n';
    assert.deepEqual(read(`${part('1', content)}--b--`), [['1', content]]);
  });
  test('Header names in any case, folded lines', () => {
    assert.deepEqual(read('--b\r\nCONTENT-ID:\r\n <x@y>\r\nX: 1\r\n\r\na\r\n--b--'), [['x@y', 'a']]);
  });
  test('Broken structures give nothing', () => {
    const good = `${part('1', 'a')}--b--`;
    assert.ok(read(good));
    const broken = [
      part('1', 'a'),
      good.slice(0, -2),
      good.replaceAll('\r\n', '\n'),
      good.replace('\r\n\r\n', '\r\n'),
      good.replace('Content-ID', 'Content-Transfer-Encoding: base64\r\nContent-ID'),
      `--b\r\n${'x'.repeat(20_000)}\r\n\r\na\r\n--b--`,
      `${part('1', 'a').repeat(11)}--b--`,
      '',
    ];
    for (const body of broken) assert.equal(read(body), undefined, body.slice(0, 60));
    assert.deepEqual(read('--b--'), []);
    assert.equal(read(good, 'multipart/related'), undefined);
    assert.equal(read(good, 'multipart/related; boundary=""'), undefined);
    assert.equal(read(good, `multipart/related; boundary=${'b'.repeat(300)}`), undefined);
  });
  test('A body of many near misses is read in linear time', () => {
    const started = performance.now();
    assert.equal(read(`${part('1', '\r\n--b'.repeat(1_000_000))}`), undefined);
    assert.ok(performance.now() - started < 3_000);
  });
});

test('Parameters are read with and without quotes, in any case', () => {
  assert.equal(mimeParameter('a/b; Boundary="x y"; c=d', 'boundary'), 'x y');
  assert.equal(mimeParameter('a/b;boundary=x;c=d', 'boundary'), 'x');
  assert.equal(mimeParameter('a/b; xboundary=x', 'boundary'), undefined);
});

test('Content ids are compared without brackets, cid: and percent-encoding', () => {
  for (const id of ['<a b@c>', 'cid:a%20b@c', ' a b@c ', 'CID:a b%40c']) assert.equal(bare(id), 'a b@c');
  assert.equal(bare('cid:100%'), '100%');
});
