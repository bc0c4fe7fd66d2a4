import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { type SendOutcome, sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import type { CaseBook } from '../case-book.ts';
import { envelope, INVOICE, OURS, SAMPLES, sha256, THEIRS } from '../documents.ts';
import type { Peer } from '../peer.ts';
import { OUR_SEAT, type World } from '../world.ts';

const SUITE = 'We send to phase4';

/** Our sender against phase4's servlet. */
export async function usToPhase4(book: CaseBook, world: World, phase4: Peer): Promise<void> {
  const port = (await phase4.call('as4-port')).of('port');
  const dispatcher = createAgent();
  const { key, trust, peer } = world;
  const send = (messageId: string, payload: Uint8Array): Promise<SendOutcome> =>
    sendUserMessage(
      { dispatcher, key, trust },
      {
        endpointUrl: `http://127.0.0.1:${port}/as4`,
        receiverCertificate: peer,
        conversationId: messageId,
        timestamp: new Date(),
        ...INVOICE,
        originalSender: OURS,
        finalRecipient: THEIRS,
        messageId,
        payload: [payload],
      },
    );
  const newId = (): string => `${randomUUID()}@${OUR_SEAT}`;
  for (const { name, envelope: make } of SAMPLES) {
    await book.run(SUITE, `${name} arrives byte for byte, and its receipt holds`, async () => {
      const payload = make(OURS, THEIRS);
      const messageId = newId();
      const outcome = await send(messageId, payload);
      assert.ok(outcome.kind === 'receipt', inspect(outcome));
      const seen = await phase4.call('received', { messageId });
      assert.deepEqual(
        [seen.of('attachments'), seen.of('decrypted'), seen.of('signed'), seen.of('sha256')],
        ['1', 'true', 'true', sha256(payload)],
        seen.text,
      );
    });
  }
  await book.run(SUITE, 'a repeat is answered with an error that names it one', async () => {
    const [messageId, payload] = [newId(), envelope(OURS, THEIRS, '')];
    assert.equal((await send(messageId, payload)).kind, 'receipt');
    const repeat = await send(messageId, payload);
    assert.ok(repeat.kind === 'ebms-error', inspect(repeat));
    assert.match(repeat.errors[0]?.detail ?? '', /duplicate/);
  });
  await dispatcher.close();
}
