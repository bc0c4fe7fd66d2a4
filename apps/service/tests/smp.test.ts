import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readBusinessCard } from '@pappel/smp/business-card';
import { discover } from '@pappel/smp/discover';
import {
  cancelMigrationOut,
  deleteBusinessCard,
  deleteServiceGroup,
  deleteServiceMetadata,
  finishMigrationOut,
  migrateIn,
  pushToDirectory,
  putBusinessCard,
  putServiceGroup,
  putServiceMetadata,
  type SmpWriter,
  startMigrationOut,
  type WriteOutcome,
} from '@pappel/smp/publish';
import { serviceMetadataXml } from '@pappel/smp/write';
import { request as httpRequest } from 'undici';
import { overAll } from '../src/platform/db/roots.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  settled,
  signUp,
  startPappel,
  startWith,
  TIMBER,
  until,
} from './harness.ts';

const id = (text: string): ParticipantId => parseParticipantId(text) as ParticipantId;
const canonical = (text: string): string => encodeURIComponent(`iso6523-actorid-upis::${text}`);
const invoice = aliasToType('invoice');
const order = aliasToType('order');
assert.ok(invoice && order);

/** Reads from the SMP as the network does. */
async function get(pappel: Pappel, path: string, headers: Record<string, string> = {}) {
  const { smp, config } = pappel.service.base;
  const { smpPublicUrl } = config;
  const answer = await httpRequest(`${smpPublicUrl}/${path}`, { dispatcher: smp.dispatcher, headers });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
}
const metadataPath = (address: string, type = invoice): string =>
  `${canonical(address)}/services/${encodeURIComponent(type.documentTypeId)}`;
const find = (pappel: Pappel, address: string, type = invoice) =>
  discover(pappel.service.base.smp, { participant: id(address), ...type });
const joining = (first: Pappel): Record<string, string> => {
  const ports = JSON.parse(readFileSync(join(first.dataDir, 'localnet/ports.json'), 'utf8'));
  return {
    LOCALNET_DIR: join(first.dataDir, 'localnet'),
    SML_DNS: `127.0.0.1:${ports.dnsPort}`,
    SML_URL: `https://127.0.0.1:${ports.smlPort}/edelivery-sml`,
  };
};

describe('what our SMP serves', () => {
  let pappel: Pappel;
  let timber: Account;
  let timberId: string;
  before(async () => {
    pappel = await startPappel();
    timber = await signUp(pappel);
    timberId = await activeParticipant(pappel, timber, TIMBER);
  });
  after(() => pappel.stop());

  test('Group, metadata and card have a tag, an age and leave to be cached; who has them gets 304', async () => {
    for (const path of [canonical(TIMBER), metadataPath(TIMBER), `businesscard/${canonical(TIMBER)}`]) {
      const first = await get(pappel, path);
      assert.equal(first.status, 200);
      assert.match(String(first.headers['content-type']), /^application\/xml/);
      assert.equal(first.headers['cache-control'], 'public, max-age=60');
      const etag = String(first.headers.etag);
      const modified = String(first.headers['last-modified']);
      const known: Record<string, string>[] = [
        { 'if-none-match': etag },
        { 'if-none-match': `"other", W/${etag}` },
        { 'if-none-match': '*' },
        { 'if-modified-since': modified },
        { 'if-modified-since': new Date(Date.now() + 1000).toUTCString() },
      ];
      for (const condition of known) {
        const { status, body, headers } = await get(pappel, path, condition);
        assert.deepEqual([status, body, headers.etag], [304, '', etag], JSON.stringify(condition));
      }
      const past = new Date(Date.parse(modified) - 1000).toUTCString();
      const unknown: Record<string, string>[] = [
        { 'if-none-match': '"other"' },
        { 'if-none-match': '"other"', 'if-modified-since': modified },
        { 'if-modified-since': past },
      ];
      for (const condition of unknown) assert.equal((await get(pappel, path, condition)).status, 200);
    }
  });
  test('Metadata is signed once, whoever asks, and anew when something it says has changed', async () => {
    const rows = async () =>
      (
        await pappel.service.base.database.pool.query(
          'select document_type_id, signed_at from smp_signed_metadata where address = $1 order by 1',
          [TIMBER],
        )
      ).rows.map((row) => [row.document_type_id, row.signed_at.getTime()]);
    const before = await Promise.all(Array.from({ length: 20 }, () => get(pappel, metadataPath(TIMBER))));
    assert.equal(new Set(before.map(({ headers }) => headers.etag)).size, 1);
    const signed = await rows();
    await sleep(5);
    await pappel.call('PATCH', `/v1/participants/${timberId}`, timber.key, { name: 'Another name' });
    const path = `/v1/participants/${timberId}/capabilities`;
    const credit = aliasToType('credit-note');
    await pappel.call('POST', path, timber.key, {
      documentTypeId: credit?.documentTypeId,
      processId: 'urn:test:process',
      direction: 'RECEIVE',
    });
    assert.equal((await get(pappel, metadataPath(TIMBER))).headers.etag, before[0]?.headers.etag);
    assert.deepEqual(await rows(), signed, 'neither name nor other types are in it');
    await pappel.call('POST', path, timber.key, {
      documentTypeId: invoice.documentTypeId,
      processId: 'urn:test:process',
      direction: 'RECEIVE',
    });
    const changed = await get(pappel, metadataPath(TIMBER));
    assert.notEqual(changed.headers.etag, before[0]?.headers.etag);
    assert.match(changed.body, /urn:test:process/);
    assert.ok((await find(pappel, TIMBER)).kind === 'found', 'the new signature holds');
    assert.notDeepEqual(await rows(), signed);
  });
  test('The business card says who it is, and no person', async () => {
    const { body } = await get(pappel, `businesscard/${canonical(TIMBER)}`);
    const card = readBusinessCard(Buffer.from(body));
    assert.equal(card?.participant, TIMBER);
    assert.equal(card?.entities[0]?.countryCode, 'SE');
    assert.ok(card?.entities[0]?.names.some(({ name }) => name === 'Nordic Timber AB'));
    assert.deepEqual(card?.entities[0]?.contacts, []);
  });
  test('The registration step of the Directory is done when the Directory has read the card; a new name gets there [PAR-15]', async () => {
    const { body } = await until(
      () => pappel.call('GET', `/v1/participants/${timberId}`, timber.key),
      (answer) => answer.body.registration.directory === 'DONE',
    );
    assert.equal(body.registration.directory, 'DONE');
    const look = () =>
      pappel.call(
        'GET',
        `/v1/network/participants/search?q=${encodeURIComponent('Entirely Other')}`,
        timber.key,
      );
    assert.deepEqual((await look()).body.results, []);
    await pappel.call('PATCH', `/v1/participants/${timberId}`, timber.key, { name: 'Entirely Other AB' });
    const found = await until(look, (answer) => answer.body.results.length > 0);
    assert.equal(found.body.results[0].peppolId, TIMBER);
  });
  test('What we do not serve is 404 without a body, and is not cached', async () => {
    for (const path of [
      canonical(FURNITURE),
      metadataPath(FURNITURE),
      metadataPath(TIMBER, order),
      `businesscard/${canonical(FURNITURE)}`,
      'nonsense',
      `${canonical(TIMBER)}/services/nonsense`,
    ]) {
      const { status, body, headers } = await get(pappel, path);
      assert.deepEqual([status, body, headers['cache-control']], [404, '', 'no-store'], path);
    }
  });
  test('Without SMP_WRITE_USER nobody writes', async () => {
    const { smp, config } = pappel.service.base;
    const { smpPublicUrl: url } = config;
    const outcome = await putServiceGroup(
      { url, user: 'a', password: 'b', dispatcher: smp.dispatcher },
      id(FURNITURE),
    );
    assert.ok(!outcome.ok && outcome.message.startsWith('HTTP 412'));
  });
});

describe('an SMP that is written to, as phoss SMP is', () => {
  let pappel: Pappel;
  let writer: SmpWriter;
  let timber: Account;
  const ADDRESS = id('0192:974760673');

  const metadata = (address = ADDRESS, changes: object = {}) => {
    const { certificate } = pappel.service.base.identity.accessPoint;
    const endpoint = {
      url: 'https://elsewhere.example/as4',
      certificateDer: certificate.der,
      activation: certificate.validFrom,
      expiration: certificate.validTo,
      contact: 'a@example.org',
      ...changes,
    };
    return serviceMetadataXml(address, invoice.documentTypeId, [invoice.processId], endpoint);
  };
  const put = (xml: string, address = ADDRESS) =>
    putServiceMetadata(writer, address, invoice.documentTypeId, xml);
  const messageOf = (outcome: WriteOutcome): string => (outcome.ok ? 'ok' : outcome.message);
  const kindOf = async (): Promise<string> => {
    const found = await find(pappel, ADDRESS);
    return 'code' in found ? found.code : found.endpoint.url;
  };

  before(async () => {
    pappel = await startPappel({
      SMP_WRITE_USER: 'writer',
      SMP_WRITE_PASSWORD: 'p:ä and a long rest',
      RATE_LIMITS: '',
    });
    const { smp, config } = pappel.service.base;
    const { smpPublicUrl: url } = config;
    writer = { url, user: 'writer', password: 'p:ä and a long rest', dispatcher: smp.dispatcher };
    timber = await signUp(pappel);
    await activeParticipant(pappel, timber, TIMBER);
  });
  after(() => pappel.stop());

  test('A group and its metadata written are found on the network, signed by us; what is deleted is not', async () => {
    assert.match(messageOf(await put(metadata())), /^HTTP 404/);
    assert.deepEqual(await putServiceGroup(writer, ADDRESS), { ok: true });
    assert.deepEqual(await putServiceGroup(writer, ADDRESS), { ok: true });
    assert.equal(await kindOf(), 'DOCUMENT_TYPE_NOT_SUPPORTED');
    assert.deepEqual(await put(metadata()), { ok: true });
    assert.equal(await kindOf(), 'https://elsewhere.example/as4');
    await put(metadata(ADDRESS, { url: 'https://moved.example/as4' }));
    assert.equal(await kindOf(), 'https://moved.example/as4');
    assert.deepEqual(await deleteServiceMetadata(writer, ADDRESS, invoice.documentTypeId), { ok: true });
    assert.equal(await kindOf(), 'DOCUMENT_TYPE_NOT_SUPPORTED');
    await put(metadata());
    assert.deepEqual(await deleteServiceGroup(writer, ADDRESS), { ok: true });
    assert.equal(await kindOf(), 'PARTICIPANT_NOT_FOUND');
    assert.match(messageOf(await deleteServiceGroup(writer, ADDRESS)), /^HTTP 404/);
  });
  test('A redirect that was written is signed, and followed', async () => {
    await putServiceGroup(writer, ADDRESS);
    const href = `${writer.url}/${metadataPath(TIMBER)}`;
    const { subjectName } = pappel.service.base.identity.smp.certificate;
    const redirect = `<ServiceMetadata xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"><Redirect href="${href}"><CertificateUID>${subjectName}</CertificateUID></Redirect></ServiceMetadata>`;
    assert.deepEqual(await put(redirect), { ok: true });
    const { body } = await get(pappel, metadataPath(ADDRESS));
    assert.match(body, /<Redirect href/);
    // It leads to metadata of somebody else, and is refused for just that.
    const found = await find(pappel, ADDRESS);
    assert.ok(found.kind === 'unusable' && found.detail.includes(TIMBER), JSON.stringify(found));
    await deleteServiceGroup(writer, ADDRESS);
  });
  test('Metadata that nobody could use is 400: http, an expired certificate, no endpoint, another participant', async () => {
    await putServiceGroup(writer, ADDRESS);
    const { openLocalPki } = await import('@pappel/localnet/local-pki');
    const pki = await openLocalPki(join(pappel.dataDir, 'localnet'));
    const { certificatePem } = await pki.issueAccessPoint('POP000001', { to: new Date(Date.now() - 1000) });
    const expired = Buffer.from(certificatePem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const wrong: [string, RegExp][] = [
      [metadata(ADDRESS, { url: 'http://elsewhere.example' }), /https/],
      [metadata(ADDRESS, { certificateDer: expired }), /expired/],
      [metadata(ADDRESS, { certificateDer: Buffer.from('x') }), /cannot be read/],
      [metadata(id(TIMBER)), /about/],
      [metadata().replace(/<smp:Endpoint .*<\/smp:Endpoint>/, ''), /no endpoint/],
      [metadata().replace(/(<smp:Endpoint .*<\/smp:Endpoint>)/, '$1$1'), /twice/],
      [metadata().replace(/<smp:Process>.*<\/smp:Process>/, ''), /no process/],
      ['<nonsense/>', /no smp:ServiceMetadata/],
      ['', /./],
    ];
    for (const [xml, reason] of wrong) {
      const message = messageOf(await put(xml));
      assert.match(message, /^HTTP 400/, xml.slice(0, 200));
      assert.match(message, reason);
    }
    assert.equal((await get(pappel, metadataPath(ADDRESS))).status, 404);
    await deleteServiceGroup(writer, ADDRESS);
  });
  test('A card is kept, served and found in the Directory, until it is deleted', async () => {
    const card = {
      participant: ADDRESS,
      entities: [{ names: [{ name: 'Written Elsewhere' }], countryCode: 'NO' }],
    };
    await putServiceGroup(writer, ADDRESS);
    await put(metadata());
    assert.deepEqual(await putBusinessCard(writer, card), { ok: true });
    assert.match((await get(pappel, `businesscard/${canonical(ADDRESS)}`)).body, /Written Elsewhere/);
    const look = () => pappel.call('GET', '/v1/network/participants/search?q=Written', timber.key);
    assert.equal(
      (await until(look, ({ body }) => body.results?.length > 0)).body.results[0].peppolId,
      ADDRESS,
    );
    assert.deepEqual(await pushToDirectory(writer, ADDRESS), { ok: true });
    assert.match(messageOf(await putBusinessCard(writer, { ...card, participant: id(TIMBER) })), /^HTTP 409/);
    assert.deepEqual(await deleteBusinessCard(writer, ADDRESS), { ok: true });
    assert.equal((await get(pappel, `businesscard/${canonical(ADDRESS)}`)).status, 404);
    await deleteServiceGroup(writer, ADDRESS);
  });
  test("A customer's participant is not to be written from outside", async () => {
    for (const outcome of [
      await putServiceGroup(writer, id(TIMBER)),
      await deleteServiceGroup(writer, id(TIMBER)),
      await put(metadata(id(TIMBER)), id(TIMBER)),
    ])
      assert.match(messageOf(outcome), /^HTTP 409/);
  });
  test('An address that was written is not to be had as a participant here: PARTICIPANT_EXISTS [PAR-4]', async () => {
    await putServiceGroup(writer, ADDRESS);
    const [scheme, value] = ADDRESS.split(':');
    const ask = () =>
      pappel.call('POST', '/v1/participants', timber.key, {
        companyId: timber.companyId,
        scheme,
        value,
        name: 'x',
      });
    const { status, body } = await ask();
    assert.deepEqual([status, body.error?.code], [409, 'PARTICIPANT_EXISTS']);
    await deleteServiceGroup(writer, ADDRESS);
    const made = await ask();
    assert.equal(made.status, 201);
    await pappel.call('DELETE', `/v1/participants/${made.body.id}`, timber.key);
  });
  test('Migration out and in: start answers the key, cancel spoils it, finalize lets the participant go', async () => {
    await putServiceGroup(writer, ADDRESS);
    await put(metadata());
    const started = await startMigrationOut(writer, ADDRESS);
    assert.ok(started.ok);
    assert.deepEqual(await cancelMigrationOut(writer, ADDRESS), { ok: true });
    assert.match(messageOf(await migrateIn(writer, ADDRESS, started.migrationKey)), /^HTTP 500.*not-found/);
    assert.match(messageOf(await finishMigrationOut(writer, ADDRESS)), /^HTTP 404/);
    const again = await startMigrationOut(writer, ADDRESS);
    assert.ok(again.ok);
    assert.deepEqual(await migrateIn(writer, ADDRESS, again.migrationKey), { ok: true });
    assert.equal(await kindOf(), 'https://elsewhere.example/as4');
    assert.match(messageOf(await migrateIn(writer, ADDRESS, 'short')), /^HTTP 400/);
    assert.deepEqual(await finishMigrationOut(writer, ADDRESS), { ok: true });
    assert.equal((await get(pappel, canonical(ADDRESS))).status, 404);
  });
  test('Every write stands in the audit of the installation: who, what, from where [OPR-9]', async () => {
    await putServiceGroup(writer, ADDRESS);
    const row = await overAll(pappel.service.base.db, 'job')
      .selectFrom('unclaimed_audit')
      .where('event_type', '=', 'smp.written')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.actor_name, row.address, row.target_id, row.metadata],
      [
        'writer',
        '127.0.0.1',
        decodeURIComponent(canonical(ADDRESS)),
        { method: 'PUT', route: '/:participant' },
      ],
    );
    await deleteServiceGroup(writer, ADDRESS);
  });
  test('Who has no password, or guesses it, does not write, and after some tries the right password waits too', async () => {
    const outcomes: string[] = [];
    for (let i = 0; i < 11; i++)
      outcomes.push(messageOf(await putServiceGroup({ ...writer, password: `guess ${i}` }, ADDRESS)));
    assert.ok(outcomes.slice(0, 10).every((message) => message === 'HTTP 401'));
    assert.match(outcomes[10] ?? '', /^HTTP 429/);
    assert.equal((await get(pappel, 'list/writer')).status, 429);
    assert.match(messageOf(await putServiceGroup(writer, id('9915:another'))), /^HTTP 429/);
  });
});

const WRITER = { SMP_WRITE_USER: 'beta', SMP_WRITE_PASSWORD: 'a secret of some length' };

/** The settings of a service that publishes at the SMP of another one. */
const publishingAt = (other: Pappel) => ({
  ...joining(other),
  SMP_MODE: 'external',
  SMP_EXTERNAL_URL: other.service.base.config.smpPublicUrl,
  SMP_EXTERNAL_USER: WRITER.SMP_WRITE_USER,
  SMP_EXTERNAL_PASSWORD: WRITER.SMP_WRITE_PASSWORD,
  SMP_PUBLIC_URL: other.service.base.config.smpPublicUrl,
});

describe('SMP_MODE=external', () => {
  test('A participant is published at an SMP elsewhere, found, sent to, changed there and withdrawn', async () => {
    const first = await startPappel(WRITER);
    const smpUrl = first.service.base.config.smpPublicUrl;
    const second = await startPappel(publishingAt(first));
    try {
      const sender = await signUp(first);
      await activeParticipant(first, sender, TIMBER);
      const receiver = await signUp(second, 'Fjord Furniture AS', 'NO');
      const participantId = await activeParticipant(second, receiver, FURNITURE);
      const path = `/v1/participants/${participantId}`;
      const { body } = await second.call('GET', path, receiver.key);
      assert.deepEqual([body.status, body.smpUrl], ['ACTIVE', smpUrl], body.statusReason);
      const found = await find(first, FURNITURE);
      assert.ok(found.kind === 'found');
      assert.equal(found.endpoint.url, second.service.base.config.as4PublicUrl);
      const sent = await first.call('POST', '/v1/messages', sender.key, {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        payload: fixture('invoice.xml'),
      });
      const message = await settled(first, sender, sent.body.id);
      assert.equal(message.status, 'AS4_ACCEPTED', message.lastErrorMessage);

      const kindOf = async (type = invoice) => (await find(first, FURNITURE, type)).kind;
      await second.call('POST', `${path}/capabilities`, receiver.key, {
        documentTypeId: 'order',
        direction: 'RECEIVE',
      });
      assert.equal(
        await until(
          () => kindOf(order),
          (kind) => kind === 'found',
        ),
        'found',
      );
      await second.call('DELETE', `${path}/capabilities/invoice`, receiver.key);
      assert.equal(
        await until(
          () => kindOf(),
          (kind) => kind === 'unsupported',
        ),
        'unsupported',
      );
      await second.call('DELETE', path, receiver.key);
      assert.equal(
        await until(
          () => kindOf(order),
          (kind) => kind === 'not-registered',
        ),
        'not-registered',
      );
    } finally {
      await second.stop();
      await first.stop();
    }
  });
  test('After the key of the access point was renewed the SMP elsewhere names its certificate [OPR-17]', async () => {
    const first = await startPappel(WRITER);
    const env = await newEnvironment(publishingAt(first));
    let second = await startWith(env);
    try {
      const receiver = await signUp(second, 'Fjord Furniture AS', 'NO');
      await activeParticipant(second, receiver, FURNITURE);
      const named = async (): Promise<string | undefined> => {
        const found = await find(first, FURNITURE);
        return found.kind === 'found' ? found.endpoint.certificate.fingerprint : undefined;
      };
      assert.equal(await named(), second.service.base.identity.accessPoint.certificate.fingerprint);
      await second.service.stop();
      const file = join(env['DATA_DIR'] ?? '', 'seat.json');
      const seat = JSON.parse(readFileSync(file, 'utf8'));
      const pki = await openLocalPki(join(first.dataDir, 'localnet'));
      writeFileSync(file, JSON.stringify({ ...seat, accessPoint: await pki.issueAccessPoint(seat.seat) }));
      second = await startWith(env);
      const { fingerprint } = second.service.base.identity.accessPoint.certificate;
      assert.equal(await until(named, (one) => one === fingerprint), fingerprint);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
  test('What the SMP refuses is the reason that the participant shows [PAR-10]', async () => {
    const first = await startPappel();
    const second = await startPappel(publishingAt(first));
    try {
      const account = await signUp(second);
      const made = await second.call('POST', '/v1/participants', account.key, {
        companyId: account.companyId,
        scheme: '0007',
        value: TIMBER.slice(5),
        name: 'x',
        capabilities: [{ documentTypeId: 'invoice', direction: 'RECEIVE' }],
      });
      await second.operate(`participants/${made.body.id}/approve`);
      const { body } = await until(
        () => second.call('GET', `/v1/participants/${made.body.id}`, account.key),
        (answer) => answer.body.status === 'ERROR',
      );
      assert.match(body.statusReason, /^SML: HTTP 412/);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
