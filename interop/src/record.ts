import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRequest } from '@pappel/as4/build-request';
import type { SendOutcome } from '@pappel/as4/read-response';
import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import type { AccessPointPeer } from './access-point-peer.ts';
import { envelope, OURS, THEIRS } from './documents.ts';
import type { OurAccessPoint } from './our-access-point.ts';
import { contentOf, sendToUs } from './suites/peer-to-us.ts';
import { outgoing } from './suites/us-to-peer.ts';
import type { World } from './world.ts';

const VECTORS = join(import.meta.dirname, '../../vectors/as4');
const DOCUMENT = '<cbc:Note>Grüße &amp; so</cbc:Note>\r\n';

/** Writes one exchange in each direction to `vectors/as4/`, as the bytes were on the wire. */
export async function record(them: AccessPointPeer, world: World, us: OurAccessPoint): Promise<void> {
  const folder = join(VECTORS, them.folder);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, name), content);
  write('anchors.pem', world.pki.anchorsPem);
  write('POP000001.crt.pem', world.key.certificate.pem);
  write('POP000001.key.pem', world.key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  write('POP000002.crt.pem', world.peer.pem);
  const payload = envelope(THEIRS, OURS, DOCUMENT);
  await sendToUs(them, us, { payload });
  const { request, result } = us.last;
  assert.ok(result.kind === 'received');
  write('request.mime', request.body);
  write('request.content-type.txt', request.contentType);
  // An envelope of its own can only be taken as it arrived; the document in it is compared before.
  assert.deepEqual(contentOf(them, result.payload), contentOf(them, payload));
  write('request.payload.xml', them.sends === 'envelope' ? payload : result.payload);
  write('request.read.json', json({ recordedAt: new Date(), ...result.userMessage }));
  await recordAnswers(them, world, write);
}

async function recordAnswers(
  them: AccessPointPeer,
  world: World,
  write: (name: string, content: string | Uint8Array) => void,
): Promise<void> {
  const dispatcher = createAgent();
  const message = await outgoing(them, world, envelope(OURS, THEIRS, DOCUMENT));
  const send = (): Promise<SendOutcome> =>
    sendUserMessage({ dispatcher, key: world.key, trust: world.trust }, message);
  const receipt = await send();
  assert.ok(receipt.kind === 'receipt');
  write('receipt.xml', receipt.raw);
  const { references } = await buildRequest(message, world.key);
  write('receipt.sent.json', json({ messageId: message.messageId, references }));
  const repeat = await send();
  if (repeat.kind === 'ebms-error') write('duplicate-error.xml', repeat.raw);
  await dispatcher.close();
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
