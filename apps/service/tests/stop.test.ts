import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { signUp, startPappel, until } from './harness.ts';

/** Opens a connection to one of our servers and writes `text`; resolves when it is there. */
async function say(server: Server, text: string): Promise<Socket> {
  const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  const end = await arrived;
  await until(
    async () => end.bytesRead,
    (bytes) => bytes >= text.length,
  );
  return socket;
}

test('A request under way when the stop begins is answered', async () => {
  const pappel = await startPappel();
  const { server } = pappel.service.servers.api;
  const { key, companyId } = await signUp(pappel);
  const body = JSON.stringify({ name: 'Late' });
  const head = `PATCH /v1/companies/${companyId} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
  const socket = await say(
    server,
    `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const stopped = pappel.stop();
  await until(
    async () => server.listening,
    (listens) => !listens,
  );
  socket.write(body.slice(5));
  await stopped;
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.match(answer, /"name":"Late"/);
});

test('Callers who are connected and say nothing, or stop in the middle, do not hold up the end', async () => {
  const pappel = await startPappel();
  const { api, as4 } = pappel.service.servers;
  const { key } = await signUp(pappel);
  const head = `POST /v1/companies HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
  const sockets = [
    await say(api.server, ''),
    await say(api.server, 'GET /v1/ac'),
    await say(api.server, `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name"`),
    // On the port of TLS, before any handshake.
    await say(as4.server, ''),
  ];
  const started = Date.now();
  await pappel.stop();
  const seconds = (Date.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  assert.ok(seconds < 30, `${seconds} s`);
});
