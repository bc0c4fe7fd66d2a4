import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { OutgoingMessage } from '@pappel/as4/build-request';
import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import type { AccessPointPeer } from '../access-point-peer.ts';
import type { CaseBook } from '../case-book.ts';
import { envelope, INVOICE, OURS, SAMPLES, sha256, THEIRS } from '../documents.ts';
import { OUR_SEAT, type World } from '../world.ts';

/** Twice what we have in production: Java's AES-GCM takes long for 40 MB, on a busy machine longer than two minutes. */
const PATIENCE_MS = 300_000;

/** A message of ours to the foreign access point. */
export async function outgoing(
  them: AccessPointPeer,
  world: World,
  payload: Uint8Array,
): Promise<OutgoingMessage> {
  const port = (await them.peer.call('as4-port')).of('port');
  return {
    endpointUrl: `http://127.0.0.1:${port}/as4`,
    receiverCertificate: world.peer,
    conversationId: randomUUID(),
    timestamp: new Date(),
    ...INVOICE,
    originalSender: OURS,
    finalRecipient: THEIRS,
    messageId: `${randomUUID()}@${OUR_SEAT}`,
    payload: [payload],
  };
}

/** Our sender against the endpoint of a foreign access point. */
export async function usToPeer(book: CaseBook, them: AccessPointPeer, world: World): Promise<void> {
  const suite = `We send to ${them.name}`;
  const dispatcher = createAgent();
  const context = { dispatcher, key: world.key, trust: world.trust, responseTimeout: PATIENCE_MS };
  for (const { name, envelope: make } of SAMPLES) {
    if (them.cannotTake.includes(name)) continue;
    await book.run(suite, `${name} arrives byte for byte, and its receipt holds`, async () => {
      const payload = make(OURS, THEIRS);
      const message = await outgoing(them, world, payload);
      const outcome = await sendUserMessage(context, message);
      assert.ok(outcome.kind === 'receipt', inspect(outcome));
      const { messageId } = message;
      them.assertReceived(await them.peer.call('received', { messageId }), sha256(payload));
    });
  }
  await book.run(suite, them.repeats.title, async () => {
    const message = await outgoing(them, world, envelope(OURS, THEIRS, ''));
    assert.equal((await sendUserMessage(context, message)).kind, 'receipt');
    them.repeats.check(await sendUserMessage(context, message));
  });
  await dispatcher.close();
}
