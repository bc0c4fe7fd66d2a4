import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { request } from 'undici';
import { receiveBytes } from './body-parser.ts';
import { type HttpServer, newHttpServer } from './http-server.ts';
import { BodyIntake } from './intake.ts';

const KIB = 1024;
const folder = mkdtempSync(join(tmpdir(), 'pappel-intake-'));
const limits = {
  memory: 96 * KIB,
  memoryPerAddress: 64 * KIB,
  disk: 400 * KIB,
  diskPerAddress: 300 * KIB,
  opened: 128 * KIB,
  spoolAbove: 16 * KIB,
  leastRate: 16 * KIB,
};
/** What is under way here stays under way for as long as a test looks. */
const intake = new BodyIntake(folder, { ...limits, patienceMs: 120_000 });
/** For who is slow: for too long with the first, for long with the second. */
const hasty = new BodyIntake(folder, { ...limits, patienceMs: 400 });
const steady = new BodyIntake(folder, { ...limits, leastRate: 4 * KIB, patienceMs: 2_500 });
let server: HttpServer;
let port = 0;
const sockets: Socket[] = [];

before(async () => {
  server = await newHttpServer({
    log: pino({ level: 'silent' }),
    intake,
    trustProxy: ['loopback'],
    connections: { all: 100, perAddress: 20 },
  });
  for (const [path, taking] of Object.entries({ '/bytes': intake, '/hasty': hasty, '/steady': steady }))
    server.post(path, { config: { takesBytes: true } }, async (request) => {
      await using body = await receiveBytes(taking, request, 200 * KIB);
      const bytes = await body.open();
      return { bytes: bytes.length, sum: bytes.reduce((sum, byte) => sum + byte, 0) };
    });
  server.post('/json', async (request) => ({ keys: Object.keys(request.body as object).length }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  while ([intake, hasty, steady].some(({ held }) => held.memory > 0 || held.disk > 0)) await sleep(10);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  path?: string;
  from?: string;
  /** Content-Length. */
  announced: number;
  /** Bytes that are really sent at first. */
  sent?: number;
  type?: string;
}

/** A request on a socket of its own, of which only so much is sent; answers the socket and what comes back. */
function begin({ path = '/bytes', from = '192.0.2.1', announced, sent = announced, type }: Sent) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${from}`,
    `Content-Length: ${announced}`,
  ];
  if (type) head.push(`Content-Type: ${type}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, 1));
  socket.on('error', () => undefined);
  let text = '';
  const answer = new Promise<{ status: number; body: string; head: string }>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (Buffer.byteLength(body) >= length) resolve({ status: Number(text.slice(9, 12)), body, head });
    });
  });
  return { socket, answer };
}

const statusOf = async (what: Sent): Promise<number> => (await begin(what).answer).status;
const held = async (kind: 'memory' | 'disk', bytes: number): Promise<void> => {
  while (intake.held[kind] < bytes) await sleep(5);
};

describe('bodies on their way in', () => {
  test('Small ones come through memory, large ones through a file that has no name', async () => {
    for (const bytes of [0, 1, 16 * KIB, 16 * KIB + 1, 200 * KIB]) {
      const { status, body } = await begin({ announced: bytes }).answer;
      assert.deepEqual([status, JSON.parse(body)], [200, { bytes, sum: bytes }]);
    }
    const half = begin({ announced: 150 * KIB, sent: 100 * KIB });
    await held('disk', 100 * KIB);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(intake.held.memory, 0);
    half.socket.destroy();
  });
  test('The pieces of a large one are given back as they are written, and read back one after the other', async () => {
    const all = new BodyIntake(folder, { spoolAbove: 16 * KIB });
    const chunks = Array.from({ length: 40 }, (_, i) => Buffer.alloc(16 * KIB, i));
    const source = Object.assign(Readable.from(chunks), { headers: {} }) as unknown as IncomingMessage;
    await using body = await all.take(source, { limit: 1024 * KIB, address: 'here', spool: true });
    assert.deepEqual([body.bytes, chunks.every(({ length }) => length === 0)], [640 * KIB, true]);
    const read: Buffer[] = [];
    for await (const piece of body.pieces()) read.push(Buffer.from(piece));
    assert.ok(read.length > 1);
    assert.ok(Buffer.concat(read).equals(await body.open()));
    assert.equal(Buffer.concat(read)[639 * KIB], 39);
  });
  test('A body that comes byte by byte is not kept byte by byte', async () => {
    const source = new Readable({ read: () => undefined });
    for (let i = 0; i < 10_000; i++) source.push(Buffer.of(i % 256));
    source.push(null);
    const request = Object.assign(source, { headers: {} }) as unknown as IncomingMessage;
    const all = new BodyIntake(folder);
    await using body = await all.take(request, { limit: 20_000, address: 'here' });
    const pieces = await Array.fromAsync(body.pieces());
    assert.ok(pieces.length < 10, `${pieces.length} pieces`);
    assert.ok(Buffer.concat(pieces).equals(Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 256))));
  });
  test('More than the route takes is 413, announced or not, and the answer can be read', async () => {
    assert.equal(await statusOf({ announced: 200 * KIB + 1, sent: 0 }), 413);
    assert.equal(await statusOf({ announced: 10_000 * KIB, sent: 10_000 * KIB }), 413);
    const body = Readable.from(['x'.repeat(300 * KIB)]);
    const { statusCode } = await request(`http://127.0.0.1:${port}/bytes`, { method: 'POST', body });
    assert.equal(statusCode, 413);
  });
  test('A body that stops is REQUEST_TIMEOUT, and what came of it is forgotten', async () => {
    for (const sent of [0, 100, 100 * KIB]) {
      const { status, body } = await begin({ path: '/hasty', announced: 150 * KIB, sent }).answer;
      assert.deepEqual([status, JSON.parse(body).error.code], [408, 'REQUEST_TIMEOUT']);
    }
    assert.deepEqual(hasty.held, { memory: 0, disk: 0 });
  });
  test('A body that comes slower than the least rate is refused, however many pieces it comes in', async () => {
    const { socket, answer } = begin({ path: '/hasty', announced: 100 * KIB, sent: 1 });
    const drip = setInterval(() => socket.write('x'), 50);
    try {
      assert.equal((await answer).status, 408);
    } finally {
      clearInterval(drip);
    }
  });
  test('A body that comes at more than that goes on for as long as it takes', async () => {
    const { socket, answer } = begin({ path: '/steady', announced: 100 * KIB, sent: 0 });
    for (let sent = 0; sent < 100; sent += 4) {
      socket.write(Buffer.alloc(4 * KIB, 1));
      await sleep(120);
    }
    assert.equal((await answer).status, 200);
  });
  test('An address that has too much under way is 429, and others are served', async () => {
    const large = { announced: 150 * KIB, sent: 149 * KIB };
    for (const count of [1, 2]) {
      begin(large);
      await held('disk', count * 149 * KIB);
    }
    const third = await begin(large).answer;
    assert.deepEqual([third.status, JSON.parse(third.body).error.code], [429, 'RATE_LIMITED']);
    assert.match(third.head, /retry-after: [1-9]/i);
    assert.equal(await statusOf({ announced: 50 * KIB, from: '192.0.2.2' }), 200);
    assert.equal(await statusOf({ announced: 1 * KIB }), 200);
  });
  test('When all together have too much under way it is 503, and small ones still come through', async () => {
    for (const from of ['192.0.2.1', '192.0.2.2']) begin({ announced: 199 * KIB, sent: 198 * KIB, from });
    await held('disk', 396 * KIB);
    const next = await begin({ announced: 150 * KIB, from: '192.0.2.3' }).answer;
    assert.deepEqual([next.status, JSON.parse(next.body).error.code], [503, 'UNAVAILABLE']);
    assert.match(next.head, /retry-after: [1-9]/i);
    assert.equal(await statusOf({ announced: 16 * KIB, from: '192.0.2.3' }), 200);
  });
  test('JSON is counted in memory for as long as its request lasts', async () => {
    const type = 'application/json';
    begin({ path: '/json', type, announced: 60 * KIB, sent: 50 * KIB });
    await held('memory', 50 * KIB);
    assert.equal(await statusOf({ path: '/json', type, announced: 20 * KIB }), 429);
    const answer = await fetch(`http://127.0.0.1:${port}/json`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': '192.0.2.2' },
      body: '{"a":1}',
    });
    assert.deepEqual([answer.status, await answer.json()], [200, { keys: 1 }]);
  });
});

describe('connections', () => {
  test('So many from one address are open at once; the next is cut off, and again let in when one ends', async () => {
    const open = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      return socket;
    });
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const next = connect(port, '127.0.0.1');
    sockets.push(next);
    next.on('error', () => undefined);
    await new Promise((resolve) => next.once('close', resolve));
    for (const socket of open) socket.destroy();
    await Promise.all(
      open.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))),
    );
    let status = 0;
    while (status !== 200)
      status = await fetch(`http://127.0.0.1:${port}/bytes`, { method: 'POST' }).then(
        (answer) => answer.status,
        () => 0,
      );
  });
});
