import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { type Exchange, MESSAGE_ID, openExchange, wire } from '../tests/exchange.ts';
import { foreignMessage } from '../tests/foreign-sender.ts';
import { buildRequest } from './build-request.ts';
import { readResponse } from './read-response.ts';
import { receive } from './receive.ts';
import { receiptFor } from './reply.ts';

const ROUNDS = 1_500;

/** A whole number below that, the same ones at every run. */
function generator(seed: number): (below: number) => number {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}

/** One change: a flipped bit, a cut, a range removed, doubled or moved, or XML where it hurts. */
function mutated(original: Uint8Array, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(original);
  const at = random(bytes.length);
  const to = Math.min(bytes.length, at + 1 + random(200));
  const piece = bytes.subarray(at, to);
  const elsewhere = random(bytes.length);
  const spikes = [
    '<',
    '>',
    '"',
    '\u0000',
    '&x;',
    '\r\n',
    '--',
    '<a/>',
    ']]>',
    '<!--',
    'xmlns:x=""',
    '\u00ff',
  ];
  const spike = Buffer.from(spikes[random(spikes.length)] ?? '', 'latin1');
  switch (random(6)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      return bytes;
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, elsewhere), piece, bytes.subarray(elsewhere)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), spike, bytes.subarray(at)]);
  }
}

describe('whatever arrives, it is judged and never more than what was signed', () => {
  let exchange: Exchange;
  before(async () => {
    exchange = await openExchange();
  });

  test(`${ROUNDS} mutated requests are refused, or hold exactly what was sent`, async () => {
    const random = generator(1);
    const requests = [
      wire(await buildRequest(exchange.outgoing(), exchange.c2)),
      foreignMessage(exchange.c2, exchange.c3),
    ];
    const originals = await Promise.all(requests.map((request) => exchange.received(request)));
    for (let round = 0; round < ROUNDS; round++) {
      const [request, original] = [requests[round % 2], originals[round % 2]];
      assert.ok(request && original);
      const result = await receive(exchange.receiver, { ...request, body: mutated(request.body, random) });
      if (result.kind === 'refused') assert.match(result.error.code, /^EBMS:\d{4}$/);
      else assert.deepEqual([result.payload, result.userMessage], [original.payload, original.userMessage]);
    }
  });

  test(`${ROUNDS} mutated receipts are none, or are the one that was given`, async () => {
    const random = generator(2);
    const built = await buildRequest(exchange.outgoing(), exchange.c2);
    const receipt = await receiptFor(await exchange.received(wire(built)), exchange.c3);
    const receiverCertificate = await exchange.trusted(exchange.c3);
    const sent = { messageId: MESSAGE_ID, references: built.references, receiverCertificate };
    for (let round = 0; round < ROUNDS; round++) {
      const answer = { ...receipt, body: mutated(receipt.body, random) };
      const outcome = await readResponse(sent, answer, exchange.trust);
      if (outcome.kind === 'receipt') assert.equal(outcome.receiptId, receipt.signalId);
      else assert.ok(['receipt-invalid', 'no-signal', 'ebms-error'].includes(outcome.kind));
    }
  });
});
