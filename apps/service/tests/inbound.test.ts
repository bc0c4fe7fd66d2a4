import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildRequest, type OutgoingMessage } from '@pappel/as4/build-request';
import { readResponse, type SendOutcome } from '@pappel/as4/read-response';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import type { TrustedCertificate } from '@pappel/pki/trust';
import { writeSbd } from '@pappel/sbdh/write';
import { Agent, request } from 'undici';
import { overAll } from '../src/platform/db/roots.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

let pappel: Pappel;
let furniture: Account;
let c2: KeyMaterial;
let c3: TrustedCertificate;
let dispatcher: Agent;
const type = aliasToType('invoice');
const SECOND = '9915:second';
const [sender, receiver, stranger, second] = [TIMBER, FURNITURE, '0192:974760673', SECOND].map(
  parseParticipantId,
);
assert.ok(type && sender && receiver && stranger && second);
const billing = type;
const invoice = Buffer.from(fixture('invoice.xml'));

const keyOf = (issued: { keyPem: string; certificatePem: string }): KeyMaterial => {
  const material = readKeyMaterial(issued);
  assert.ok('privateKey' in material);
  return material;
};

before(async () => {
  pappel = await startPappel();
  furniture = await signUp(pappel, 'Fjord Furniture AS', 'NO');
  await activeParticipant(pappel, furniture, FURNITURE);
  await activeParticipant(pappel, furniture, SECOND);
  const pki = await openLocalPki(pappel.service.base.config.localnetDir);
  c2 = keyOf(await pki.issueAccessPoint('POP999999'));
  dispatcher = new Agent({ connect: { ca: pki.tlsCaPem } });
  const { trust, accessPoint } = pappel.service.base.identity;
  const verdict = await trust.check(accessPoint.certificate, 'access-point');
  assert.ok(verdict.trusted);
  c3 = verdict.certificate;
});
after(async () => {
  await dispatcher.destroy();
  await pappel.stop();
});

const header = () => ({
  sender,
  receiver,
  ...billing,
  instanceIdentifier: randomUUID() as string,
  creationDateTime: new Date(),
  countryC1: 'SE',
});

function message(
  sbd: ReturnType<typeof header> = header(),
  changes: Partial<OutgoingMessage> = {},
): OutgoingMessage {
  return {
    endpointUrl: pappel.service.base.config.as4PublicUrl,
    receiverCertificate: c3,
    messageId: `${randomUUID()}@test`,
    conversationId: '1',
    timestamp: new Date(),
    ...billing,
    originalSender: sbd.sender,
    finalRecipient: sbd.receiver,
    payload: writeSbd(sbd, invoice),
    ...changes,
  };
}

async function post(
  outgoing: OutgoingMessage,
  key = c2,
  change: (body: Buffer) => Buffer = (body) => body,
): Promise<SendOutcome> {
  const built = await buildRequest(outgoing, key);
  const answer = await request(outgoing.endpointUrl, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': built.contentType },
    body: change(Buffer.concat([...built.body()])),
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const { messageId, receiverCertificate } = outgoing;
  const sent = { messageId, receiverCertificate, references: built.references };
  return readResponse(
    sent,
    { httpStatus: answer.statusCode, contentType: String(answer.headers['content-type']), body },
    pappel.service.base.identity.trust,
  );
}

const rows = async (): Promise<number> => {
  const { count } = await overAll(pappel.service.base.db, 'job')
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const payloadFiles = async (): Promise<number> =>
  (await readdir(join(pappel.dataDir, 'payloads'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;
const codeOf = (outcome: SendOutcome): string => {
  if (outcome.kind !== 'ebms-error') return outcome.kind;
  return `${outcome.errors[0]?.code} ${outcome.errors[0]?.detail ?? ''}`.trim();
};
/** The outcome, and that it left no row. */
async function refused(
  outgoing: OutgoingMessage,
  key?: KeyMaterial,
  change?: (body: Buffer) => Buffer,
): Promise<string> {
  const before = await rows();
  const outcome = await post(outgoing, key, change);
  assert.equal(await rows(), before);
  return codeOf(outcome);
}

describe('POST /as4', () => {
  test('A document of another access point is kept, with a Receipt that its sender can verify [MSG-30]', async () => {
    const before = await rows();
    assert.equal((await post(message())).kind, 'receipt');
    assert.equal(await rows(), before + 1);
  });
  test('The same AS4 id, or the same SBDH id under a new AS4 id, gets the Receipt again and no second row [MSG-35]', async () => {
    const sbd = header();
    const first = message(sbd);
    const before = await rows();
    assert.equal((await post(first)).kind, 'receipt');
    assert.equal((await post(first)).kind, 'receipt');
    assert.equal((await post(message(sbd))).kind, 'receipt');
    assert.equal(await rows(), before + 1);
  });
  test('Twenty repeats at once make one row and twenty Receipts [MSG-35]', async () => {
    const before = await rows();
    const one = message();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(one)));
    assert.ok(outcomes.every((outcome) => outcome.kind === 'receipt'));
    assert.equal(await rows(), before + 1);
  });
  const changed = Buffer.from(invoice.toString().replace(/(<cbc:ID>)[^<]*/, '$1another'));
  test('The id of a message that came before, with other content or another receiver, is an Error and no Receipt [MSG-35]', async () => {
    const sbd = header();
    const first = message(sbd);
    assert.equal((await post(first)).kind, 'receipt');
    const { messageId } = first;
    const other = { payload: writeSbd(sbd, changed) };
    assert.equal(await refused(message(sbd, { messageId, ...other })), 'EBMS:0003');
    assert.equal(await refused(message(sbd, other)), 'EBMS:0003');
    const elsewhere = { ...header(), receiver: second };
    assert.equal(await refused(message(elsewhere, { messageId })), 'EBMS:0003');
    assert.equal(await refused(message({ ...sbd, receiver: second })), 'EBMS:0003');
    assert.equal((await post(first)).kind, 'receipt');
  });
  test('Two contents under one id, many times at once: one is kept, its repeats get Receipts, the other Errors [MSG-35]', async () => {
    const before = await rows();
    const stored = await payloadFiles();
    const sbd = header();
    const one = message(sbd);
    const other = message(sbd, { messageId: one.messageId, payload: writeSbd(sbd, changed) });
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => ({
        isOne: i % 2 === 0,
        code: codeOf(await post(i % 2 ? other : one)),
      })),
    );
    const codes = (isOne: boolean) =>
      new Set(outcomes.filter((o) => o.isOne === isOne).map(({ code }) => code));
    const kept = codes(true).has('receipt');
    assert.deepEqual([...codes(kept)], ['receipt']);
    assert.deepEqual([...codes(!kept)], ['EBMS:0003']);
    assert.equal(await rows(), before + 1);
    assert.equal(await payloadFiles(), stored + 1);
  });
  test('An id longer than anybody needs, and a time that cannot be, are refused and leave nothing behind', async () => {
    const stored = await payloadFiles();
    const long = 'i'.repeat(3_000);
    const future = new Date('9999-12-31T23:59:59Z');
    assert.equal(await refused(message({ ...header(), instanceIdentifier: long })), 'EBMS:0004');
    assert.equal(await refused(message({ ...header(), creationDateTime: future })), 'EBMS:0004');
    assert.equal(await refused(message({ ...header(), creationDateTime: new Date(0) })), 'EBMS:0004');
    assert.equal(await refused(message(header(), { conversationId: long })), 'EBMS:0009');
    assert.equal(await refused(message(header(), { messageId: long })), 'EBMS:0009');
    assert.equal(await refused(message(header(), { timestamp: future })), 'EBMS:0009');
    assert.equal(await payloadFiles(), stored);
  });
  test('A document of some megabytes, read in a thread, is kept byte for byte', async () => {
    const note = `<cbc:Note>${'long '.repeat(400_000)}</cbc:Note>`;
    const large = Buffer.from(
      invoice.toString().replace('<cbc:InvoiceTypeCode', `${note}<cbc:InvoiceTypeCode`),
    );
    const sbd = header();
    const outgoing = message(sbd, { payload: writeSbd(sbd, large) });
    assert.equal((await post(outgoing)).kind, 'receipt');
    assert.equal((await post(outgoing)).kind, 'receipt');
    const { body } = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key);
    const payload = await pappel.call('GET', `/v1/messages/${body.messages[0].id}/payload`, furniture.key);
    assert.equal(payload.body, large.subarray(large.indexOf('<Invoice')).toString().trimEnd());
    const broken = Buffer.concat([large.subarray(0, -20), Buffer.from('</x>')]);
    const envelope = [Buffer.from('<StandardBusinessDocument>'), broken];
    assert.equal(await refused(message(header(), { payload: envelope })), 'EBMS:0004');
  });
  test('An address or document type that we do not serve is PEPPOL:NOT_SERVICED [MSG-36]', async () => {
    const other = { ...header(), receiver: stranger };
    assert.equal(await refused(message(other)), 'EBMS:0004 PEPPOL:NOT_SERVICED');
    const order = aliasToType('order');
    assert.ok(order);
    const ordering = { ...header(), ...order };
    const payload = writeSbd(
      ordering,
      Buffer.from('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
    );
    assert.equal(await refused(message(ordering, { ...order, payload })), 'EBMS:0004 PEPPOL:NOT_SERVICED');
  });
  test('A header that contradicts the envelope, and an envelope that is none, are EBMS:0004', async () => {
    assert.equal(await refused(message(header(), { finalRecipient: stranger })), 'EBMS:0004');
    assert.equal(await refused(message(header(), { payload: [Buffer.from('<x/>')] })), 'EBMS:0004');
    assert.equal(
      await refused(message(header(), { payload: [Buffer.from('<!DOCTYPE x><x/>')] })),
      'EBMS:0004',
    );
  });
  test('A wrong signature is EBMS:0101, an unknown certificate too, a truncated MIME body EBMS:0007 [MSG-38]', async () => {
    const flip = (body: Buffer) =>
      Buffer.from(
        body
          .toString('latin1')
          .replace(/<ds:SignatureValue>(.)/, (_, c) => `<ds:SignatureValue>${c === 'A' ? 'B' : 'A'}`),
        'latin1',
      );
    assert.equal(await refused(message(), c2, flip), 'EBMS:0101');
    const foreign = await openLocalPki(`${pappel.dataDir}/foreign`);
    assert.equal(await refused(message(), keyOf(await foreign.issueAccessPoint('POP999999'))), 'EBMS:0101');
    assert.equal(await refused(message(), c2, (body) => body.subarray(0, body.length - 60)), 'EBMS:0007');
  });
  test('A document that breaks the rules is delivered all the same, with its verdict [MSG-34]', async () => {
    const wrong = Buffer.from(
      invoice.toString().replace('>1250.00</cbc:TaxInclusiveAmount>', '>1.00</cbc:TaxInclusiveAmount>'),
    );
    const sbd = header();
    assert.equal((await post(message(sbd, { payload: writeSbd(sbd, wrong) }))).kind, 'receipt');
    const { body } = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key);
    assert.deepEqual(
      [body.messages[0].status, body.messages[0].validation.verdict],
      ['CUSTOMER_DELIVERY_QUEUED', 'VALIDATION_FAILED'],
    );
  });
  test('A suspended receiver answers with an AS4 error [PAR-7]', async () => {
    const { body } = await pappel.call('GET', '/v1/participants', furniture.key);
    const { id } = body.participants.find(({ value }: { value: string }) => FURNITURE.endsWith(value));
    await pappel.operate(`participants/${id}/suspend`);
    assert.equal(await refused(message()), 'EBMS:0004 PEPPOL:NOT_SERVICED');
    await pappel.operate(`participants/${id}/resume`);
    assert.equal((await post(message())).kind, 'receipt');
  });
});
