import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bare, mimeParameter, readMultipart } from './mime.ts';

const read = async (body: string, contentType = 'multipart/related; boundary=b') =>
  (await readMultipart(contentType, Buffer.from(body, 'latin1')))?.map((part) => [
    part.contentId,
    Buffer.from(part.body).toString('latin1'),
  ]);
const part = (id: string, body: string): string => `--b\r\nContent-ID: <${id}>\r\n\r\n${body}\r\n`;

describe('multipart/related [RFC 2046 5.1, RFC 2387]', () => {
  test('The line break before a boundary belongs to the boundary', async () => {
    assert.deepEqual(await read(`${part('1', 'a\r\n')}${part('2', '')}--b--`), [
      ['1', 'a\r\n'],
      ['2', ''],
    ]);
  });
  test('The root is the part that start names, else the first', async () => {
    const body = `${part('one', '1')}${part('two', '2')}--b--`;
    assert.deepEqual((await read(body))?.[0], ['one', '1']);
    assert.deepEqual((await read(body, 'multipart/related; boundary=b; start="<two>"'))?.[0], ['two', '2']);
    assert.deepEqual((await read(body, 'multipart/related; start-info="x"; boundary=b'))?.[0], ['one', '1']);
  });
  test('Preamble, epilogue and white space after a boundary are ignored', async () => {
    const body = `hello\r\n${part('1', 'a').replace('--b', '--b \t ')}--b--  \r\nbye`;
    assert.deepEqual(await read(body), [['1', 'a']]);
  });
  test('A line that only begins like the boundary is content, whatever bytes surround it', async () => {
    const content = '\u0000\r\n--bb\r\n\u00ff\r\n--b-\r\n--b x\r\n';
    assert.deepEqual(await read(`${part('1', content)}--b--`), [['1', content]]);
  });
  test('Header names in any case, folded lines', async () => {
    assert.deepEqual(await read('--b\r\nCONTENT-ID:\r\n <x@y>\r\nX: 1\r\n\r\na\r\n--b--'), [['x@y', 'a']]);
  });
  test('Broken structures give nothing', async () => {
    const good = `${part('1', 'a')}--b--`;
    assert.ok(await read(good));
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
    for (const body of broken) assert.equal(await read(body), undefined, body.slice(0, 60));
    assert.deepEqual(await read('--b--'), []);
    assert.equal(await read(good, 'multipart/related'), undefined);
    assert.equal(await read(good, 'multipart/related; boundary=""'), undefined);
    assert.equal(await read(good, `multipart/related; boundary=${'b'.repeat(300)}`), undefined);
  });
  test('A boundary is found wherever it stands in a large body, also across the pieces that are searched', async () => {
    for (const length of [1_048_576, 2_097_152]) {
      for (let shift = -8; shift <= 8; shift++) {
        const content = 'x'.repeat(length + shift);
        const found = await read(`${part('1', content)}--b--`);
        assert.equal(found?.[0]?.[1]?.length, content.length);
      }
    }
  });
  test('A boundary longer than the standard allows is none', async () => {
    const [longest, longer] = ['b'.repeat(70), 'b'.repeat(71)];
    const body = (boundary: string) => `--${boundary}\r\nX: 1\r\n\r\na\r\n--${boundary}--`;
    assert.deepEqual(await read(body(longest), `multipart/related; boundary=${longest}`), [['', 'a']]);
    assert.equal(await read(body(longer), `multipart/related; boundary=${longer}`), undefined);
  });
  test('After a hundred lines that only begin like the boundary nothing more is looked for', async () => {
    const misses = (count: number) => part('1', '\r\n--bx'.repeat(count)) + part('2', 'a');
    assert.equal((await read(`${misses(99)}--b--`))?.length, 2);
    assert.equal(await read(`${misses(100)}--b--`), undefined);
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
