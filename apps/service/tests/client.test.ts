import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Pappel as Client } from '@pappel/client';
import { PappelError } from '@pappel/client/error';
import { type CutLine, startCutLine } from './cut-line.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { invoiceOf } from './large-invoice.ts';
import { newGln } from './new-gln.ts';
import { newKey } from './people.ts';
import { startReceiver } from './webhook-receiver.ts';

let pappel: Pappel;
let account: Account;
let client: Client;

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
  await activeParticipant(pappel, account, FURNITURE);
  client = new Client({ apiKey: account.key, baseUrl: pappel.api });
});
after(() => pappel.stop());

const invoice = (about: object = {}) => ({
  sender: TIMBER,
  receiver: FURNITURE,
  type: 'invoice',
  xml: fixture('invoice.xml'),
  ...about,
});

/** A road to the service that loses the answer to the first request of a kind, which the service has taken. */
async function lossyRoad(
  method: string,
  path: string,
): Promise<{ url: string; lost: () => number; server: Server }> {
  let lost = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { host, connection, 'content-length': _, ...headers } = request.headers;
    const answer = await fetch(`${pappel.api}${request.url}`, {
      method: request.method ?? '',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (lost === 0 && request.method === method && request.url === path) {
      lost++;
      response.destroy();
    } else
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost: () => lost, server };
}

const countOf = async (externalReference: string): Promise<number> => {
  let count = 0;
  for await (const { direction } of client.messages.list({ externalReference }))
    if (direction === 'OUTBOUND') count++;
  return count;
};

describe('the client with a service', () => {
  test('A document goes out, is waited for, comes in, is collected and acknowledged', async () => {
    const sent = await client.messages.send(invoice({ externalReference: 'whole way' }));
    assert.equal(sent.status, 'QUEUED_VALIDATION');
    const settled = await client.messages.waitFor(sent.id);
    assert.equal(settled.status, 'AS4_ACCEPTED');
    const taken: string[] = [];
    const collected = await client.inbox.collect(({ message, xml, bytes }) => {
      assert.equal(bytes.length, message.bytes);
      taken.push(xml);
    });
    assert.deepEqual([collected.acknowledged, collected.failed], [taken.length, []]);
    assert.ok(taken.length >= 1 && taken.every((xml) => xml.includes('<cbc:ID>')));
    assert.equal((await client.inbox.collect(() => assert.fail('it was acknowledged'))).acknowledged, 0);
  });

  test('A document whose handler fails waits on, and holds up no other', async () => {
    for (const reference of ['first', 'second'])
      await client.messages.waitFor(
        (await client.messages.send(invoice({ externalReference: reference }))).id,
      );
    const waiting = async () => {
      const found: string[] = [];
      for await (const { id } of client.messages.list({ status: ['CUSTOMER_DELIVERY_QUEUED'] }))
        found.push(id);
      return found;
    };
    const before = await until(waiting, (found) => found.length >= 2);
    const [bad] = before;
    const { acknowledged, failed } = await client.inbox.collect(
      ({ message }) => {
        if (message.id === bad) throw new Error('no room');
      },
      { concurrency: 2 },
    );
    assert.equal(acknowledged, before.length - 1);
    assert.deepEqual(
      failed.map(({ message, error }) => [message.id, (error as Error).message]),
      [[bad, 'no room']],
    );
    assert.deepEqual(await waiting(), [bad]);
    await client.inbox.collect(() => undefined);
  });

  test('A large document is uploaded by itself, whatever the encoding of a small one', async () => {
    const large = invoiceOf(1_500_000);
    const sent = await client.messages.send(invoice({ xml: large }));
    assert.equal(sent.bytes, large.length);
    assert.ok(Buffer.from(await client.messages.payload(sent.id)).equals(large));
    const latin = Buffer.from(
      fixture('invoice.xml').replace(/encoding="utf-8"/i, 'encoding="ISO-8859-1"'),
      'latin1',
    );
    assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(latin));
    const small = await client.messages.send(invoice({ xml: latin, companyId: account.companyId }));
    assert.match(new TextDecoder().decode(await client.messages.payload(small.id)), /<cbc:CityName>Umeå</);
    assert.equal((await client.messages.waitFor(sent.id)).status, 'AS4_ACCEPTED');
  });

  test('A document whose answer is lost is there once, small or large [MSG-6]', async () => {
    for (const [reference, xml] of [
      ['lost small', fixture('invoice.xml')],
      ['lost large', invoiceOf(1_200_000)],
    ] as const) {
      const road = await lossyRoad('POST', '/v1/messages');
      const over = new Client({ apiKey: account.key, baseUrl: road.url });
      const sent = await over.messages.send(invoice({ xml, externalReference: reference }));
      assert.equal(road.lost(), 1);
      assert.equal(sent.externalReference, reference);
      assert.equal(await countOf(reference), 1);
      road.server.close();
    }
  });

  test('Lists hide their cursors, and show their pages', async () => {
    const arrived = await until(
      () => Array.fromAsync(client.messages.list()),
      (list) => list.filter(({ direction }) => direction === 'INBOUND').length * 2 === list.length,
    );
    const all = arrived.map(({ id }) => id);
    assert.ok(all.length > 4);
    const pages: string[][] = [];
    for await (const { messages } of client.messages.list({ limit: 2 }).pages())
      pages.push(messages.map(({ id }) => id));
    assert.deepEqual(pages.flat(), all);
    assert.equal(pages.length, Math.ceil(all.length / 2));
    const [counted] = await Array.fromAsync(client.messages.list({ limit: 0, counts: true }).pages());
    assert.equal(counted?.counts?.total, all.length);
  });

  test('Waiting ends with TIMED_OUT, and the document goes its way', async () => {
    const sent = await client.messages.send(invoice());
    const wait = client.messages.waitFor(sent.id, { until: () => false, timeoutMs: 300 });
    await assert.rejects(wait, (error) => error instanceof PappelError && error.code === 'TIMED_OUT');
    assert.equal((await client.messages.waitFor(sent.id)).status, 'AS4_ACCEPTED');
  });

  test('A refusal of the API is a PappelError with all that it says', async () => {
    await assert.rejects(client.messages.send(invoice({ receiver: 'nobody' })), (error) => {
      assert.ok(error instanceof PappelError);
      assert.deepEqual(
        [error.status, error.code, error.details[0]?.field],
        [400, 'VALIDATION_FAILED', 'receiver'],
      );
      assert.match(error.requestId ?? '', /./);
      return true;
    });
    const stranger = client.messages.send(
      invoice({ sender: '0088:7300010000001', xml: invoiceOf(1_100_000) }),
    );
    await assert.rejects(stranger, { code: 'SENDER_NOT_ALLOWED' });
    const wrong = new Client({ apiKey: 'pap_test_wrong', baseUrl: pappel.api });
    await assert.rejects(wrong.events.list().pages().next(), { status: 401, code: 'UNAUTHORIZED' });
  });

  test('Any other operation is asked for by its path', async () => {
    const { companies } = await client.request('GET', '/v1/companies', { query: { limit: 10 } });
    assert.ok(companies.some(({ id }) => id === account.companyId));
    const path = { id: account.companyId };
    assert.equal(
      (await client.request('PATCH', '/v1/companies/{id}', { path, body: { name: 'T' } })).name,
      'T',
    );
    const key = await newKey(pappel, account.session);
    const { apiKeys } = await client.request('GET', '/v1/api-keys');
    const made = apiKeys.find(({ prefix }) => key.startsWith(prefix));
    await client.request('DELETE', '/v1/api-keys/{id}', { path: { id: made?.id ?? '' } });
    const xml = await client.request('GET', '/v1/messages/{id}/payload', {
      path: { id: (await client.messages.list().pages().next()).value?.messages[0]?.id ?? '' },
    });
    assert.match(xml, /<cbc:ID>/);
  });
});

describe('the stream of the client', () => {
  /** Something that happens: an address is asked for. Answers it. */
  const happen = async (value = newGln()): Promise<string> => {
    const { companyId } = account;
    const body = { companyId, scheme: '0088', value, countryCode: 'SE', name: 'x' };
    await client.request('POST', '/v1/participants', { body });
    return `0088:${value}`;
  };
  const addressOf = (event: { type: string; data?: unknown }): string =>
    (event.data as { address?: string } | undefined)?.address ?? '';

  test('It misses nothing and tells nothing twice over cuts of the line [STR-3]', async () => {
    const line: CutLine = await startCutLine(Number(new URL(pappel.api).port));
    const over = new Client({ apiKey: account.key, baseUrl: `http://127.0.0.1:${line.port}` });
    const end = new AbortController();
    const told: string[] = [];
    const seqs: number[] = [];
    const from =
      (await over.events.list({ from: new Date().toISOString() }).pages().next()).value?.lastSeq ?? 0;
    const reading = (async () => {
      for await (const event of over.events.stream({ from, signal: end.signal })) {
        seqs.push(event.seq);
        if (event.type === 'participant.pending_approval') told.push(addressOf(event));
      }
    })();
    const made: string[] = [];
    for (const cut of [true, false, true]) {
      made.push(await happen());
      await until(
        async () => told.length,
        (length) => length === made.length,
      );
      if (cut) line.cut();
      made.push(await happen());
      line.mend();
    }
    await until(
      async () => told.length,
      (length) => length >= made.length,
    );
    end.abort();
    await reading;
    assert.deepEqual(told, made);
    assert.deepEqual(
      seqs,
      [...new Set(seqs)].sort((a, b) => a - b),
    );
    await line.close();
  });

  test('From a time it tells what happened since, and goes on live', async () => {
    const [first, later, last] = [await happen(), await happen(), newGln()];
    const told: string[] = [];
    for await (const event of client.events.stream({ from: new Date(Date.now() - 3_600_000) })) {
      if (event.type !== 'participant.pending_approval') continue;
      const address = addressOf(event);
      if (address === later) void happen(last);
      told.push(address);
      if (told.at(-2) === later) break;
    }
    assert.deepEqual(told.slice(-3), [first, later, `0088:${last}`]);
    assert.equal(new Set(told).size, told.length);
  });
});

test('A webhook of the service is unwrapped, and another body is not [WHK-3]', async () => {
  const receiver = await startReceiver();
  const { secret = '', id } = await client.request('POST', '/v1/webhooks', { body: { url: receiver.url } });
  await client.request('POST', '/v1/webhooks/{id}/test', { path: { id } });
  // What happened before is told to an endpoint that is made meanwhile, too.
  const delivered = await until(
    async () => receiver.deliveries.find(({ body }) => body.type === 'webhook.test'),
    (found) => found !== undefined,
  );
  assert.ok(delivered);
  const event = await client.webhooks.unwrap(delivered.raw, delivered.headers, secret);
  assert.ok(event.type === 'webhook.test' && event.data.webhookId === id);
  const other = client.webhooks.unwrap(`${delivered.raw} `, delivered.headers, secret);
  await assert.rejects(other, { code: 'WEBHOOK_NOT_VERIFIED' });
  await client.request('DELETE', '/v1/webhooks/{id}', { path: { id } });
  await receiver.close();
});
