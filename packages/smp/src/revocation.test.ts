import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import type { RevocationStatus } from '@pappel/pki/revocation';
import { Trust } from '@pappel/pki/trust';
import { Agent } from 'undici';
import type { SmpContext } from './context.ts';
import { type Discovery, discover } from './discover.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import { signedServiceMetadataXml } from './write.ts';

const alias = aliasToType('invoice');
const participant = parseParticipantId('0007:5567321707');
assert.ok(alias && participant);

const keyOf = (issued: { keyPem: string; certificatePem: string }): KeyMaterial => {
  const material = readKeyMaterial(issued);
  assert.ok('privateKey' in material);
  return material;
};

describe('certificates that were revoked [SMP 1.4 5.6.2.2, AS4-prof 4.7]', () => {
  const GOOD: RevocationStatus = { status: 'good' };
  const REVOKED: RevocationStatus = { status: 'revoked', since: new Date(), reason: 'keyCompromise' };
  const UNKNOWN: RevocationStatus = { status: 'unknown', detail: 'nobody answers' };
  /** What is said of each seat. */
  const said: Record<'smp' | 'accessPoint', RevocationStatus> = { smp: GOOD, accessPoint: GOOD };
  let server: Server;
  let context: SmpContext;

  before(async () => {
    const pki = await openLocalPki(mkdtempSync(join(tmpdir(), 'pappel-smp-')));
    const anchors = readAnchors(pki.anchorsPem, 'local');
    assert.ok('anchors' in anchors);
    const [tls, smp, accessPoint] = await Promise.all([
      pki.issueTlsServer(['127.0.0.1']),
      pki.issueSmp('POP000001').then(keyOf),
      pki.issueAccessPoint('POP000002').then(keyOf),
    ]);
    const { documentTypeId, processId } = alias;
    const metadata = await signedServiceMetadataXml(
      participant,
      documentTypeId,
      [processId],
      {
        url: 'https://127.0.0.1/as4',
        certificateDer: accessPoint.certificate.der,
        activation: new Date('2026-01-01'),
        expiration: new Date('2099-01-01'),
        contact: 'support@example.org',
      },
      {
        privateKey: smp.privateKey,
        certificateDer: smp.certificate.der,
        subjectName: smp.certificate.subjectName,
      },
    );
    server = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(metadata);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const record = { order: 100, preference: 10, flags: 'U', service: 'Meta:SMP', replacement: '' };
    const check = async ({ seatId }: { seatId: string | undefined }): Promise<RevocationStatus> =>
      seatId === 'POP000001' ? said.smp : said.accessPoint;
    context = {
      resolveNaptr: async () => [{ ...record, regexp: `!.*!${url}!` }],
      dispatcher: new Agent({ connect: { ca: pki.tlsCaPem } }),
      trust: new Trust(anchors.anchors, undefined, { check }),
      zone: 'participant.sml.local.pappel',
      clock: () => new Date(),
    };
  });
  after(async () => {
    await context.dispatcher.destroy();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => Object.assign(said, { smp: GOOD, accessPoint: GOOD }));

  const found = (): Promise<Discovery> => discover(context, { participant, ...alias });
  const outcome = async (): Promise<string> => {
    const answer = await found();
    return 'code' in answer ? `${answer.kind} ${answer.code}` : answer.kind;
  };

  test('While both are good the endpoint is found', async () => assert.equal(await outcome(), 'found'));
  test('A revoked access point is no endpoint, and that is said', async () => {
    said.accessPoint = REVOKED;
    assert.equal(await outcome(), 'unusable RECEIVER_CERTIFICATE_REVOKED');
  });
  test('When nobody can tell whether the access point was revoked, it may be different the next time', async () => {
    said.accessPoint = UNKNOWN;
    assert.equal(await outcome(), 'unreachable REVOCATION_UNKNOWN');
  });
  test('An endpoint that is remembered is forgotten when it is revoked', async () => {
    const cache = new DiscoveryCache(context);
    const find = () => cache.find({ participant, ...alias });
    assert.equal((await find()).isRemembered, false);
    assert.equal((await find()).isRemembered, true);
    said.accessPoint = REVOKED;
    const { discovery, isRemembered } = await find();
    assert.deepEqual(
      [isRemembered, 'code' in discovery && discovery.code],
      [false, 'RECEIVER_CERTIFICATE_REVOKED'],
    );
  });
  test('What a revoked SMP signed is not believed', async () => {
    said.smp = REVOKED;
    assert.equal(await outcome(), 'unusable SMP_RESPONSE_INVALID');
  });
  test('When nobody can tell whether the SMP was revoked, it may be different the next time', async () => {
    said.smp = UNKNOWN;
    assert.equal(await outcome(), 'unreachable REVOCATION_UNKNOWN');
    const answer = await found();
    assert.ok('detail' in answer && answer.detail.includes('nobody answers'));
  });
});
