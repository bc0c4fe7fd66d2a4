import assert from 'node:assert/strict';
import { parseDocumentTypeId, parseProcessId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type BusinessCard, fetchBusinessCard } from '@pappel/smp/business-card';
import { discover } from '@pappel/smp/discover';
import { locate } from '@pappel/smp/locate';
import { isMigrationKey, newMigrationKey } from '@pappel/smp/migration-key';
import {
  cancelMigrationOut,
  deleteBusinessCard,
  deleteServiceGroup,
  deleteServiceMetadata,
  finishMigrationOut,
  migrateIn,
  putBusinessCard,
  putServiceGroup,
  putServiceMetadata,
  startMigrationOut,
} from '@pappel/smp/publish';
import { fetchServiceGroup } from '@pappel/smp/service-group';
import { createParticipant, migrate, prepareMigration } from '@pappel/smp/sml';
import { serviceMetadataXml, signedRedirectXml, signedServiceMetadataXml } from '@pappel/smp/write';
import type { CaseBook } from '../case-book.ts';
import { INVOICE } from '../documents.ts';
import type { Peer } from '../peer.ts';
import type { SmpNetwork } from '../smp-network.ts';
import { material, type World } from '../world.ts';

const PHOSS = 'Our client and publisher at phoss SMP';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice';

function known<T>(value: T | undefined): T {
  assert.ok(value);
  return value;
}
const participant = (value: string): ParticipantId => known(parseParticipantId(value));
const AT_PHOSS = participant('0088:7300010000001');
const AWAY_FROM_PHOSS = participant('0088:7300010000018');
const AT_OURS = participant('0192:991825827');
const AWAY_FROM_OURS = participant('0192:974760673');
const NOBODY = participant('0192:923609016');
const WILDCARD = {
  registered: known(parseDocumentTypeId(`peppol-doctype-wildcard::${UBL}##urn:peppol:pint:billing-1*::2.1`)),
  wanted: known(parseDocumentTypeId(`peppol-doctype-wildcard::${UBL}##urn:peppol:pint:billing-1@jp-1::2.1`)),
  processId: known(parseProcessId('urn:peppol:bis:billing')),
};

function endpointOf(world: World) {
  return {
    url: 'https://ap.example.org/as4',
    certificateDer: world.peer.der,
    activation: new Date(Date.now() - 3_600_000),
    expiration: new Date(Date.now() + 86_400_000),
    contact: 'ops@example.org',
  };
}

/** Where the metadata of a participant is at an SMP. */
const metadataUrl = (smpUrl: string, id: ParticipantId): string =>
  `${smpUrl}/${encodeURIComponent(canonicalId(id))}/services/${encodeURIComponent(INVOICE.documentTypeId)}`;

/** Our publisher writes to phoss SMP, and our lookup, from DNS on, reads what it signed. */
export async function ourClientAtPhoss(book: CaseBook, world: World, network: SmpNetwork): Promise<void> {
  const { writer, context } = network;
  const endpoint = endpointOf(world);
  await book.run(
    PHOSS,
    'we publish a service group, which it registers in our SML, and the metadata of an invoice',
    async () => {
      assert.deepEqual(await putServiceGroup(writer, AT_PHOSS), { ok: true });
      const xml = serviceMetadataXml(AT_PHOSS, INVOICE.documentTypeId, [INVOICE.processId], endpoint);
      assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId, xml), { ok: true });
      // Again, as after a repeated job.
      assert.deepEqual(await putServiceGroup(writer, AT_PHOSS), { ok: true });
      assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId, xml), { ok: true });
    },
  );
  await book.run(PHOSS, 'we publish a type with a wildcard', async () => {
    const xml = serviceMetadataXml(AT_PHOSS, WILDCARD.registered, [WILDCARD.processId], endpoint);
    assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, WILDCARD.registered, xml), { ok: true });
  });
  await book.run(PHOSS, 'a wrong password and a group that is not there are told apart', async () => {
    const wrong = await putServiceGroup({ ...writer, password: 'wrong' }, NOBODY);
    assert.equal(wrong.ok || wrong.fault, 'unauthorized');
    const xml = serviceMetadataXml(NOBODY, INVOICE.documentTypeId, [INVOICE.processId], endpoint);
    const missing = await putServiceMetadata(writer, NOBODY, INVOICE.documentTypeId, xml);
    assert.equal(missing.ok || missing.fault, 'not-found');
  });
  await book.run(PHOSS, 'a lookup finds the endpoint in its signed metadata', async () => {
    const found = await discover(context, { participant: AT_PHOSS, ...INVOICE });
    assert.ok(found.kind === 'found', 'detail' in found ? found.detail : '');
    assert.equal(found.endpoint.url, endpoint.url);
    assert.equal(found.endpoint.certificate.fingerprint, world.peer.fingerprint);
    assert.equal(found.smpUrl, network.phossUrl);
  });
  await book.run(PHOSS, 'a lookup of a concrete type finds the registration with a wildcard', async () => {
    const wanted = { participant: AT_PHOSS, documentTypeId: WILDCARD.wanted, processId: WILDCARD.processId };
    const found = await discover(context, wanted);
    assert.ok(found.kind === 'found', 'detail' in found ? found.detail : '');
    assert.equal(found.documentTypeId, WILDCARD.registered);
  });
  await book.run(PHOSS, 'its service group names the types, and unknown ones are told apart', async () => {
    const group = await fetchServiceGroup(context, network.phossUrl, AT_PHOSS);
    assert.ok(group.kind === 'found');
    assert.deepEqual(new Set(group.documentTypes), new Set([INVOICE.documentTypeId, WILDCARD.registered]));
    const order = known(
      parseDocumentTypeId(`${UBL.replaceAll('Invoice', 'Order')}##urn:fdc:peppol.eu:poacc:trns:order:3::2.1`),
    );
    const unsupported = await discover(context, { ...INVOICE, participant: AT_PHOSS, documentTypeId: order });
    assert.equal(unsupported.kind === 'unsupported' && unsupported.code, 'DOCUMENT_TYPE_NOT_SUPPORTED');
    const stranger = await discover(context, { participant: NOBODY, ...INVOICE });
    assert.equal(stranger.kind, 'not-registered');
  });
  await redirects(book, world, network);
  await migrations(book, world, network);
  await businessCards(book, network);
  await book.run(PHOSS, 'what we withdraw is found no longer', async () => {
    assert.deepEqual(await deleteServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId), { ok: true });
    const unsupported = await discover(context, { participant: AT_PHOSS, ...INVOICE });
    assert.equal(unsupported.kind === 'unsupported' && unsupported.code, 'DOCUMENT_TYPE_NOT_SUPPORTED');
    assert.deepEqual(await deleteServiceGroup(writer, AT_PHOSS), { ok: true });
    const gone = await discover(context, { participant: AT_PHOSS, ...INVOICE });
    assert.equal(gone.kind, 'not-registered');
    const again = await deleteServiceGroup(writer, AT_PHOSS);
    assert.equal(again.ok || again.fault, 'not-found');
  });
}

/** Out of phoss SMP to ours and back again, by the keys that each of them makes. */
async function migrations(book: CaseBook, world: World, network: SmpNetwork): Promise<void> {
  const { writer, context, ourSml } = network;
  const where = async (): Promise<string> => {
    const location = await locate(context, AT_PHOSS);
    return location.kind === 'located' ? location.smpUrl : location.detail;
  };
  await book.run(
    PHOSS,
    'we have it begin a migration, call it off, begin anew, and take the address over',
    async () => {
      const first = await startMigrationOut(writer, AT_PHOSS);
      assert.ok(first.ok, JSON.stringify(first));
      assert.deepEqual(await cancelMigrationOut(writer, AT_PHOSS), { ok: true });
      const out = await startMigrationOut(writer, AT_PHOSS);
      assert.ok(out.ok, JSON.stringify(out));
      assert.ok(isMigrationKey(out.migrationKey), out.migrationKey);
      assert.equal(await where(), network.phossUrl);
      assert.deepEqual(await migrate(ourSml, AT_PHOSS, out.migrationKey), { ok: true });
      assert.deepEqual(await finishMigrationOut(writer, AT_PHOSS), { ok: true });
      assert.equal(await where(), network.ours.url);
    },
  );
  await book.run(PHOSS, 'we have it take the address back by a key of ours', async () => {
    const key = newMigrationKey();
    assert.deepEqual(await prepareMigration(ourSml, AT_PHOSS, key), { ok: true });
    assert.deepEqual(await migrateIn(writer, AT_PHOSS, key), { ok: true });
    assert.equal(await where(), network.phossUrl);
    const xml = serviceMetadataXml(AT_PHOSS, INVOICE.documentTypeId, [INVOICE.processId], endpointOf(world));
    assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId, xml), { ok: true });
    assert.equal((await discover(context, { participant: AT_PHOSS, ...INVOICE })).kind, 'found');
  });
}

async function businessCards(book: CaseBook, network: SmpNetwork): Promise<void> {
  const { writer, context } = network;
  await book.run(PHOSS, 'a business card that we publish is there as we wrote it', async () => {
    const card: BusinessCard = {
      participant: AT_PHOSS,
      entities: [
        {
          names: [{ name: 'Bäckerei & Söhne' }],
          countryCode: 'AT',
          identifiers: [{ scheme: 'VAT', value: 'ATU12345675' }],
          websites: ['https://example.org'],
        },
      ],
    };
    assert.deepEqual(await putBusinessCard(writer, card), { ok: true });
    const fetched = await fetchBusinessCard(context, network.phossUrl, AT_PHOSS);
    assert.ok(fetched.kind === 'found', JSON.stringify(fetched));
    const [entity] = fetched.card.entities;
    assert.equal(entity?.names[0]?.name, 'Bäckerei & Söhne');
    assert.deepEqual([entity?.countryCode, entity?.identifiers?.[0]?.value], ['AT', 'ATU12345675']);
    assert.deepEqual(await deleteBusinessCard(writer, AT_PHOSS), { ok: true });
    assert.equal((await fetchBusinessCard(context, network.phossUrl, AT_PHOSS)).kind, 'not-found');
  });
}

async function redirects(book: CaseBook, world: World, network: SmpNetwork): Promise<void> {
  const { writer, context, ours, signer } = network;
  const endpoint = endpointOf(world);
  const types = [INVOICE.processId];
  await book.run(PHOSS, 'a redirect of phoss SMP leads to our SMP', async () => {
    const metadata = await signedServiceMetadataXml(
      AWAY_FROM_PHOSS,
      INVOICE.documentTypeId,
      types,
      endpoint,
      signer,
    );
    ours.serve(AWAY_FROM_PHOSS, INVOICE.documentTypeId, metadata);
    const uid = material(world.smp).certificate.subjectName;
    const redirect = `<smp:ServiceMetadata xmlns:smp="http://busdox.org/serviceMetadata/publishing/1.0/"><smp:Redirect href="${metadataUrl(ours.url, AWAY_FROM_PHOSS)}"><smp:CertificateUID>${uid}</smp:CertificateUID></smp:Redirect></smp:ServiceMetadata>`;
    assert.deepEqual(await putServiceGroup(writer, AWAY_FROM_PHOSS), { ok: true });
    const put = await putServiceMetadata(writer, AWAY_FROM_PHOSS, INVOICE.documentTypeId, redirect);
    assert.deepEqual(put, { ok: true });
    const found = await discover(context, { participant: AWAY_FROM_PHOSS, ...INVOICE });
    assert.ok(found.kind === 'found', 'detail' in found ? found.detail : '');
    assert.equal(found.endpoint.url, endpoint.url);
  });
  await book.run(PHOSS, 'a redirect of our SMP leads to phoss SMP', async () => {
    assert.deepEqual(await putServiceGroup(writer, AWAY_FROM_OURS, { inSml: false }), { ok: true });
    const xml = serviceMetadataXml(AWAY_FROM_OURS, INVOICE.documentTypeId, types, endpoint);
    assert.deepEqual(await putServiceMetadata(writer, AWAY_FROM_OURS, INVOICE.documentTypeId, xml), {
      ok: true,
    });
    const uid = material(world.phossSmp).certificate.subjectName;
    const target = metadataUrl(network.phossUrl, AWAY_FROM_OURS);
    ours.serve(AWAY_FROM_OURS, INVOICE.documentTypeId, await signedRedirectXml(target, uid, signer));
    assert.deepEqual(await createParticipant(network.ourSml, AWAY_FROM_OURS), { ok: true });
    const found = await discover(context, { participant: AWAY_FROM_OURS, ...INVOICE });
    assert.ok(found.kind === 'found', 'detail' in found ? found.detail : '');
  });
}

/** A foreign SMP client, which verifies signatures, against what our SMP serves. */
export async function foreignClientAtOurs(
  book: CaseBook,
  world: World,
  network: SmpNetwork,
  client: { name: string; peer: Peer },
): Promise<void> {
  const suite = `${client.name} reads our SMP`;
  const { ours, signer } = network;
  const endpoint = endpointOf(world);
  const sign = (id: typeof INVOICE) =>
    signedServiceMetadataXml(AT_OURS, id.documentTypeId, [id.processId], endpoint, signer);
  const wildcard = { documentTypeId: WILDCARD.registered, processId: WILDCARD.processId };
  ours.serve(AT_OURS, INVOICE.documentTypeId, await sign(INVOICE));
  ours.serve(AT_OURS, WILDCARD.registered, await sign(wildcard));
  const ask = { smp: `${ours.url}/`, participant: AT_OURS, ...INVOICE };
  await book.run(suite, 'the service group', async () => {
    const { text } = await client.peer.call('smp-group', ask);
    assert.deepEqual(new Set(text.split('\n')), new Set([INVOICE.documentTypeId, WILDCARD.registered]));
  });
  await book.run(suite, 'the signed metadata, and accepts the signature', async () => {
    const seen = await client.peer.call('smp-metadata', ask);
    assert.equal(seen.of('url'), endpoint.url);
    assert.match(seen.of('certificate'), /CN=POP000002/);
  });
  await book.run(suite, 'a registration with a wildcard, asked for a concrete type', async () => {
    const wanted = { documentTypeId: WILDCARD.wanted, processId: WILDCARD.processId, wildcard: 'yes' };
    const seen = await client.peer.call('smp-metadata', { ...ask, ...wanted });
    assert.equal(seen.of('url'), endpoint.url);
  });
  await book.run(suite, 'a redirect to phoss SMP, which it follows', async () => {
    const seen = await client.peer.call('smp-metadata', { ...ask, participant: AWAY_FROM_OURS });
    assert.equal(seen.of('url'), endpoint.url);
  });
  await book.run(suite, 'metadata that was changed after signing, and refuses it', async () => {
    const forged = (await sign(INVOICE)).replace('ap.example.org', 'ap.example.com');
    ours.serve(NOBODY, INVOICE.documentTypeId, forged.replaceAll(AT_OURS, NOBODY));
    await assert.rejects(client.peer.call('smp-metadata', { ...ask, participant: NOBODY }), /[Ss]ignature/);
  });
}
