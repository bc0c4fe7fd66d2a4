import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUp, startPappel } from './harness.ts';

/** Opens a connection to the API and writes `text`; resolves when it is through. */
async function say(api: string, text: string) {
  const socket = connect(Number(new URL(api).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(text);
  await sleep(100);
  return socket;
}

test('A request under way when the stop begins is answered', async () => {
  const pappel = await startPappel();
  const { key, companyId } = await signUp(pappel);
  const body = JSON.stringify({ name: 'Late' });
  const head = `PATCH /v1/companies/${companyId} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
  const socket = await say(
    pappel.api,
    `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const stopped = pappel.stop();
  await sleep(300);
  socket.write(body.slice(5));
  await stopped;
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.match(answer, /"name":"Late"/);
});

test('Callers who are connected and say nothing, or stop in the middle, do not hold up the end', async () => {
  const pappel = await startPappel();
  const { key } = await signUp(pappel);
  const head = `POST /v1/companies HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
  const sockets = [
    await say(pappel.api, ''),
    await say(pappel.api, 'GET /v1/ac'),
    await say(pappel.api, `${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name"`),
    // On the port of TLS, before any handshake.
    await say(pappel.service.deps.as4PublicUrl, ''),
  ];
  const started = Date.now();
  await pappel.stop();
  const seconds = (Date.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  assert.ok(seconds < 15, `${seconds} s`);
});
