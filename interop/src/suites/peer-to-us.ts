import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readSbd } from '@pappel/sbdh/read';
import { canonicalizeExclusive } from '@pappel/xml/canonicalize';
import { parseXml } from '@pappel/xml/parse';
import type { AccessPointPeer } from '../access-point-peer.ts';
import type { CaseBook } from '../case-book.ts';
import { envelope, INVOICE, OURS, SAMPLES, sha256, THEIRS } from '../documents.ts';
import type { OurAccessPoint, Tamper } from '../our-access-point.ts';
import type { Answer } from '../peer.ts';
import { TAMPERINGS } from '../tampering.ts';
import { OUR_SEAT, PEER_SEAT } from '../world.ts';

export interface Sending {
  payload?: Uint8Array;
  path?: string;
  key?: string;
  messageId?: string;
}

/** Has the foreign access point send to our endpoint; answers what it made of our answer. */
export function sendToUs(them: AccessPointPeer, us: OurAccessPoint, sending: Sending): Promise<Answer> {
  const { payload, path = '/as4', key = 'peer', messageId = `${randomUUID()}@peer` } = sending;
  const ids = { seat: PEER_SEAT, to: OUR_SEAT, sender: THEIRS, recipient: OURS, ...INVOICE };
  const sent = payload ?? envelope(THEIRS, OURS, '');
  const args = { key, messageId, receiver: 'ours', url: us.url + path, ...ids };
  return them.peer.call('send', args, them.sends === 'envelope' ? sent : documentOf(sent));
}

/** What is compared: the envelope as it is; of a sender that writes its own, the document as its parser sees it. */
export function contentOf(them: AccessPointPeer, payload: Uint8Array): Uint8Array {
  return them.sends === 'envelope' ? payload : canonicalizeExclusive(parseXml(documentOf(payload)));
}

function documentOf(payload: Uint8Array): Uint8Array {
  const reading = readSbd(payload);
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.payload;
}

/** The sender of a foreign access point against our endpoint. */
export async function peerToUs(book: CaseBook, them: AccessPointPeer, us: OurAccessPoint): Promise<void> {
  const suite = `${them.name} sends to us`;
  const send = (sending: Sending): Promise<Answer> => sendToUs(them, us, sending);
  const intact = them.sends === 'envelope' ? 'byte for byte' : 'with its content';
  for (const { name, envelope: make } of SAMPLES) {
    if (them.cannotTake.includes(name)) continue;
    await book.run(suite, `${name} arrives ${intact}, and it accepts our receipt`, async () => {
      const payload = make(THEIRS, OURS);
      const answer = await send({ payload });
      const { result } = us.last;
      assert.ok(result.kind === 'received', refusalOf(us));
      assert.equal(sha256(contentOf(them, result.payload)), sha256(contentOf(them, payload)));
      assert.equal(result.userMessage.originalSender, THEIRS);
      assert.ok(readSbd(result.payload).ok);
      them.assertAccepted(answer);
    });
  }
  for (const key of them.keys) {
    await book.run(suite, `a sender with ${key} certificate is refused, which it reads`, async () => {
      them.assertRefused(await send({ key }), 'EBMS:0101');
      assert.match(refusalOf(us), /not trusted/);
    });
  }
  await book.run(suite, 'a service we do not serve is refused, which it reads', async () => {
    them.assertRefused(await send({ path: '/nobody' }), 'EBMS:0004');
  });
  for (const { part, code, tamper } of TAMPERINGS) {
    await book.run(suite, `a tampered ${part} is refused, which it reads`, async () => {
      us.tamper = changing(tamper);
      const answer = await send({ path: '/tampered' });
      assert.match(refusalOf(us), new RegExp(code));
      them.assertRefused(answer, code);
    });
  }
  if (them.repeatsIds)
    await book.run(suite, 'a repeat arrives under the same id and gets a receipt of its own', () =>
      repeatedId(them, us, send),
    );
}

async function repeatedId(
  them: AccessPointPeer,
  us: OurAccessPoint,
  send: (sending: Sending) => Promise<Answer>,
): Promise<void> {
  const repeat = { messageId: `${randomUUID()}@peer`, payload: envelope(THEIRS, OURS, '') };
  them.assertAccepted(await send(repeat));
  const first = us.last;
  them.assertAccepted(await send(repeat));
  const second = us.last;
  assert.ok(first.result.kind === 'received' && second.result.kind === 'received');
  assert.deepEqual(
    [second.result.userMessage.messageId, second.result.userMessage.from, sha256(second.result.payload)],
    [repeat.messageId, PEER_SEAT, sha256(first.result.payload)],
  );
  assert.notEqual(second.reply.signalId, first.reply.signalId);
}

function refusalOf({ last }: OurAccessPoint): string {
  return last.result.kind === 'refused' ? `${last.result.error.code} ${last.result.error.description}` : '';
}

function changing(tamper: Tamper): Tamper {
  return (body) => {
    const changed = tamper(Buffer.from(body));
    assert.notDeepEqual(changed, body);
    return changed;
  };
}
