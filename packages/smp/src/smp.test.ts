import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { type Sml, startSml } from '@pappel/localnet/sml-server';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import { X509CertificateGenerator } from '@peculiar/x509';
import { Agent } from 'undici';
import { createNaptrResolver, type SmpContext } from './context.ts';
import { discover } from './discover.ts';
import { naptrName } from './locate.ts';
import { expand } from './naptr-regexp.ts';
import { matchDocumentType } from './service-group.ts';
import { createParticipant, createSmp, deleteParticipant, type SmlContext } from './sml.ts';
import { serviceGroupXml, signedRedirectXml, signedServiceMetadataXml } from './write.ts';

/** A certificate of the access point CA's kind of names, whose key neither signs nor encrypts as the profile asks. */
async function ed25519Certificate(): Promise<Buffer> {
  const keys = (await webcrypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as unknown as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: 'CN=POP000003', keys, signingAlgorithm: { name: 'Ed25519' } },
    webcrypto as Crypto,
  );
  return Buffer.from(certificate.rawData);
}

const participant = (text: string) => {
  const id = parseParticipantId(text);
  assert.ok(id);
  return id;
};

describe('the DNS name of a participant [PFUOI policy 7]', () => {
  const vectors: [string, string][] = [
    ['0088:123ABC', 'Y7DZFXAF3D4CJZ4KCGRXTEC6TWVCGA4KY7ZWA5BOIF6MSWD4TDRQ'],
    ['0010:5798000000001', 'XUKHFQABQZIKI3YKVR2FHR4SNFA3PF5VPQ6K4TONV3LMVSY5ARVQ'],
    ['9915:test', 'EH5BOAVAKTMBGZYH2A63DZ4QOV33FVP5NSDVQKLUCFRAAYOODW6A'],
  ];
  for (const [id, label] of vectors) {
    test(`${id} is ${label}`, () => {
      assert.equal(
        naptrName(participant(id), 'example.org'),
        `${label.toLowerCase()}.iso6523-actorid-upis.example.org`,
      );
    });
  }
});

describe('the regexp of a U-NAPTR record [RFC 4848]', () => {
  const cases: [string, string | undefined][] = [
    ['!.*!https://smp.example.org/path!', 'https://smp.example.org/path'],
    ['!^.*$!https://smp.example.org!', 'https://smp.example.org'],
    ['/^([a-z]+)\\.(.*)$/https:~~\\2~\\1/', 'https:~~example.org~abc'],
    ['!^ABC!https://x!i', 'https://x'],
    ['!^xyz!https://x!', undefined],
    ['!(!https://x!', undefined],
    ['broken', undefined],
    ['', undefined],
  ];
  for (const [regexp, expected] of cases) {
    test(`${regexp || 'nothing'} gives ${expected}`, () =>
      assert.equal(expand(regexp, 'abc.example.org'), expected));
  }
});

describe('wildcard document types [PFUOI policies 16-23]', () => {
  const id = (customization: string, scheme = 'peppol-doctype-wildcard') => {
    const parsed = parseDocumentTypeId(`${scheme}::urn:x::Invoice##${customization}::2.1`);
    assert.ok(parsed);
    return parsed;
  };
  const cases: [string, string[], string | undefined][] = [
    ['a@x@y', ['a*', 'a@x*', 'a@x@y'], 'a@x@y'],
    ['a@x@y', ['a*', 'a@x*'], 'a@x*'],
    ['a', ['a*'], 'a*'],
    ['ab', ['a*'], undefined],
    ['a@x', ['a'], undefined],
    ['a', ['b*', 'c'], undefined],
  ];
  for (const [wanted, registered, expected] of cases) {
    test(`${wanted} among ${registered.join(', ')} takes ${expected}`, () => {
      assert.equal(
        matchDocumentType(
          id(wanted),
          registered.map((one) => id(one)),
        ),
        expected && id(expected),
      );
    });
  }
  test('A plain type matches only itself', () => {
    const plain = id('a', 'busdox-docid-qns');
    assert.equal(matchDocumentType(plain, [id('a*')]), undefined);
    assert.equal(matchDocumentType(plain, [plain]), plain);
  });
});

describe('discovery over real DNS and TLS', () => {
  const ZONE = 'sml.test';
  const alias = aliasToType('invoice');
  const order = aliasToType('order');
  assert.ok(alias && order);
  const known = participant('0088:7300010000001');
  const documents = new Map<string, string | number>();
  let pki: LocalPki;
  let sml: Sml;
  let smp: Server;
  let smpUrl: string;
  let context: SmpContext;
  let smlContext: SmlContext;
  let smpKey: KeyMaterial;
  let apKey: KeyMaterial;

  const keyOf = (issued: { keyPem: string; certificatePem: string }): KeyMaterial => {
    const material = readKeyMaterial(issued);
    assert.ok('privateKey' in material);
    return material;
  };
  const signing = (key: KeyMaterial) => ({
    privateKey: key.privateKey,
    certificateDer: key.certificate.der,
    subjectName: key.certificate.subjectName,
  });
  const endpoint = (changes = {}) => ({
    url: 'https://127.0.0.1/as4',
    certificateDer: apKey.certificate.der,
    activation: new Date('2026-01-01'),
    expiration: new Date('2099-01-01'),
    contact: 'support@example.org',
    ...changes,
  });
  const pathOf = (id: string, type?: string) =>
    `/${encodeURIComponent(`iso6523-actorid-upis::${id}`)}${type ? `/services/${encodeURIComponent(type)}` : ''}`;
  const publish = async (
    id: ReturnType<typeof participant>,
    type: DocumentTypeId,
    changes = {},
    key = smpKey,
  ) => {
    documents.set(pathOf(id), serviceGroupXml(smpUrl, id, [type]));
    documents.set(
      pathOf(id, type),
      await signedServiceMetadataXml(id, type, [alias.processId], endpoint(changes), signing(key)),
    );
  };
  const find = (id = known, wanted = alias) => discover(context, { participant: id, ...wanted });
  const codeOf = async (...args: Parameters<typeof find>): Promise<string> => {
    const found = await find(...args);
    return 'code' in found ? found.code : found.kind;
  };

  before(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pappel-smp-'));
    pki = await openLocalPki(join(dir, 'pki'));
    const anchors = readAnchors(pki.anchorsPem, 'local');
    assert.ok('anchors' in anchors);
    const tls = await pki.issueTlsServer(['127.0.0.1']);
    const smpIssued = await pki.issueSmp('POP000001');
    [smpKey, apKey] = [keyOf(smpIssued), keyOf(await pki.issueAccessPoint('POP000001'))];
    sml = await startSml({
      dir,
      zone: ZONE,
      host: '127.0.0.1',
      dnsPort: 0,
      smlPort: 0,
      tls,
      smpCaPem: pki.smpCaPem,
    });
    smp = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (request, response) => {
      const answer = documents.get(request.url ?? '') ?? 404;
      response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'text/xml' });
      response.end(typeof answer === 'number' ? '' : answer);
    });
    await new Promise<void>((resolve) => smp.listen(0, '127.0.0.1', resolve));
    const address = smp.address();
    smpUrl = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    smlContext = {
      url: sml.url,
      smpId: 'SMP-1',
      dispatcher: new Agent({
        connect: { ca: pki.tlsCaPem, key: smpIssued.keyPem, cert: smpIssued.certificatePem },
      }),
    };
    context = {
      resolveNaptr: createNaptrResolver([`127.0.0.1:${sml.dns.port}`]),
      dispatcher: new Agent({ connect: { ca: pki.tlsCaPem } }),
      trust: new Trust(anchors.anchors),
      zone: ZONE,
      clock: () => new Date(),
    };
    assert.deepEqual(await createSmp(smlContext, { url: smpUrl, ip: '127.0.0.1' }), { ok: true });
    assert.deepEqual(await createParticipant(smlContext, known), { ok: true });
    await publish(known, alias.documentTypeId);
  });
  after(async () => {
    smp.closeAllConnections();
    smp.close();
    await sml.close();
    await context.dispatcher.destroy();
    await smlContext.dispatcher.destroy();
  });

  test('A registered receiver is found with its endpoint and certificate', async () => {
    const found = await find();
    assert.ok(found.kind === 'found');
    assert.equal(found.endpoint.url, 'https://127.0.0.1/as4');
    assert.equal(found.endpoint.certificate.seatId, 'POP000001');
  });
  test('A receiver that nobody registered is not found', async () => {
    assert.equal(await codeOf(participant('0088:7300010000018')), 'PARTICIPANT_NOT_FOUND');
  });
  test('A document type or process that is not registered says what is', async () => {
    const found = await find(known, order);
    assert.ok(found.kind === 'unsupported');
    assert.deepEqual([found.code, found.accepts], ['DOCUMENT_TYPE_NOT_SUPPORTED', [alias.documentTypeId]]);
    assert.equal(await codeOf(known, { ...alias, processId: order.processId }), 'PROCESS_NOT_SUPPORTED');
  });
  test('A tampered answer, one about somebody else and one by a foreign or access point certificate are invalid', async () => {
    const path = pathOf(known, alias.documentTypeId);
    const good = documents.get(path) as string;
    documents.set(path, good.replace('https://127.0.0.1/as4', 'https://127.0.0.1/evil'));
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    documents.set(
      path,
      await signedServiceMetadataXml(
        participant('0088:7300010000018'),
        alias.documentTypeId,
        [alias.processId],
        endpoint(),
        signing(smpKey),
      ),
    );
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    await publish(known, alias.documentTypeId, {}, apKey);
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    documents.set(path, good);
  });
  test('An endpoint that is expired, or whose certificate is, is unusable', async () => {
    await publish(known, alias.documentTypeId, { expiration: new Date('2026-02-01') });
    assert.equal(await codeOf(), 'ENDPOINT_EXPIRED');
    const expired = keyOf(await pki.issueAccessPoint('POP000001', { to: new Date(Date.now() - 1000) }));
    await publish(known, alias.documentTypeId, { certificateDer: expired.certificate.der });
    assert.equal(await codeOf(), 'RECEIVER_CERTIFICATE_INVALID');
    await publish(known, alias.documentTypeId);
  });
  test('One redirect is followed, to the announced SMP only; a second is refused', async () => {
    const path = pathOf(known, alias.documentTypeId);
    const good = documents.get(path) as string;
    documents.set('/elsewhere', good);
    const redirect = (href: string, uid = smpKey.certificate.subjectName) =>
      signedRedirectXml(smpUrl + href, uid, signing(smpKey));
    documents.set(path, await redirect('/elsewhere'));
    assert.equal(await codeOf(), 'found');
    documents.set(path, await redirect('/elsewhere', 'CN=SOMEBODY'));
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    documents.set('/again', await redirect('/elsewhere'));
    documents.set(path, await redirect('/again'));
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    documents.set(path, good);
  });
  test('A service group that is none, or about somebody else, says nothing of the participant', async () => {
    const path = pathOf(known);
    const good = documents.get(path) as string;
    for (const odd of ['<nonsense/>', good.replaceAll('7300010000001', '7300010000018'), 'no XML']) {
      documents.set(path, odd);
      assert.equal(await codeOf(known, order), 'SMP_RESPONSE_INVALID', odd);
    }
    documents.set(path, good);
  });
  test('Trouble at the SMP or in DNS is never "not found"', async () => {
    const path = pathOf(known, alias.documentTypeId);
    const good = documents.get(path) as string;
    documents.set(path, 500);
    assert.equal(await codeOf(), 'SMP_UNAVAILABLE');
    documents.set(path, good);
    const deaf = { ...context, resolveNaptr: createNaptrResolver(['127.0.0.1:1']) };
    const found = await discover(deaf, { participant: known, ...alias });
    assert.equal('code' in found && found.code, 'DNS_UNAVAILABLE');
  });
  test('Keys that cannot sign or encrypt are reasons, not exceptions: of the SMP, and of the access point', async () => {
    const path = pathOf(known, alias.documentTypeId);
    const good = documents.get(path) as string;
    const odd = await ed25519Certificate();
    documents.set(path, good.replace(/(<ds:X509Certificate>)[^<]*/, `$1${odd.toString('base64')}`));
    assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID');
    await publish(known, alias.documentTypeId, { certificateDer: odd });
    assert.equal(await codeOf(), 'RECEIVER_CERTIFICATE_INVALID');
    documents.set(path, good);
  });
  test('Of what an SMP says, more than it can have to say is refused before it is verified', async () => {
    const path = pathOf(known, alias.documentTypeId);
    const good = documents.get(path) as string;
    const info = '</ds:SignedInfo>';
    const swollen: [string, string][] = [
      [
        '30,000 elements',
        good.replace('</smp:SignedServiceMetadata>', `${'<x/>'.repeat(30_000)}</smp:SignedServiceMetadata>`),
      ],
      ['more than 1 MiB', good + ' '.repeat(1_048_576)],
      ['elements in SignedInfo', good.replace(info, `${'<ds:x/>'.repeat(500)}${info}`)],
      ['a second SignedInfo', good.replace(/(<ds:SignedInfo>.*<\/ds:SignedInfo>)/s, '$1$1')],
      ['a second reference', good.replace(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1')],
    ];
    for (const [what, xml] of swollen) {
      documents.set(path, xml);
      assert.equal(await codeOf(), 'SMP_RESPONSE_INVALID', what);
    }
    documents.set(path, good);
  });
  test('A wildcard registration is found for a concrete type', async () => {
    const star = parseDocumentTypeId(
      'peppol-doctype-wildcard::urn:x::Invoice##urn:peppol:pint:billing-1*::2.1',
    );
    const concrete = parseDocumentTypeId(
      'peppol-doctype-wildcard::urn:x::Invoice##urn:peppol:pint:billing-1@eu-1::2.1',
    );
    assert.ok(star && concrete);
    const id = participant('0088:7300010000025');
    await createParticipant(smlContext, id);
    await publish(id, star);
    const found = await find(id, { documentTypeId: concrete, processId: alias.processId });
    assert.ok(found.kind === 'found');
    assert.equal(found.documentTypeId, star);
  });
  test('The SML names its faults', async () => {
    const twice = await createParticipant(smlContext, known);
    assert.ok(!twice.ok && twice.fault === 'bad-request' && twice.message.includes('already'));
    const unknown = await deleteParticipant(smlContext, participant('0088:7300010000032'));
    assert.ok(!unknown.ok && unknown.fault === 'not-found');
    const other = await pki.issueSmp('POP000002');
    const stranger = {
      ...smlContext,
      dispatcher: new Agent({ connect: { ca: pki.tlsCaPem, key: other.keyPem, cert: other.certificatePem } }),
    };
    const refused = await deleteParticipant(stranger, known);
    assert.ok(!refused.ok && refused.fault === 'unauthorized');
    const ap = await pki.issueAccessPoint('POP000002');
    const wrongRole = {
      ...smlContext,
      dispatcher: new Agent({ connect: { ca: pki.tlsCaPem, key: ap.keyPem, cert: ap.certificatePem } }),
    };
    const closed = await deleteParticipant(wrongRole, known);
    assert.ok(!closed.ok && (closed.fault === 'unreachable' || closed.fault === 'unauthorized'));
    await stranger.dispatcher.destroy();
    await wrongRole.dispatcher.destroy();
  });
  test('A participant that was deleted is not found any more', async () => {
    const id = participant('0088:7300010000032');
    await createParticipant(smlContext, id);
    await publish(id, alias.documentTypeId);
    assert.equal(await codeOf(id), 'found');
    assert.deepEqual(await deleteParticipant(smlContext, id), { ok: true });
    assert.equal(await codeOf(id), 'PARTICIPANT_NOT_FOUND');
  });
});
