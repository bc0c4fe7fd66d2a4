import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { paceHandshakes } from './paced-handshakes.ts';
import { paceReading } from './paced-reading.ts';

/** Counts rounds of the event loop for as long as a test runs. */
function countRounds() {
  let round = 0;
  let isOver = false;
  const next = (): void => {
    round++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  after(() => {
    isOver = true;
  });
  return () => round;
}

/** How many of what happened fell into the busiest round. */
const busiest = (rounds: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const round of rounds) counts.set(round, (counts.get(round) ?? 0) + 1);
  return Math.max(0, ...counts.values());
};

async function listening(server: Server): Promise<number> {
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function sending(port: number, bytes: string | Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  after(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume().write(bytes);
  return socket;
}

function pacedServer(handle: RequestListener): Promise<number> {
  const server = createServer({ requireHostHeader: false }, handle);
  paceReading(server);
  return listening(server);
}

describe('what one connection makes the event loop do', () => {
  test('Who asks on and on without waiting for answers is cut off, and the rest is not looked at', async () => {
    let asked = 0;
    // None is answered meanwhile: that would let it ask for one more.
    const port = await pacedServer(() => {
      asked++;
    });
    const socket = await sending(port, 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000));
    await once(socket, 'close');
    assert.equal(asked, 16);
  });

  test('A few requests at once on one connection are all answered, in their order', async () => {
    const port = await pacedServer(({ url }, response) => response.end(`<${url}>`));
    const urls = Array.from({ length: 10 }, (_, i) => `/${i}`);
    const socket = await sending(port, urls.map((url) => `GET ${url} HTTP/1.1\r\n\r\n`).join(''));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    while (!text.includes('</9>')) await once(socket, 'data');
    assert.deepEqual(
      [...text.matchAll(/<(\/\d)>/g)].map(([, url]) => url),
      urls,
    );
  });

  test('A body of many small chunks is parsed piece by piece, connections in turns, and nothing of it is lost', async () => {
    const now = countRounds();
    const seen: number[] = [];
    let ended = 0;
    const port = await pacedServer((request, response) => {
      request.on('data', () => seen.push(now()));
      request.on('end', () => {
        ended++;
        response.end();
      });
    });
    const head = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = `${head}${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`;
    const sockets = await Promise.all([1, 2, 3].map(() => sending(port, body)));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    assert.deepEqual([ended, seen.length], [3, 60_000]);
    // What comes with the first bytes of each, and a piece: never all that the system handed over.
    assert.ok(busiest(seen) <= (3 * 8_192 + 16_384) / 6, `${busiest(seen)}`);
  });

  test('A body that nobody reads waits, and goes on when somebody does', async () => {
    let go: (() => void) | undefined;
    let waiting = (): number => 0;
    const port = await pacedServer((request, response) => {
      waiting = () => request.readableLength;
      go = () => request.resume().on('end', () => response.end('read'));
    });
    const bytes = Buffer.alloc(3_000_000, 0x20);
    const head = Buffer.from(`POST / HTTP/1.1\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    const socket = await sending(port, Buffer.concat([head, bytes]));
    while (!go) await new Promise(setImmediate);
    for (let round = 0; round < 200; round++) await new Promise(setImmediate);
    assert.ok(waiting() > 0 && waiting() < 200_000, `${waiting()} bytes wait`);
    go();
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /read$/);
  });
});

test('TLS handshakes that are asked for at once begin one after the other', async () => {
  const now = countRounds();
  const begun: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'pappel-handshakes-'));
  after(() => rmSync(folder, { recursive: true }));
  const pki = await openLocalPki(folder);
  const { keyPem: key, certificatePem: cert } = await pki.issueTlsServer(['127.0.0.1']);
  const server = createTlsServer({ key, cert }, (_request, response) => response.end('here'));
  server.on('connection', () => begun.push(now()));
  paceHandshakes(server);
  const port = await listening(server);
  const silent = await sending(port, '');
  const sockets = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = connectTls({ host: '127.0.0.1', port, ca: pki.tlsCaPem });
      await once(socket, 'secureConnect');
      return socket;
    }),
  );
  assert.deepEqual([begun.length, busiest(begun)], [30, 1]);
  const [first] = sockets;
  first?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.match(String(await once(first as Socket, 'data')), /here/);
  for (const socket of [...sockets, silent]) socket.destroy();
});
