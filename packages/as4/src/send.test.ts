import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createSocketServer,
  type LookupFunction,
  type Server as SocketServer,
} from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { Dispatcher } from 'undici';
import { type Exchange, openExchange } from '../tests/exchange.ts';
import type { SendOutcome } from './read-response.ts';
import { receive } from './receive.ts';
import { errorReply, receiptFor } from './reply.ts';
import { sendUserMessage } from './send.ts';
import { type AgentOptions, createAgent } from './transport.ts';

let exchange: Exchange;
let c2: KeyMaterial;
let c3: KeyMaterial;
let server: Server;
let url: string;
const opened: { close(): unknown }[] = [];
const heard: { headers: Record<string, unknown>; body: Buffer }[] = [];

const listening = async (listener: Server | SocketServer, scheme = 'http'): Promise<string> => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  opened.push(listener);
  const address = listener.address();
  return `${scheme}://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};
const agent = (options?: AgentOptions): Dispatcher => {
  const made = createAgent(options);
  opened.push(made);
  return made;
};

/** A second access point: answers a receipt or an error, in the manner its path asks for. */
const accessPoint: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  heard.push({ headers: request.headers, body });
  if (request.url === '/silent') return;
  const contentType = request.headers['content-type'] ?? '';
  const result = await receive(exchange.receiver, { contentType, body });
  const reply =
    result.kind === 'received'
      ? await receiptFor(result, c3)
      : await errorReply(result.error, result.refToMessageId, c3);
  answer(request.url ?? '', response, reply.contentType, Buffer.from(reply.body));
};

function answer(path: string, response: ServerResponse, contentType: string, body: Buffer): void {
  const headers = { 'content-type': contentType };
  if (path === '/redirect') response.writeHead(302, { location: '/' }).end();
  else if (path === '/gzip')
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
  else if (path === '/bomb')
    response
      .writeHead(200, { ...headers, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000)));
  else if (path === '/huge') response.writeHead(200, headers).end(Buffer.alloc(5_000_000, ' '));
  else if (path === '/drip') {
    response.writeHead(200, headers);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  } else if (path === '/cut') {
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, 100), () => response.destroy());
  } else response.writeHead(200, headers).end(body);
}

before(async () => {
  exchange = await openExchange();
  ({ c2, c3 } = exchange);
  server = createServer(accessPoint);
  url = await listening(server);
});
after(async () => {
  server.closeAllConnections();
  for (const { close } of opened.map((one) => ({ close: () => one.close() }))) await close();
});

const send = (
  endpointUrl: string,
  {
    payload,
    dispatcher = agent(),
    timeout = 60_000,
  }: { payload?: string; dispatcher?: Dispatcher; timeout?: number } = {},
): Promise<SendOutcome> =>
  sendUserMessage(
    { dispatcher, key: c2, trust: exchange.trust, responseTimeout: timeout },
    exchange.outgoing(payload, { endpointUrl }),
  );
const transport = async (outcome: Promise<SendOutcome>, code: string): Promise<void> => {
  const found = await outcome;
  assert.equal(found.kind === 'transport' ? found.code : found.kind, code, JSON.stringify(found));
};

describe('sending over a socket', () => {
  test('A small and a large document get their receipts; the length of both is announced', async () => {
    assert.equal((await send(`${url}/as4?x=1`)).kind, 'receipt');
    const big = createHash('shake256', { outputLength: 5_000_000 }).update('y').digest('hex');
    assert.equal((await send(`${url}/`, { payload: big })).kind, 'receipt');
    for (const { headers, body } of heard.slice(-2)) {
      assert.equal(headers['content-length'], String(body.length));
      assert.equal(headers['transfer-encoding'], undefined);
      assert.equal(headers['expect'], undefined);
    }
  });
  test('A repeat over the same connection gets a receipt of its own', async () => {
    const dispatcher = agent();
    const outcomes = [await send(url, { dispatcher }), await send(url, { dispatcher })];
    const ids = outcomes.map((outcome) => (outcome.kind === 'receipt' ? outcome.receiptId : outcome.kind));
    assert.equal(new Set(ids).size, 2);
  });
  test('An answer that a proxy compressed is read', async () => {
    assert.equal((await send(`${url}/gzip`)).kind, 'receipt');
  });
  test('An error of the receiver comes back as one', async () => {
    const foreign = await exchange.keyOf('POP000002');
    const outcome = await sendUserMessage(
      { dispatcher: agent(), key: c2, trust: exchange.trust },
      exchange.outgoing(undefined, {
        endpointUrl: url,
        receiverCertificate: await exchange.trusted(foreign),
      }),
    );
    assert.ok(outcome.kind === 'ebms-error');
    assert.deepEqual([outcome.errors[0]?.code, outcome.retry, outcome.repeats], ['EBMS:0102', true, 1]);
  });
  test('A redirect is not followed', async () => {
    const before = heard.length;
    const outcome = await send(`${url}/redirect`);
    assert.deepEqual([outcome.kind, outcome.kind === 'no-signal' && outcome.httpStatus], ['no-signal', 302]);
    assert.equal(heard.length, before + 1);
  });
});

describe('what goes wrong on the way', () => {
  test('Silence is a timeout, for a small message and a large one', async () => {
    await transport(send(`${url}/silent`, { timeout: 300 }), 'TIMEOUT');
    const payload = createHash('shake256', { outputLength: 1_500_000 }).update('z').digest('hex');
    await transport(send(`${url}/silent`, { timeout: 300, payload }), 'TIMEOUT');
  });
  test('A receiver that takes a large message drop by drop is a timeout', async () => {
    let taken = 0;
    const slow = createSocketServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          taken += bytes.length;
          socket.pause();
          setTimeout(() => socket.resume(), 20);
        });
    });
    const payload = createHash('shake256', { outputLength: 20_000_000 }).update('w').digest('hex');
    await transport(
      sendUserMessage(
        { dispatcher: agent(), key: c2, trust: exchange.trust, responseTimeout: 1_500, uploadTimeout: 0 },
        exchange.outgoing(payload, { endpointUrl: await listening(slow) }),
      ),
      'TIMEOUT',
    );
    assert.ok(taken > 0 && taken < 20_000_000, `${taken}`);
  });
  test('An answer that drips in without end is a timeout', async () => {
    await transport(send(`${url}/drip`, { timeout: 500 }), 'TIMEOUT');
  });
  test('An answer beyond all measure is given up, compressed or not', async () => {
    await transport(send(`${url}/huge`), 'CONNECTION_FAILED');
    await transport(send(`${url}/bomb`), 'CONNECTION_FAILED');
  });
  test('An answer cut short, a closed port and an unknown host are failed connections', async () => {
    await transport(send(`${url}/cut`), 'CONNECTION_FAILED');
    await transport(send('http://127.0.0.1:1/'), 'CONNECTION_FAILED');
    await transport(send('http://nobody.invalid/'), 'CONNECTION_FAILED');
  });
  test('A server that closes at once is a failed connection', async () => {
    const closing = createSocketServer((socket) => socket.destroy());
    await transport(send(await listening(closing)), 'CONNECTION_FAILED');
  });
  test('A connection that does not come about is a timeout after connectTimeout', async () => {
    const lookup: LookupFunction = () => undefined;
    const dispatcher = agent({ connectTimeout: 200, connect: { lookup } });
    await transport(send('http://ap.example/', { dispatcher }), 'TIMEOUT');
  });
  test('A refusing lookup keeps us away from addresses we do not want', async () => {
    const lookup: LookupFunction = (_host, _options, callback) =>
      callback(new Error('private address'), '', 4);
    const outcome = await send(url.replace('127.0.0.1', 'localhost'), {
      dispatcher: agent({ connect: { lookup } }),
    });
    assert.ok(outcome.kind === 'transport' && outcome.code === 'CONNECTION_FAILED');
    assert.match(outcome.detail, /private address/);
  });
});

describe('TLS [TS-policy]', () => {
  let tlsUrl: string;
  before(async () => {
    const { keyPem, certificatePem } = await exchange.pki.issueTlsServer(['127.0.0.1', 'localhost']);
    tlsUrl = await listening(createTlsServer({ key: keyPem, cert: certificatePem }, accessPoint), 'https');
  });
  test('A server with a certificate of a known authority gets the message', async () => {
    const dispatcher = agent({ tlsCaPem: exchange.pki.tlsCaPem });
    assert.equal((await send(tlsUrl, { dispatcher })).kind, 'receipt');
  });
  test('A server of an unknown authority, under another name, or without TLS does not', async () => {
    const before = heard.length;
    await transport(send(tlsUrl), 'TLS_FAILED');
    const other = await exchange.pki.issueTlsServer(['ap.example']);
    const misnamed = createTlsServer({ key: other.keyPem, cert: other.certificatePem }, accessPoint);
    const dispatcher = agent({ tlsCaPem: exchange.pki.tlsCaPem });
    await transport(send(await listening(misnamed, 'https'), { dispatcher }), 'TLS_FAILED');
    await transport(send(url.replace('http:', 'https:')), 'TLS_FAILED');
    assert.equal(heard.length, before);
  });
  test('A server that shows a certificate for another purpose, as those of Peppol are, does not', async () => {
    const { keyPem, certificatePem } = await exchange.pki.issueAccessPoint('POP000009');
    const misused = createTlsServer({ key: keyPem, cert: certificatePem }, accessPoint);
    const dispatcher = agent({ tlsCaPem: exchange.pki.anchorsPem });
    await transport(send(await listening(misused, 'https'), { dispatcher }), 'TLS_FAILED');
  });
  test('A server that speaks only TLS 1.1 does not', async () => {
    const { keyPem, certificatePem } = await exchange.pki.issueTlsServer(['127.0.0.1']);
    const old = createTlsServer(
      {
        key: keyPem,
        cert: certificatePem,
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      accessPoint,
    );
    const dispatcher = agent({ tlsCaPem: exchange.pki.tlsCaPem });
    await transport(send(await listening(old, 'https'), { dispatcher }), 'TLS_FAILED');
  });
});
