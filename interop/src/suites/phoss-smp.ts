import assert from 'node:assert/strict';
import { parseDocumentTypeId, parseProcessId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { discover } from '@pappel/smp/discover';
import {
  deleteServiceGroup,
  deleteServiceMetadata,
  putServiceGroup,
  putServiceMetadata,
} from '@pappel/smp/publish';
import { fetchServiceGroup } from '@pappel/smp/service-group';
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
  const { writer, context, register } = network;
  const endpoint = endpointOf(world);
  await book.run(PHOSS, 'we publish a service group and the metadata of an invoice', async () => {
    assert.deepEqual(await putServiceGroup(writer, AT_PHOSS, { inSml: false }), { ok: true });
    const xml = serviceMetadataXml(AT_PHOSS, INVOICE.documentTypeId, [INVOICE.processId], endpoint);
    assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId, xml), { ok: true });
    // Again, as after a repeated job.
    assert.deepEqual(await putServiceGroup(writer, AT_PHOSS, { inSml: false }), { ok: true });
    assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId, xml), { ok: true });
    await register(AT_PHOSS, 'phoss');
  });
  await book.run(PHOSS, 'we publish a type with a wildcard', async () => {
    const xml = serviceMetadataXml(AT_PHOSS, WILDCARD.registered, [WILDCARD.processId], endpoint);
    assert.deepEqual(await putServiceMetadata(writer, AT_PHOSS, WILDCARD.registered, xml), { ok: true });
  });
  await book.run(PHOSS, 'a wrong password and a group that is not there are told apart', async () => {
    const wrong = await putServiceGroup({ ...writer, password: 'wrong' }, NOBODY, { inSml: false });
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
  await book.run(PHOSS, 'what we withdraw is found no longer', async () => {
    assert.deepEqual(await deleteServiceMetadata(writer, AT_PHOSS, INVOICE.documentTypeId), { ok: true });
    const unsupported = await discover(context, { participant: AT_PHOSS, ...INVOICE });
    assert.equal(unsupported.kind === 'unsupported' && unsupported.code, 'DOCUMENT_TYPE_NOT_SUPPORTED');
    assert.deepEqual(await deleteServiceGroup(writer, AT_PHOSS, { inSml: false }), { ok: true });
    const gone = await discover(context, { participant: AT_PHOSS, ...INVOICE });
    assert.equal(gone.kind, 'not-registered');
    const again = await deleteServiceGroup(writer, AT_PHOSS, { inSml: false });
    assert.equal(again.ok || again.fault, 'not-found');
  });
}

async function redirects(book: CaseBook, world: World, network: SmpNetwork): Promise<void> {
  const { writer, context, register, ours, signer } = network;
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
    assert.deepEqual(await putServiceGroup(writer, AWAY_FROM_PHOSS, { inSml: false }), { ok: true });
    const put = await putServiceMetadata(writer, AWAY_FROM_PHOSS, INVOICE.documentTypeId, redirect);
    assert.deepEqual(put, { ok: true });
    await register(AWAY_FROM_PHOSS, 'phoss');
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
    await register(AWAY_FROM_OURS, 'ours');
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
