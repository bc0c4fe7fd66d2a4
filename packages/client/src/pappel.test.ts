import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, test } from 'node:test';
import { PappelError } from './error.ts';
import { Pappel } from './pappel.ts';

interface Came {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers each request by the next of these, and the last of them from then on. */
type Script = (response: ServerResponse, came: Came) => void;
let script: Script[] = [];
let came: Came[] = [];
let server: Server;
let baseUrl: string;

before(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    came.push(one);
    // No connection is used again that the end of a test closes.
    response.setHeader('connection', 'close');
    const next = script.length > 1 ? script.shift() : script[0];
    next?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  came = [];
  server.closeAllConnections();
});
after(() => server.close());

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Script =>
  json(status, { error: { code, message: `${code}.`, requestId: 'req-1' } }, headers);
const drop: Script = (response) => response.destroy();

const clientOf = (options: { maxRetries?: number; timeoutMs?: number } = {}): Pappel =>
  new Pappel({ apiKey: 'pap_test_x', baseUrl: `${baseUrl}/`, ...options });
const invoice = { sender: '0007:1', receiver: '0192:2', type: 'invoice', xml: '<Invoice/>' };
const keys = (): unknown[] => [...new Set(came.map(({ headers }) => headers['idempotency-key']))];
const refused = (code: string, status?: number) => (error: unknown) => {
  assert.ok(error instanceof PappelError);
  assert.deepEqual([error.code, error.status], [code, status]);
  return true;
};

describe('what is repeated', () => {
  test('A document is sent again under the same key when the service was not there for a moment', async () => {
    script = [refusal(503, 'UNAVAILABLE', { 'retry-after': '0' }), json(202, { id: 'm-1' })];
    assert.equal((await clientOf().messages.send(invoice)).id, 'm-1');
    assert.deepEqual([came.length, keys().length], [2, 1]);
    assert.match(String(keys()[0]), /^[0-9a-f-]{36}$/);
    assert.equal(came[0]?.body, came[1]?.body);
    assert.equal(came[0]?.headers.authorization, 'Bearer pap_test_x');
  });

  test('A document is sent again under the same key when the connection breaks after the request', async () => {
    script = [
      drop,
      refusal(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '0' }),
      json(200, { id: 'm-1' }),
    ];
    assert.equal((await clientOf().messages.send({ ...invoice, idempotencyKey: 'mine' })).id, 'm-1');
    assert.deepEqual([came.length, keys()], [3, ['mine']]);
  });

  test('An answer that is cut off within, and one that does not come, are failures like any other', async () => {
    const cutOff: Script = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":', () => response.destroy());
    };
    script = [cutOff, () => undefined, json(200, { id: 'm-1' })];
    assert.equal((await clientOf({ timeoutMs: 2_000 }).messages.get('m-1')).id, 'm-1');
    assert.equal(came.length, 3);
  });

  test('A request is sent again under the key that it was given', async () => {
    script = [drop, json(202, { id: 'm-1' })];
    const { xml: payload, ...about } = invoice;
    const headers = { 'Idempotency-Key': 'mine' };
    await clientOf().request('POST', '/v1/messages', { body: { ...about, payload }, headers });
    assert.deepEqual([came.length, keys()], [2, ['mine']]);
  });

  test('What changes something and has no key is sent once', async () => {
    script = [drop];
    const made = clientOf().request('POST', '/v1/companies', { body: { name: 'Branch' } });
    await assert.rejects(made, refused('NETWORK_ERROR'));
    script = [refusal(503, 'UNAVAILABLE', { 'retry-after': '0' })];
    const deleted = clientOf().request('DELETE', '/v1/webhooks/{id}', { path: { id: 'w' } });
    await assert.rejects(deleted, refused('UNAVAILABLE', 503));
    assert.equal(came.length, 2);
  });

  test('What was limited is sent again when it may be, unless that is more than a minute away', async () => {
    script = [refusal(429, 'RATE_LIMITED', { 'retry-after': '0' }), json(201, { id: 'c-1' })];
    await clientOf().request('POST', '/v1/companies', { body: { name: 'Branch' } });
    assert.equal(came.length, 2);
    for (const later of ['61', new Date(Date.now() + 3_600_000).toUTCString()]) {
      script = [refusal(429, 'RATE_LIMITED', { 'retry-after': later })];
      await assert.rejects(clientOf().messages.get('m'), refused('RATE_LIMITED', 429));
    }
    assert.equal(came.length, 4);
  });

  test('It ends after as many repetitions as were allowed, and at once where none helps', async () => {
    script = [refusal(502, 'LOOKUP_FAILED', { 'retry-after': '0' })];
    await assert.rejects(clientOf({ maxRetries: 1 }).messages.get('m'), refused('LOOKUP_FAILED', 502));
    assert.equal(came.length, 2);
    script = [refusal(404, 'NOT_FOUND')];
    await assert.rejects(clientOf().messages.get('m'), refused('NOT_FOUND', 404));
    script = [(response) => response.writeHead(500).end('<html>')];
    await assert.rejects(clientOf().messages.get('m'), refused('UNEXPECTED_ANSWER', 500));
    assert.equal(came.length, 4);
  });

  test('A signal ends it, also while it waits to try again', async () => {
    const over = new AbortController();
    const later: Script = (response, one) => {
      response.once('close', () => setTimeout(() => over.abort(), 200));
      refusal(503, 'UNAVAILABLE', { 'retry-after': '50' })(response, one);
    };
    script = [later];
    await assert.rejects(clientOf().messages.get('m', over.signal), { name: 'AbortError' });
    assert.equal(came.length, 1);
  });
});

test('An error says status, code, details and requestId', async () => {
  const details = [{ field: 'sender', code: 'FORM', message: 'must be an address' }];
  script = [json(400, { error: { code: 'VALIDATION_FAILED', message: 'No.', details, requestId: 'req-7' } })];
  await assert.rejects(clientOf().messages.send(invoice), {
    name: 'PappelError',
    message: 'No.',
    code: 'VALIDATION_FAILED',
    status: 400,
    details,
    requestId: 'req-7',
  });
});

test('A client without a key, or with what is no URL, is not made', () => {
  assert.throws(() => new Pappel({ apiKey: '', baseUrl }), TypeError);
  assert.throws(() => new Pappel({ apiKey: 'pap_test_x', baseUrl: 'pappel.example.com' }), TypeError);
});

test('A request fills the path, repeats a query for each of several values, and answers nothing for 204', async () => {
  script = [json(200, { messages: [] }), (response) => response.writeHead(204).end()];
  const pappel = clientOf();
  const query = { status: ['QUEUED', 'SENDING'] as ('QUEUED' | 'SENDING')[], counts: true };
  await pappel.request('GET', '/v1/messages', { query });
  assert.equal(came[0]?.url, '/v1/messages?status=QUEUED&status=SENDING&counts=true');
  const nothing: undefined = await pappel.request('DELETE', '/v1/api-keys/{id}', { path: { id: 'a/b?' } });
  assert.deepEqual([nothing, came[1]?.url], [undefined, '/v1/api-keys/a%2Fb%3F']);
});

/** Never called: the compiler is what tests it. */
export async function mistakes(pappel: Pappel): Promise<void> {
  // @ts-expect-error: there is no such path
  await pappel.request('GET', '/v1/nowhere');
  // @ts-expect-error: this path knows no PUT
  await pappel.request('PUT', '/v1/messages');
  // @ts-expect-error: the id is missing
  await pappel.request('GET', '/v1/messages/{id}');
  // @ts-expect-error: there is no such field
  await pappel.request('POST', '/v1/companies', { body: { nam: 'x' } });
  // @ts-expect-error: it takes no query
  await pappel.request('GET', '/v1/messages/{id}', { path: { id: 'x' }, query: { q: 'x' } });
  const { status } = await pappel.request('GET', '/v1/messages/{id}', { path: { id: 'x' } });
  // @ts-expect-error: there is no such status
  if (status === 'LOST') return;
  for await (const event of pappel.events.stream())
    if (event.type === 'document.received') event.data.messageId.toUpperCase();
    // @ts-expect-error: events of other types have other data
    else if (event.type === 'participant.active') event.data.messageId.toUpperCase();
}

describe('a stream', () => {
  const frame = (seq: number): string =>
    `id: ${seq}\nevent: document.valid\ndata: ${JSON.stringify({ id: `e-${seq}`, type: 'document.valid' })}\n\n`;
  const stream =
    (said: string, end: 'cut' | 'stay'): Script =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`retry: 3000\n: ok\n\n${said}`, () => end === 'cut' && response.destroy());
    };

  test('It goes on from the last event that was told after a cut, also one in the middle of an event', async () => {
    script = [
      stream(`id: 6\n\n${frame(7)}${frame(8)}id: 9\nevent: document.valid\nda`, 'cut'),
      refusal(503, 'UNAVAILABLE'),
      stream(`id: 8\n\n: \n\n${frame(9)}`, 'stay'),
    ];
    const told: number[] = [];
    for await (const { seq } of clientOf().events.stream()) {
      told.push(seq);
      if (seq === 9) break;
    }
    assert.deepEqual(told, [7, 8, 9]);
    assert.deepEqual(
      came.map(({ headers }) => headers['last-event-id']),
      [undefined, '8', '8'],
    );
  });

  test('A reset is told, and it goes on from there', async () => {
    script = [stream('id: 40\nevent: reset\ndata: {"seq":40}\n\n', 'cut'), stream(frame(41), 'stay')];
    const told: unknown[] = [];
    for await (const event of clientOf().events.stream({ from: 3 })) {
      told.push([event.type, event.seq]);
      if (told.length === 2) break;
    }
    assert.deepEqual(told, [
      ['reset', 40],
      ['document.valid', 41],
    ]);
    assert.deepEqual(
      came.map(({ headers }) => headers['last-event-id']),
      ['3', '40'],
    );
  });

  test('A signal ends it without an error; a refusal is one', async () => {
    script = [stream(frame(1), 'stay')];
    const over = new AbortController();
    for await (const _ of clientOf().events.stream({ signal: over.signal })) over.abort();
    script = [refusal(401, 'UNAUTHORIZED')];
    await assert.rejects(clientOf().events.stream().next(), refused('UNAUTHORIZED', 401));
  });

  test('What was never there is given up', async () => {
    script = [drop];
    await assert.rejects(clientOf({ maxRetries: 1 }).events.stream().next(), refused('NETWORK_ERROR'));
    assert.equal(came.length, 2);
  });
});
