import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type IssuedKey, openLocalPki } from '@pappel/localnet/local-pki';
import { CertStatus } from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  DistributionPointName,
  Extension,
  GeneralName,
  IssuingDistributionPoint,
  RevokedCertificate,
} from '@peculiar/asn1-x509';
import { forgedAnswer, forgedList, type Signer } from '../tests/forge.ts';
import {
  certificateOf,
  newDirectory,
  openRevocationNetwork,
  type RevocationNetwork,
} from '../tests/revocation-network.ts';
import type { Certificate } from './certificate.ts';
import { derElements, derSequence } from './der.ts';
import type { RevocationCheck, RevocationStatus } from './revocation.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
let network: RevocationNetwork;
let good: Certificate;
let bad: Certificate;
/** The key of the issuing CA, which only its owner has. */
let ca: Signer;

before(async () => {
  network = await openRevocationNetwork();
  [good, bad] = [await network.issue(), await network.revoked()];
  const stored = JSON.parse(readFileSync(join(network.dir, 'certificate-authority.json'), 'utf8'));
  ca = { keyPem: stored.ap.keyPem, certificate: network.issuer };
});
after(() => network.close());
beforeEach(() => {
  Object.assign(network, { ocsp: 'ok', crl: 'ok', heard: [], now: new Date() });
});

const ask = (certificate = good, check: RevocationCheck = network.check()): Promise<RevocationStatus> =>
  check.check(certificate, network.issuer);
const later = (ms: number): void => {
  network.now = new Date(network.now.getTime() + ms);
};
/** Only OCSP, and what it lacked. */
async function problem(certificate = good): Promise<string> {
  network.crl = 404;
  const answer = await ask(certificate);
  assert.equal(answer.status, 'unknown');
  return answer.status === 'unknown' ? answer.detail : '';
}
async function listProblem(list: Uint8Array): Promise<string> {
  [network.ocsp, network.crl] = [404, list];
  const answer = await ask();
  return answer.status === 'unknown' ? answer.detail : answer.status;
}

describe('OCSP [RFC 6960]', () => {
  for (const signer of ['ca', 'responder'] as const) {
    test(`What the issuer stands by is taken: good, or revoked since when and why (signed by the ${signer})`, async () => {
      network.ocsp = async (asked) => (await network.authority({ signer })).answer(asked);
      assert.deepEqual(await ask(), { status: 'good' });
      const since = new Date('2026-10-01T10:00:00Z');
      assert.deepEqual(await ask(bad), { status: 'revoked', since, reason: 'keyCompromise' });
      assert.deepEqual(network.heard, ['/ocsp', '/ocsp']);
    });
  }
  test('The request names one certificate and has no nonce, so that answers can be made ahead [RFC 5019 2.1.1]', async () => {
    let size = 0;
    network.ocsp = async (asked) => {
      size = asked.length;
      return (await network.authority()).answer(asked);
    };
    await ask();
    assert.ok(size > 60 && size < 120, String(size));
  });

  const forged = (
    signer: Signer,
    ...rest: [Parameters<typeof forgedAnswer>[2]?, Parameters<typeof forgedAnswer>[3]?]
  ) => {
    network.ocsp = async (asked) =>
      forgedAnswer(await (await network.authority()).answer(asked), signer, ...rest);
  };
  const signerOf = async (issued: Promise<IssuedKey>): Promise<Signer> => {
    const { keyPem, certificatePem } = await issued;
    return { keyPem, certificate: certificateOf(certificatePem) };
  };
  test('The issuer may leave its own certificate out', async () => {
    forged(ca, undefined, { withoutCertificate: true });
    assert.deepEqual(await ask(), { status: 'good' });
  });
  test('An access point is no responder, although the same CA issued its certificate', async () => {
    forged(await signerOf(network.pki.issueAccessPoint('POP000009')));
    assert.match(await problem(), /may not sign OCSP answers/);
  });
  test('A responder of another CA of the network is no responder', async () => {
    forged(await signerOf(network.pki.issueSmp('POP000009')));
    assert.match(await problem(), /was not allowed to answer by the issuer/);
  });
  test('A CA of the same name with another key is no responder', async () => {
    const dir = newDirectory();
    await openLocalPki(dir);
    const { ap } = JSON.parse(readFileSync(join(dir, 'certificate-authority.json'), 'utf8'));
    forged({ keyPem: ap.keyPem, certificate: certificateOf(ap) });
    assert.match(await problem(), /was not allowed to answer by the issuer/);
  });
  test('A responder whose certificate is not enclosed is unknown', async () => {
    forged(await signerOf(network.pki.issueAccessPoint('POP000009')), undefined, {
      withoutCertificate: true,
    });
    assert.match(await problem(), /certificate of the responder is missing/);
  });
  test('A responder whose certificate has expired or is yet to begin is refused', async () => {
    const month = 40 * 86_400_000;
    for (const [shift, reason] of [
      [-month, /has expired/],
      [month, /is not valid yet/],
    ] as const) {
      network.ocsp = async (asked) => {
        const clock = () => new Date(network.now.getTime() + shift);
        // The answer is of now; only its signer lives at another time.
        return (await network.authority({ clock, ocspMs: 2 * month })).answer(asked);
      };
      assert.match(await problem(), reason);
    }
  });
  test('A signature that does not fit, or by SHA-1, is refused', async () => {
    network.ocsp = async (asked) => {
      const answer = Buffer.from(await (await network.authority({ signer: 'ca' })).answer(asked));
      answer[answer.length - 10] = (answer[answer.length - 10] ?? 0) ^ 1;
      return answer;
    };
    assert.match(await problem(), /signature of the answer is wrong/);
    forged(ca, undefined, { algorithm: 'sha1' });
    assert.match(await problem(), /signature of the answer is wrong/);
  });
  test('An answer about another certificate is none', async () => {
    const other = await network.issue();
    const { writeOcspRequest } = await import('./ocsp.ts');
    network.ocsp = async () => (await network.authority()).answer(writeOcspRequest(other, network.issuer));
    assert.match(await problem(), /about another certificate/);
  });
  test('A critical extension that is not known makes the answer useless', async () => {
    const critical = new Extension({ extnID: '1.2.3.4', critical: true, extnValue: new OctetString([5, 0]) });
    forged(ca, (data) => {
      data.responseExtensions = [critical];
    });
    assert.match(await problem(), /critical extension/);
    forged(ca, (data) => {
      for (const single of data.responses) single.singleExtensions = [critical];
    });
    assert.match(await problem(), /critical extension/);
  });
  test('What is no OCSP answer, and one that says why there is none, is unknown', async () => {
    for (const [bytes, reason] of [
      [new Uint8Array(), /no OCSP response/],
      [Buffer.from('<html>'), /no OCSP response/],
      [Buffer.from([0x30, 3, 0x0a, 1, 3]), /the responder says tryLater/],
      [Buffer.from([0x30, 3, 0x0a, 1, 6]), /the responder says unauthorized/],
    ] as const) {
      network.ocsp = bytes;
      assert.match(await problem(), reason);
    }
  });
  test('A responder that does not know the certificate leaves it to the revocation list', async () => {
    forged(ca, (data) => {
      for (const single of data.responses) single.certStatus = new CertStatus({ unknown: null });
    });
    assert.match(await problem(), /does not know the certificate/);
    network.crl = 'ok';
    assert.equal((await ask()).status, 'good');
    assert.equal((await ask(bad)).status, 'revoked');
  });

  const at = (shift: number, ocspMs?: number) => {
    network.ocsp = async (asked) => {
      const clock = () => new Date(network.now.getTime() + shift);
      return (await network.authority({ clock, ...(ocspMs ? { ocspMs } : {}) })).answer(asked);
    };
  };
  test('An answer that is outdated or from the future is none', async () => {
    at(-7 * MINUTE);
    assert.match(await problem(), /outdated since/);
    at(7 * MINUTE);
    assert.match(await problem(), /from the future/);
  });
  test('Clocks may lie five minutes apart, either way', async () => {
    for (const shift of [-4 * MINUTE, 4 * MINUTE]) {
      at(shift);
      assert.equal((await ask()).status, 'good');
    }
  });
  test('An answer without nextUpdate holds for as long as answers are kept, and no longer', async () => {
    const without = (age: number) =>
      forged(ca, (data) => {
        for (const single of data.responses) {
          delete single.nextUpdate;
          single.thisUpdate = new Date(network.now.getTime() - age);
        }
      });
    without(59 * MINUTE);
    assert.equal((await ask()).status, 'good');
    without(66 * MINUTE);
    assert.match(await problem(), /outdated/);
  });
});

describe('revocation lists [RFC 5280 5]', () => {
  beforeEach(() => {
    network.ocsp = 'down';
  });

  test('With no responder the list decides', async () => {
    assert.deepEqual(await ask(), { status: 'good' });
    const since = new Date('2026-10-01T10:00:00Z');
    assert.deepEqual(await ask(bad), { status: 'revoked', since, reason: 'keyCompromise' });
  });
  test('With neither it is unknown, and said of both why', async () => {
    network.crl = 'down';
    const answer = await ask();
    assert.ok(answer.status === 'unknown');
    assert.match(answer.detail, /\/ocsp: .*\/ap\.crl: /);
  });
  test('A list that is outdated, of another issuer, or signed by another is none', async () => {
    const old = await network.authority({ clock: () => new Date(network.now.getTime() - 10 * MINUTE) });
    assert.match(await listProblem(await old.list('ap')), /outdated/);
    const authority = await network.authority();
    assert.match(await listProblem(await authority.list('smp')), /of another issuer/);
    const stranger = await network.pki.issueAccessPoint('POP000003');
    assert.match(
      await listProblem(forgedList(await authority.list('ap'), stranger.keyPem)),
      /signature is wrong/,
    );
    assert.match(await listProblem(Buffer.from('-----BEGIN X509 CRL-----')), /no revocation list/);
  });

  const changed = async (change: Parameters<typeof forgedList>[2]): Promise<string> =>
    listProblem(forgedList(await (await network.authority()).list('ap'), ca.keyPem, change));
  test('A list that does not say until when it holds is none', async () => {
    assert.match(
      await changed((list) => {
        delete list.nextUpdate;
      }),
      /until when it holds/,
    );
  });
  const point =
    (params: ConstructorParameters<typeof IssuingDistributionPoint>[0]) =>
    (list: { crlExtensions?: Extension[] }) => {
      const extnValue = new OctetString(AsnConvert.serialize(new IssuingDistributionPoint(params)));
      list.crlExtensions = [new Extension({ extnID: '2.5.29.28', critical: true, extnValue })];
    };
  test('A list of changes, of CAs, of other issuers or for another place cannot tell that a certificate is good', async () => {
    const delta = new Extension({
      extnID: '2.5.29.27',
      critical: true,
      extnValue: new OctetString([2, 1, 1]),
    });
    assert.match(
      await changed((list) => {
        list.crlExtensions = [delta];
      }),
      /critical extension/,
    );
    assert.match(await changed(point({ onlyContainsCACerts: true })), /does not cover/);
    assert.match(await changed(point({ indirectCRL: true })), /does not cover/);
    const fullName = [new GeneralName({ uniformResourceIdentifier: 'http://elsewhere.example/ap.crl' })];
    const distributionPoint = new DistributionPointName({ fullName });
    assert.match(await changed(point({ distributionPoint })), /another place/);
  });
  test('A list of end entities for the place that the certificate names is taken', async () => {
    const fullName = [new GeneralName({ uniformResourceIdentifier: `${network.url}/ap.crl` })];
    const distributionPoint = new DistributionPointName({ fullName });
    assert.equal(await changed(point({ distributionPoint, onlyContainsUserCerts: true })), 'good');
  });
  test('An entry with a critical extension that is not known makes the list useless', async () => {
    const critical = new Extension({ extnID: '1.2.3.4', critical: true, extnValue: new OctetString([5, 0]) });
    assert.match(
      await changed((list) => {
        for (const entry of list.revokedCertificates ?? []) entry.crlEntryExtensions = [critical];
      }),
      /critical extension/,
    );
  });
  test('Nothing in a list is looked at before its signature holds, however much there is', async () => {
    const list = await (await network.authority()).list('ap');
    const [outer] = derElements(list);
    const [inner, algorithm, signature] = derElements(outer?.content ?? list);
    assert.ok(inner && algorithm && signature);
    const fields = [...derElements(inner.content)];
    const at = fields.findIndex(({ tag }, i) => tag === 0x30 && fields[i - 1]?.tag === 0x17);
    assert.ok(at > 0);
    // Entries that are none.
    const content = Buffer.alloc(900_000, Buffer.from([5, 0]));
    const [entries] = derElements(derSequence([{ tag: 5, content, whole: content }]));
    assert.ok(entries);
    const [altered] = derElements(derSequence(fields.with(at, entries)));
    assert.ok(altered);
    assert.match(await listProblem(derSequence([altered, algorithm, signature])), /signature is wrong/);
    assert.equal(await listProblem(derSequence([inner, algorithm, signature])), 'good');
  });
  test('A list of ten thousand certificates is read, and one byte too many is not', async () => {
    const authority = await network.authority();
    const large = forgedList(await authority.list('ap'), ca.keyPem, (list) => {
      const [entry] = list.revokedCertificates ?? [];
      assert.ok(entry);
      for (let index = 0; index < 10_000; index++) {
        const serial = Buffer.alloc(16, 1);
        serial.writeUInt32BE(index, 4);
        const { revocationDate, crlEntryExtensions } = entry;
        const userCertificate = Uint8Array.from(serial).buffer;
        list.revokedCertificates?.push(
          new RevokedCertificate({ userCertificate, revocationDate, crlEntryExtensions }),
        );
      }
    });
    network.crl = large;
    assert.equal((await ask(bad)).status, 'revoked');
    const strict = await ask(good, network.check({ crlBytes: large.length - 1 }));
    assert.ok(strict.status === 'unknown' && strict.detail.includes(`more than ${large.length - 1} bytes`));
  });
});

describe('bounds', () => {
  test('An OCSP answer that is too large is given up, and the list asked', async () => {
    network.ocsp = new Uint8Array(40_000);
    assert.equal((await ask()).status, 'good');
    assert.deepEqual(network.heard, ['/ocsp', '/ap.crl']);
    assert.match(await problem(), /more than 32768 bytes/);
  });
  for (const behaviour of ['silent', 'drip'] as const) {
    test(`A responder that is ${behaviour} does not hold us`, async () => {
      network.ocsp = behaviour;
      assert.equal((await ask(good, network.check({ timeoutMs: 2_000 }))).status, 'good');
    });
  }
  test('A redirect is not followed', async () => {
    network.ocsp = 'redirect';
    assert.match(await problem(), /HTTP 302/);
    assert.deepEqual(network.heard, ['/ocsp', '/ap.crl']);
  });
  test('An address that is refused is not called', async () => {
    const answer = await ask(good, network.check({ refuseUrl: () => 'the address is private' }));
    assert.ok(answer.status === 'unknown');
    assert.match(answer.detail, /is not called: the address is private/);
    assert.deepEqual(network.heard, []);
  });
  test('One that does not answer is left alone for ten seconds', async () => {
    [network.ocsp, network.crl] = ['down', 'down'];
    const check = network.check();
    await ask(good, check);
    await ask(bad, check);
    assert.deepEqual(network.heard, ['/ocsp', '/ap.crl']);
    [network.ocsp, network.crl] = ['ok', 'ok'];
    later(9 * SECOND);
    assert.equal((await ask(good, check)).status, 'unknown');
    later(2 * SECOND);
    assert.equal((await ask(good, check)).status, 'good');
  });
  test('A certificate that names no address is unknown, unless the network knows one', async () => {
    const silent = certificateOf(await (await openLocalPki(network.dir)).issueAccessPoint('POP000001'));
    const answer = await ask(silent);
    assert.ok(answer.status === 'unknown');
    assert.match(answer.detail, /does not say where/);
    const fallback = () => ({ ocsp: [`${network.url}/ocsp`], crl: [] });
    assert.equal((await ask(silent, network.check({ fallback }))).status, 'good');
  });
  test('The address that the network knows is asked after that of the certificate', async () => {
    const moved = await openLocalPki(network.dir, { revocationUrl: 'http://127.0.0.1:1' });
    const certificate = certificateOf(await moved.issueAccessPoint('POP000001'));
    const fallback = () => ({ ocsp: [`${network.url}/ocsp`], crl: [`${network.url}/ap.crl`] });
    assert.equal((await ask(certificate, network.check({ fallback }))).status, 'good');
    assert.deepEqual(network.heard, ['/ocsp']);
  });
});

describe('answers are kept', () => {
  const lasting = (ocspMs: number) => {
    network.ocsp = async (asked) => (await network.authority({ ocspMs })).answer(asked);
  };
  test('An answer is asked for once while it holds, and again afterwards', async () => {
    lasting(10 * MINUTE);
    const check = network.check();
    for (let round = 0; round < 3; round++) assert.equal((await ask(good, check)).status, 'good');
    later(9 * MINUTE);
    await ask(good, check);
    assert.equal(network.heard.length, 1);
    later(2 * MINUTE);
    await ask(good, check);
    assert.equal(network.heard.length, 2);
  });
  test('Who asks while the answer is on its way waits for the same', async () => {
    const check = network.check();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(good, check)));
    assert.ok(answers.every(({ status }) => status === 'good'));
    assert.equal(network.heard.length, 1);
  });
  test('A newer answer is looked for after an hour, however long the old one holds', async () => {
    lasting(7 * 24 * 60 * MINUTE);
    const check = network.check();
    const certificate = certificateOf(await network.pki.issueAccessPoint('POP000004'));
    assert.equal((await ask(certificate, check)).status, 'good');
    await network.pki.revoke(certificate.pem);
    later(59 * MINUTE);
    assert.equal((await ask(certificate, check)).status, 'good');
    later(2 * MINUTE);
    assert.equal((await ask(certificate, check)).status, 'revoked');
  });
  test('When no newer one can be had, the old one serves until its nextUpdate, and not beyond', async () => {
    lasting(3 * 60 * MINUTE);
    const check = network.check();
    await ask(good, check);
    [network.ocsp, network.crl] = ['down', 'down'];
    later(2 * 60 * MINUTE);
    assert.equal((await ask(good, check)).status, 'good');
    later(70 * MINUTE);
    assert.equal((await ask(good, check)).status, 'unknown');
  });
  test('A revocation is not forgotten when its authority falls silent; one on hold may be lifted', async () => {
    const hold = await network.revoked('certificateHold');
    const check = network.check();
    assert.equal((await ask(bad, check)).status, 'revoked');
    assert.equal((await ask(hold, check)).status, 'revoked');
    [network.ocsp, network.crl] = ['down', 'down'];
    later(24 * 60 * MINUTE);
    assert.equal((await ask(bad, check)).status, 'revoked');
    assert.equal((await ask(hold, check)).status, 'unknown');
  });
  test('A revocation list is fetched once for all certificates of its issuer', async () => {
    network.ocsp = 404;
    const check = network.check();
    assert.equal((await ask(good, check)).status, 'good');
    assert.equal((await ask(bad, check)).status, 'revoked');
    assert.deepEqual(network.heard, ['/ocsp', '/ap.crl']);
  });
});

describe('mutated answers', () => {
  const ROUNDS = 400;
  const random = (() => {
    let state = 7;
    return (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state % below;
    };
  })();
  const mutated = (bytes: Uint8Array): Uint8Array => {
    const copy = Buffer.from(bytes);
    for (let count = 0; count <= random(3); count++) copy[random(copy.length)] = random(256);
    return random(10) === 0 ? copy.subarray(0, random(copy.length)) : copy;
  };
  test(`${ROUNDS} mutated answers about a revoked certificate never make it good`, async () => {
    const { readOcspResponse, writeOcspRequest } = await import('./ocsp.ts');
    const { readRevocationList, statusOn } = await import('./revocation-list.ts');
    const authority = await network.authority();
    const answer = await authority.answer(writeOcspRequest(bad, network.issuer));
    const list = await authority.list('ap');
    const question = { certificate: bad, issuer: network.issuer, now: new Date() };
    for (let round = 0; round < ROUNDS; round++) {
      const status = await readOcspResponse(mutated(answer), question);
      assert.ok('problem' in status || status.value.status === 'revoked');
      const other = await readRevocationList(mutated(list), network.issuer, '');
      assert.ok('problem' in other || statusOn(other.value, bad).status === 'revoked');
    }
  });
});
