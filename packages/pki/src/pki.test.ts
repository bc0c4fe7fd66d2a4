import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type IssuedKey, type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { Extension, X509CertificateGenerator } from '@peculiar/x509';
import { openCas, RSA } from '../../../localnet/src/local-ca.ts';
import { readAnchors } from './anchors.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { readKeyMaterial } from './key-material.ts';
import type { RevocationStatus } from './revocation.ts';
import { Trust, type TrustAnchors } from './trust.ts';

const dir = mkdtempSync(join(tmpdir(), 'pappel-pki-'));
const DAY = 86_400_000;
let pki: LocalPki;
let ap: IssuedKey;
let anchors: TrustAnchors;

const certificate = (issued: IssuedKey): Certificate => {
  const found = readCertificate(issued.certificatePem);
  assert.ok(found);
  return found;
};
const anchorsOf = (authority: LocalPki): TrustAnchors => {
  const reading = readAnchors(authority.anchorsPem, 'local');
  assert.ok('anchors' in reading);
  return reading.anchors;
};

before(async () => {
  pki = await openLocalPki(join(dir, 'a'));
  ap = await pki.issueAccessPoint('POP000123');
  anchors = anchorsOf(pki);
});

describe('certificates', () => {
  test('The seat id is the common name, wherever it stands in the subject', () => {
    const { seatId, organization, country } = certificate(ap);
    assert.deepEqual([seatId, organization, country], ['POP000123', 'Pappel local network', 'BE']);
  });
  test('DER, PEM and base64 with line breaks are one certificate', () => {
    const one = certificate(ap);
    assert.equal(readCertificate(one.der), one);
    assert.equal(
      readCertificate(ap.certificatePem.replace(/-----.*-----/g, '').replaceAll('\n', '\r\n')),
      one,
    );
  });
  test('What is no certificate is none', () => {
    assert.equal(readCertificate('hello'), undefined);
    assert.equal(readCertificate(new Uint8Array(10)), undefined);
  });
});

describe('trust [AS4-prof 4.7]', () => {
  const verdict = async (issued: IssuedKey, role: 'access-point' | 'smp' = 'access-point', at?: Date) => {
    const result = await new Trust(anchors, () => at ?? new Date()).check(certificate(issued), role);
    return result.trusted ? 'TRUSTED' : result.reason;
  };
  test('A certificate of the access point CA is trusted as access point and not as SMP', async () => {
    assert.equal(await verdict(ap), 'TRUSTED');
    assert.equal(await verdict(ap, 'smp'), 'UNKNOWN_ISSUER');
  });
  test('A certificate of another authority with the same names is unknown', async () => {
    const foreign = await openLocalPki(join(dir, 'b'));
    assert.equal(await verdict(await foreign.issueAccessPoint('POP000123')), 'UNKNOWN_ISSUER');
  });
  test('An expired and a future certificate are refused', async () => {
    assert.equal(
      await verdict(await pki.issueAccessPoint('POP000123', { to: new Date(Date.now() - 1000) })),
      'EXPIRED',
    );
    assert.equal(
      await verdict(await pki.issueAccessPoint('POP000123', { from: new Date(Date.now() + DAY) })),
      'NOT_YET_VALID',
    );
    assert.equal(await verdict(ap, 'access-point', new Date(Date.now() + 800 * DAY)), 'EXPIRED');
  });
  test('A common name that is no seat id is refused', async () => {
    assert.equal(await verdict(await pki.issueAccessPoint('example.org')), 'SEAT_ID_MISSING');
  });
});

describe('trust and revocation [AS4-prof 4.7]', () => {
  const asked: string[] = [];
  const trusting = (answer: RevocationStatus, clock?: () => Date) =>
    new Trust(anchors, clock, {
      check: async (subject, issuer) => {
        asked.push(`${subject.seatId} ${issuer.commonName}`);
        return answer;
      },
    });
  const reasonOf = async (trust: Trust, issued: IssuedKey, role: 'access-point' | 'smp' = 'access-point') => {
    const result = await trust.check(certificate(issued), role);
    return result.trusted ? 'TRUSTED' : `${result.reason}: ${result.detail}`;
  };

  test('A certificate that its issuer says is good is trusted; the issuer is asked about its own', async () => {
    asked.length = 0;
    assert.equal(await reasonOf(trusting({ status: 'good' }), ap), 'TRUSTED');
    const smp = await pki.issueSmp('POP000200');
    assert.equal(await reasonOf(trusting({ status: 'good' }), smp, 'smp'), 'TRUSTED');
    assert.deepEqual(asked, [
      'POP000123 PEPPOL ACCESS POINT LOCAL CA - G3',
      'POP000200 PEPPOL SERVICE METADATA PUBLISHER LOCAL CA - G3',
    ]);
  });
  test('A revoked certificate is refused, and one of which it cannot be told is not trusted', async () => {
    const since = new Date('2026-10-01T10:00:00Z');
    assert.equal(
      await reasonOf(trusting({ status: 'revoked', since, reason: 'keyCompromise' }), ap),
      'REVOKED: revoked since 2026-10-01T10:00:00.000Z (keyCompromise)',
    );
    assert.match(
      await reasonOf(trusting({ status: 'unknown', detail: 'both are down' }), ap),
      /^REVOCATION_UNKNOWN: .*both are down$/,
    );
  });
  test('Nobody is asked about a certificate that is refused anyway', async () => {
    asked.length = 0;
    const foreign = await (await openLocalPki(join(dir, 'd'))).issueAccessPoint('POP000123');
    const expired = await pki.issueAccessPoint('POP000123', { to: new Date(Date.now() - 1000) });
    for (const issued of [foreign, expired, await pki.issueAccessPoint('example.org')])
      assert.notEqual(await reasonOf(trusting({ status: 'good' }), issued), 'TRUSTED');
    assert.deepEqual(asked, []);
  });
  test('A certificate that begins within five minutes is valid, as the clock of its CA may be ahead', async () => {
    const from = (minutes: number) =>
      pki.issueAccessPoint('POP000123', { from: new Date(Date.now() + minutes * 60_000) });
    assert.equal(await reasonOf(trusting({ status: 'good' }), await from(4)), 'TRUSTED');
    assert.match(await reasonOf(trusting({ status: 'good' }), await from(7)), /^NOT_YET_VALID/);
  });
  test('A certificate of the network whose key is no RSA key of usable size is refused, also by a CA that gave it', async () => {
    const { cas } = await openCas(join(dir, 'a'));
    const { publicKey } = (await webcrypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as unknown as CryptoKeyPair;
    const odd = await X509CertificateGenerator.create({
      subject: 'CN=POP000123',
      issuer: cas.ap.certificate.subject,
      signingKey: cas.ap.keys.privateKey,
      signingAlgorithm: RSA,
      publicKey,
    });
    const verdict = await trusting({ status: 'good' }).check(
      certificate({ keyPem: '', certificatePem: odd.toString('pem') }),
      'access-point',
    );
    assert.match(
      verdict.trusted ? '' : `${verdict.reason} ${verdict.detail}`,
      /^WRONG_USAGE its key is no RSA key/,
    );
  });
  test('What is larger than any certificate is none, and is not parsed', async () => {
    const { certificatePem } = await pki.issueAccessPoint('POP000123');
    assert.equal(readCertificate(`${certificatePem}${' '.repeat(70_000)}`), undefined);
    assert.equal(readCertificate(Buffer.alloc(16_385, 0x30)), undefined);
  });
  test('Certificates are remembered up to some megabytes, however many strangers send', async () => {
    const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
    const padding = new Extension('1.2.3.4', false, Buffer.alloc(14_000));
    const made = await X509CertificateGenerator.createSelfSigned({
      serialNumber: '0100000001',
      name: 'CN=POP000123',
      keys: keys as unknown as CryptoKeyPair,
      signingAlgorithm: RSA,
      extensions: [padding],
    });
    const der = Buffer.from(made.rawData);
    const serial = der.indexOf(Buffer.from('0100000001', 'hex'));
    assert.ok(serial > 0);
    const numbered = (i: number): Buffer => {
      const copy = Buffer.from(der);
      copy.writeUInt32BE(i, serial + 1);
      return copy;
    };
    const first = readCertificate(numbered(1));
    assert.ok(first);
    assert.equal(readCertificate(numbered(1)), first);
    for (let i = 2; i < 400; i++) assert.ok(readCertificate(numbered(i)));
    assert.notEqual(readCertificate(numbered(1)), first);
  });
  test('The key usage must be that of the role: both for an access point, signing for an SMP', async () => {
    const [signs, encrypts] = [1, 4];
    const trust = trusting({ status: 'good' });
    assert.match(
      await reasonOf(trust, await pki.issueAccessPoint('POP000123', { keyUsage: signs })),
      /^WRONG_USAGE: .*keyEncipherment/,
    );
    assert.match(
      await reasonOf(trust, await pki.issueAccessPoint('POP000123', { keyUsage: encrypts })),
      /^WRONG_USAGE: .*digitalSignature/,
    );
    assert.equal(
      await reasonOf(trust, await pki.issueSmp('POP000123', { keyUsage: signs }), 'smp'),
      'TRUSTED',
    );
    assert.match(
      await reasonOf(trust, await pki.issueSmp('POP000123', { keyUsage: encrypts }), 'smp'),
      /^WRONG_USAGE/,
    );
  });
});

describe('trust anchors', () => {
  test('On the test and production networks every CA must have its pinned fingerprint', () => {
    for (const network of ['test', 'production'] as const) {
      const reading = readAnchors(pki.anchorsPem, network);
      assert.ok('problem' in reading && reading.problem.includes(`no CA of the Peppol ${network} network`));
    }
  });
  test('A bundle without CAs, or with an end entity, is refused', () => {
    assert.ok('problem' in readAnchors('', 'local'));
    assert.ok('problem' in readAnchors(`${pki.anchorsPem}\n${ap.certificatePem}`, 'local'));
  });
});

describe('key material', () => {
  test('A PEM key with its certificate is read', () => {
    const material = readKeyMaterial(ap);
    assert.ok('privateKey' in material);
    assert.equal(material.certificate.seatId, 'POP000123');
  });
  test('A key of another certificate is refused', async () => {
    const other = await pki.issueAccessPoint('POP000124');
    assert.deepEqual(readKeyMaterial({ keyPem: other.keyPem, certificatePem: ap.certificatePem }), {
      problem: 'the key does not belong to the certificate',
    });
  });
  const openssl = spawnSync('openssl', ['version']).status === 0;
  test('PKCS#12 made by OpenSSL is read, a wrong password is said', { skip: !openssl }, () => {
    writeFileSync(join(dir, 'key.pem'), ap.keyPem);
    writeFileSync(join(dir, 'cert.pem'), ap.certificatePem);
    const args = [
      'pkcs12',
      '-export',
      '-inkey',
      join(dir, 'key.pem'),
      '-in',
      join(dir, 'cert.pem'),
      '-passout',
      'pass:secret',
    ];
    execFileSync('openssl', [...args, '-out', join(dir, 'key.p12')]);
    const pkcs12 = readFileSync(join(dir, 'key.p12'));
    const material = readKeyMaterial({ pkcs12, password: 'secret' });
    assert.ok('privateKey' in material, JSON.stringify(material));
    assert.equal(material.certificate.seatId, 'POP000123');
    assert.ok('problem' in readKeyMaterial({ pkcs12, password: 'wrong' }));
  });
});

test('The local authority is the same when it is opened again, also by two at once', async () => {
  const [one, two] = await Promise.all([openLocalPki(join(dir, 'c')), openLocalPki(join(dir, 'c'))]);
  assert.equal(one.anchorsPem, two.anchorsPem);
  assert.equal((await openLocalPki(join(dir, 'c'))).anchorsPem, one.anchorsPem);
});
