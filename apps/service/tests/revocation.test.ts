import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { SendOutcome } from '@pappel/as4/read-response';
import { sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import type { TrustedCertificate } from '@pappel/pki/trust';
import { writeSbd } from '@pappel/sbdh/write';
import {
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

const invoice = fixture('invoice.xml');
const type = aliasToType('invoice');
const [sender, receiver] = [TIMBER, FURNITURE].map(parseParticipantId);
assert.ok(type && sender && receiver);
const billing = type;
const header = { sender, receiver, ...billing };
let pappel: Pappel;
let pki: LocalPki;
let ours: TrustedCertificate;
let key: string;

before(async () => {
  pappel = await startPappel();
  const timber = await signUp(pappel, 'Nordic Timber AB', 'SE');
  await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, timber, FURNITURE);
  ({ key } = timber);
  pki = await openLocalPki(pappel.service.base.config.localnetDir);
  const { trust, accessPoint } = pappel.service.base.identity;
  const verdict = await trust.check(accessPoint.certificate, 'access-point');
  assert.ok(verdict.trusted, JSON.stringify(verdict));
  ours = verdict.certificate;
});
after(() => pappel.stop());

async function sendAs(sending: KeyMaterial): Promise<SendOutcome> {
  const dispatcher = createAgent({ tlsCaPem: pki.tlsCaPem });
  const { trust } = pappel.service.base.identity;
  const envelope = {
    ...header,
    instanceIdentifier: randomUUID(),
    creationDateTime: new Date(),
    countryC1: 'SE',
  };
  const outcome = await sendUserMessage(
    { dispatcher, key: sending, trust },
    {
      endpointUrl: pappel.service.base.config.as4PublicUrl,
      receiverCertificate: ours,
      messageId: `${randomUUID()}@test`,
      conversationId: '1',
      timestamp: new Date(),
      ...billing,
      originalSender: header.sender,
      finalRecipient: header.receiver,
      payload: writeSbd(envelope, Buffer.from(invoice)),
    },
  );
  await dispatcher.destroy();
  return outcome;
}

const inbound = async (): Promise<number> =>
  (await pappel.call('GET', '/v1/messages?direction=INBOUND', key)).body.messages.length;

test('A message of an access point whose certificate was revoked is refused for good and leaves no row [MSG-38]', async () => {
  const issued = await pki.issueAccessPoint('POP999999');
  const sending = readKeyMaterial(issued);
  assert.ok('privateKey' in sending);
  await pki.revoke(issued.certificatePem, { reason: 'keyCompromise' });
  const outcome = await sendAs(sending);
  assert.ok(outcome.kind === 'ebms-error', outcome.kind);
  assert.deepEqual([outcome.errors[0]?.code, outcome.retry], ['EBMS:0101', false]);
  assert.match(outcome.errors[0]?.description ?? '', /revoked since .* \(keyCompromise\)/);
  assert.equal(await inbound(), 0);
  const good = readKeyMaterial(await pki.issueAccessPoint('POP999999'));
  assert.ok('privateKey' in good);
  assert.equal((await sendAs(good)).kind, 'receipt');
  assert.equal(await inbound(), 1);
});

test('A document for a receiver whose access point was revoked is not sent: RECEIVER_CERTIFICATE_REVOKED [MSG-20]', async () => {
  await pki.revoke(ours.pem, { reason: 'superseded' });
  // The answer of before the revocation holds for ten seconds, and five minutes more only when nobody answers.
  await until(
    () => pappel.service.base.identity.trust.check(ours, 'access-point'),
    (verdict) => !verdict.trusted,
    60_000,
  );
  const submitted = await pappel.call('POST', '/v1/messages', key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload: invoice,
  });
  assert.equal(submitted.status, 202);
  const { body } = await until(
    () => pappel.call('GET', `/v1/messages/${submitted.body.id}`, key),
    (answer) => ['SEND_FAILED', 'AS4_ACCEPTED'].includes(answer.body.status),
    30_000,
  );
  assert.deepEqual(
    [body.status, body.lastErrorCode, body.attempts],
    ['SEND_FAILED', 'RECEIVER_CERTIFICATE_REVOKED', 1],
  );
});
