import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildRequest } from '@pappel/as4/build-request';
import { readResponse } from '@pappel/as4/read-response';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { readStatus } from '@pappel/mls/read';
import { type MessageLevelStatus, MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { writeStatus } from '@pappel/mls/write';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import type { SbdhInput } from '@pappel/sbdh/sbdh';
import { writeSbd } from '@pappel/sbdh/write';
import { discover } from '@pappel/smp/discover';
import { Agent, request } from 'undici';
import { overAll } from '../src/platform/db/roots.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

/** Two installations on one local network: `sender` asks for every status, `receiver` only for rejections. */
let sender: Pappel;
let receiver: Pappel;
let timber: Account;
let furniture: Account;
let stranger: KeyMaterial;
let dispatcher: Agent;
const invoice = fixture('invoice.xml');
const STRANGER = 'POP999999';
const billing = aliasToType('invoice');
const addresses = [TIMBER, FURNITURE].map(parseParticipantId) as [ParticipantId, ParticipantId];

before(async () => {
  sender = await startPappel({ MLS_TYPE: 'ALWAYS_SEND', MLS_WAIT_SECONDS: '0' });
  const { dnsPort, smlPort } = JSON.parse(readFileSync(join(sender.dataDir, 'localnet/ports.json'), 'utf8'));
  receiver = await startPappel({
    LOCALNET_DIR: join(sender.dataDir, 'localnet'),
    SML_DNS: `127.0.0.1:${dnsPort}`,
    SML_URL: `https://127.0.0.1:${smlPort}/edelivery-sml`,
    MLS_WAIT_SECONDS: '3',
    STRICT_ADDRESSING: 'true',
  });
  [timber, furniture] = [await signUp(sender), await signUp(receiver, 'Fjord Furniture AS', 'NO')];
  await activeParticipant(sender, timber, TIMBER);
  await activeParticipant(receiver, furniture, FURNITURE);
  const pki = await openLocalPki(join(sender.dataDir, 'localnet'));
  const key = readKeyMaterial(await pki.issueAccessPoint(STRANGER));
  assert.ok('privateKey' in key);
  stranger = key;
  dispatcher = new Agent({ connect: { ca: pki.tlsCaPem } });
});
after(async () => {
  await dispatcher.destroy();
  await receiver.stop();
  await sender.stop();
});

const send = (by: Pappel, account: Account, changes: object) =>
  by.call('POST', '/v1/messages', account.key, { type: 'invoice', payload: invoice, ...changes });

/** A document from one installation to the other, as its sender sees it once it was accepted. */
async function accepted(payload = invoice) {
  const { body } = await send(sender, timber, { sender: TIMBER, receiver: FURNITURE, payload });
  const message = await settled(sender, timber, body.id);
  assert.equal(message.status, 'AS4_ACCEPTED', JSON.stringify(message));
  return message;
}

/** The same, once its status has come. */
const answered = async (id: string) =>
  (
    await until(
      () => sender.call('GET', `/v1/messages/${id}`, timber.key),
      ({ body }) => body.mls && body.mls.status !== 'PENDING',
    )
  ).body;

const inboxOf = async (pappel: Pappel, account: Account) =>
  (await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=100', account.key)).body.messages;
const inboundOf = async (sbdhInstanceId: string) =>
  (await inboxOf(receiver, furniture)).find(
    (one: { sbdhInstanceId: string }) => one.sbdhInstanceId === sbdhInstanceId,
  );

/** Sends an envelope to an installation as some access point, and answers what it got: `receipt` or the error's detail. */
async function deliver(
  to: Pappel,
  key: KeyMaterial,
  header: Partial<SbdhInput>,
  document: Uint8Array,
  messageId = `${randomUUID()}@stranger`,
): Promise<string> {
  const { trust, accessPoint } = to.service.base.identity;
  const verdict = await trust.check(accessPoint.certificate, 'access-point');
  assert.ok(verdict.trusted);
  const sbdh = {
    sender: to.service.base.provider.spid,
    receiver: to.service.base.provider.spid,
    documentTypeId: MLS_DOCUMENT_TYPE,
    processId: MLS_PROCESS,
    instanceIdentifier: randomUUID(),
    creationDateTime: new Date(),
    countryC1: 'BE',
    ...header,
  };
  const outgoing = {
    endpointUrl: to.service.base.config.as4PublicUrl,
    receiverCertificate: verdict.certificate,
    messageId,
    conversationId: '1',
    timestamp: new Date(),
    documentTypeId: sbdh.documentTypeId,
    processId: sbdh.processId,
    originalSender: sbdh.sender,
    finalRecipient: sbdh.receiver,
    payload: writeSbd(sbdh, document),
  };
  const built = await buildRequest(outgoing, key);
  const answer = await request(outgoing.endpointUrl, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': built.contentType },
    body: Buffer.concat([...built.body()]),
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const sent = { messageId, receiverCertificate: verdict.certificate, references: built.references };
  const contentType = String(answer.headers['content-type']);
  const outcome = await readResponse(sent, { httpStatus: answer.statusCode, contentType, body }, trust);
  return outcome.kind === 'ebms-error' ? String(outcome.errors[0]?.detail) : outcome.kind;
}

const statusAbout = (
  reference: string,
  from: ParticipantId,
  to: Pappel,
  changes = {},
): MessageLevelStatus => ({
  id: randomUUID(),
  issuedAt: new Date(),
  sender: from,
  receiver: to.service.base.provider.spid,
  code: 'AB',
  reference,
  issues: [],
  ...changes,
});

/** What became of a status that was delivered under this AS4 id. */
const outcomeOf = async (pappel: Pappel, as4MessageId: string) =>
  (
    await until(
      () =>
        overAll(pappel.service.base.db, 'job')
          .selectFrom('mls_received')
          .where('as4_message_id', '=', as4MessageId)
          .select('outcome')
          .executeTakeFirst(),
      (row) => row !== undefined && row.outcome !== 'WAITING',
    )
  )?.outcome;

const countOf = async (pappel: Pappel, table: 'mls_due' | 'mls_received' | 'provider_messages') => {
  const { count } = await overAll(pappel.service.base.db, 'job')
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

describe('a service provider', () => {
  test('Its SPID is found on the network, for statuses and nothing else [PNP MLS-2]', async () => {
    const { smp } = sender.service.base;
    const participant = receiver.service.base.provider.spid;
    const status = { participant, documentTypeId: MLS_DOCUMENT_TYPE, processId: MLS_PROCESS };
    const found = await until(
      () => discover(smp, status),
      ({ kind }) => kind === 'found',
    );
    assert.equal(found.kind === 'found' && found.endpoint.url, receiver.service.base.config.as4PublicUrl);
    assert.ok(billing);
    assert.equal((await discover(smp, { participant, ...billing })).kind, 'unsupported');
  });
  test('Anything but a status that is sent to its SPID is not serviced', async () => {
    assert.ok(billing);
    assert.equal(await deliver(receiver, stranger, billing, Buffer.from(invoice)), 'PEPPOL:NOT_SERVICED');
  });
});

describe('a status that was asked for', () => {
  test('It is PENDING, then says that the receiver took the document: AP [MLS 2.2.2] [MLS-1, MLS-3]', async () => {
    const message = await accepted();
    assert.deepEqual(message.mls, { status: 'PENDING' });
    const { id } = await inboundOf(message.sbdhInstanceId);
    assert.equal((await receiver.call('POST', `/v1/messages/${id}/ack`, furniture.key)).status, 200);
    const { mls, status } = await answered(message.id);
    assert.deepEqual(
      [status, mls.status, mls.code, mls.issues],
      ['AS4_ACCEPTED', 'ACCEPTED', 'AP', undefined],
    );
    assert.ok(Date.parse(mls.receivedAt) > Date.parse(message.createdAt));
    const timeline = await sender.call('GET', `/v1/messages/${message.id}/timeline`, timber.key);
    assert.equal(timeline.body.events.at(-1).type, 'document.mls_received');
  });
  test('Of a document that waits to be collected it says so: AB [MLS 2.2.3], and collecting it later adds nothing [MLS-3]', async () => {
    const message = await accepted();
    const { mls } = await answered(message.id);
    assert.deepEqual([mls.status, mls.code], ['ACKNOWLEDGED', 'AB']);
    const before = await countOf(receiver, 'provider_messages');
    const { id } = await inboundOf(message.sbdhInstanceId);
    await receiver.call('POST', `/v1/messages/${id}/ack`, furniture.key);
    const { rows } = await receiver.service.base.database.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'inbound.mls' and key like $1",
      [`%${id}`],
    );
    assert.deepEqual([rows.length, await countOf(receiver, 'provider_messages')], [0, before]);
  });
  test('Of a document that breaks rules it names each, with its place: RE [MLS 2.2.1] [MLS-3]', async () => {
    const wrongAddress = invoice.replaceAll('>5567321707<', '>5560360793<');
    assert.notEqual(wrongAddress, invoice);
    const message = await accepted(wrongAddress);
    const { mls } = await answered(message.id);
    assert.deepEqual([mls.status, mls.code], ['REJECTED', 'RE']);
    assert.match(mls.description, /validation/);
    assert.equal(mls.issues[0].reason, 'BV');
    assert.match(mls.issues[0].description, /^ADDRESS_MISMATCH: /);
    assert.equal(mls.issues[0].location, '/Invoice');
    assert.equal((await inboundOf(message.sbdhInstanceId)).validation.verdict, 'VALIDATION_FAILED');
  });
  test('The event says the status and how many issues, and keeps the issues out', async () => {
    const rows = await overAll(sender.service.base.db, 'job')
      .selectFrom('recorded_events')
      .where('type', '=', 'document.mls_received')
      .select('data')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const { mls, status } = rows.data as { mls: Record<string, unknown>; status: string };
    assert.deepEqual(
      [status, mls['status'], mls['code'], mls['issueCount'], mls['issues']],
      ['AS4_ACCEPTED', 'REJECTED', 'RE', 1, undefined],
    );
  });
  test('A status is delivered to no customer, is not answered, and each document has at most one [MLS-4]', async () => {
    assert.deepEqual(await inboxOf(sender, timber), []);
    assert.deepEqual([await countOf(sender, 'mls_due'), await countOf(sender, 'provider_messages')], [0, 0]);
    assert.equal(await countOf(sender, 'mls_received'), 3);
    const sent = await receiver.service.base.db.selectFrom('provider_messages').selectAll().execute();
    assert.equal(sent.length, 3);
    for (const { document, receivers, kind } of sent) {
      const reading = readStatus(document);
      assert.ok(reading.ok);
      assert.deepEqual([kind, receivers], ['MLS', [sender.service.base.provider.spid]]);
    }
  });
});

describe('a document whose sender asks for rejections only', () => {
  test('It is not answered when nothing is wrong [PNP MLS-3]', async () => {
    const [mine = '', theirs = ''] = invoice.match(/<cbc:EndpointID.*?<\/cbc:EndpointID>/g) ?? [];
    const turned = invoice.replace(/<cbc:EndpointID.*?<\/cbc:EndpointID>/g, (one) =>
      one === mine ? theirs : mine,
    );
    const { body } = await send(receiver, furniture, {
      sender: FURNITURE,
      receiver: TIMBER,
      payload: turned,
    });
    const message = await settled(receiver, furniture, body.id);
    assert.deepEqual([message.status, message.mls], ['AS4_ACCEPTED', undefined]);
    assert.equal(await countOf(sender, 'mls_due'), 0);
  });
});

describe('a status of somebody else', () => {
  const STRANGERS = parseParticipantId('0242:999999') as ParticipantId;
  const post = async (status: MessageLevelStatus, key = stranger, header = {}) => {
    const id = `${randomUUID()}@stranger`;
    const document = writeStatus(status);
    assert.equal(await deliver(sender, key, { sender: status.sender, ...header }, document, id), 'receipt');
    return outcomeOf(sender, id);
  };
  const receiverKey = () => receiver.service.base.identity.accessPoint;

  test('Only the provider that took a document may say what became of it [MLS-4]', async () => {
    const message = await accepted();
    const theirs = receiver.service.base.provider.spid;
    assert.equal(await post(statusAbout(message.sbdhInstanceId, STRANGERS, sender)), 'OTHER_PROVIDER');
    assert.equal(await post(statusAbout(message.sbdhInstanceId, theirs, sender)), 'OTHER_PROVIDER');
    assert.equal((await answered(message.id)).mls.code, 'AB');
  });
  test('The first status of a document stays; one about a document that nobody sent is kept and answered by nothing [MLS-4]', async () => {
    const message = await accepted();
    const { mls } = await answered(message.id);
    const theirs = receiver.service.base.provider.spid;
    const late = statusAbout(message.sbdhInstanceId, theirs, sender, { code: 'AP' });
    assert.equal(await post(late, receiverKey()), 'REPEATED');
    assert.deepEqual((await answered(message.id)).mls, mls);
    assert.equal(await post(statusAbout('nothing', theirs, sender), receiverKey()), 'UNKNOWN_DOCUMENT');
    assert.equal(await countOf(sender, 'provider_messages'), 0);
  });
  test('The same message twice is kept once; what is no status is kept as INVALID', async () => {
    const status = writeStatus(statusAbout('nothing', STRANGERS, sender));
    const before = await countOf(sender, 'mls_received');
    const header = { sender: STRANGERS, instanceIdentifier: randomUUID() };
    for (const id of ['a@x', 'a@x', 'b@x'])
      assert.equal(await deliver(sender, stranger, header, status, id), 'receipt');
    assert.equal(await countOf(sender, 'mls_received'), before + 1);
    const broken = Buffer.from(Buffer.from(status).toString().replace('>AB<', '>XX<'));
    assert.equal(await deliver(sender, stranger, { sender: STRANGERS }, broken, 'c@x'), 'receipt');
    assert.equal(await outcomeOf(sender, 'c@x'), 'INVALID');
  });
});

describe('where a status goes', () => {
  const document = { ...billing, sender: addresses[0], receiver: addresses[1], countryC1: 'SE' };
  const sentAbout = (instanceIdentifier: string, done: (row: { attempts: number }) => boolean) =>
    until(
      () =>
        overAll(receiver.service.base.db, 'job')
          .selectFrom('provider_messages')
          .innerJoin('mls_due', 'provider_message_id', 'provider_messages.id')
          .innerJoin('messages', 'messages.id', 'mls_due.message_id')
          .where('messages.sbdh_instance_id', '=', instanceIdentifier)
          .selectAll('provider_messages')
          .executeTakeFirst(),
      (row) => row !== undefined && done(row),
    );

  test('An address in MLS_TO that the network does not know gives way to the SPID of C2 [MLS 4.1]', async () => {
    const { spid, seat } = sender.service.base.provider;
    const instanceIdentifier = randomUUID();
    const header = {
      ...document,
      instanceIdentifier,
      mlsType: 'ALWAYS_SEND' as const,
      mlsTo: `${spid}-MLS.none`,
    };
    const key = sender.service.base.identity.accessPoint;
    assert.equal(await deliver(receiver, key, header, Buffer.from(invoice)), 'receipt');
    const sent = await sentAbout(instanceIdentifier, ({ attempts }) => attempts > 0);
    assert.deepEqual(
      [sent?.receivers, sent?.status, sent?.receiver_access_point],
      [[`${spid}-mls.none`, spid], 'AS4_ACCEPTED', seat],
    );
  });
  test('A C2 that cannot be found is not given up: the status stays in the queue [PNP MLS-4]', async () => {
    const instanceIdentifier = randomUUID();
    const header = { ...document, instanceIdentifier, mlsType: 'ALWAYS_SEND' as const };
    assert.equal(await deliver(receiver, stranger, header, Buffer.from(invoice)), 'receipt');
    const sent = await sentAbout(instanceIdentifier, ({ attempts }) => attempts > 0);
    assert.deepEqual([sent?.receivers, sent?.status], [['0242:999999'], 'QUEUED']);
    assert.equal(sent?.last_error_code, 'PARTICIPANT_NOT_FOUND');
    assert.ok(sent?.next_attempt_at && sent.next_attempt_at > new Date());
  });
});

describe('what is measured', () => {
  const metricsOf = async (pappel: Pappel) => {
    const headers = { authorization: `Bearer ${pappel.service.base.operatorToken}` };
    return (await fetch(`${pappel.operator}/metrics`, { headers })).text();
  };
  test('The time to each status sent and received, with the 20 and 25 minutes as buckets [PNP SLR MLS-1, MLS-2]', async () => {
    const [there, here] = [await metricsOf(receiver), await metricsOf(sender)];
    assert.match(there, /pappel_mls_sent_seconds_bucket\{le="1200",code="AP"\} 1/);
    assert.match(there, /pappel_mls_sent_seconds_bucket\{le="1200",code="RE"\} 1/);
    assert.match(here, /pappel_mls_received_seconds_bucket\{le="1500",code="AP"\} 1/);
    assert.match(here, /pappel_mls_received_total\{outcome="OTHER_PROVIDER"\} 2/);
  });
  test('Exchanges of statuses stand in the provider’s ledger on both sides, and on no account', async () => {
    const lines = async (pappel: Pappel) =>
      overAll(pappel.service.base.db, 'job')
        .selectFrom('provider_ledger')
        .where('other_seat', '<>', STRANGER)
        .select(['kind', 'other_seat', 'country_c1', 'country_c4', 'exchanged_at'])
        .orderBy('exchanged_at')
        .execute();
    const [sent, received] = [await lines(receiver), await lines(sender)];
    assert.ok(sent.length >= 5);
    assert.ok(sent.every((line) => line.kind === 'STATUS_SENT'));
    assert.ok(
      sent.every((line) => line.other_seat === sender.service.base.provider.seat && line.country_c1 === 'BE'),
    );
    const theirs = new Set(received.map((line) => line.exchanged_at?.getTime()));
    assert.ok(
      sent.every((line) => theirs.has(line.exchanged_at?.getTime())),
      'both count the same moment',
    );
  });
});
