import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readAnchors } from '@pappel/pki/anchors';
import { readCertificate } from '@pappel/pki/certificate';
import { createRevocationCheck, type RevocationOptions } from '@pappel/pki/revocation';
import { Trust } from '@pappel/pki/trust';
import { openLocalPki } from '../src/local-pki.ts';
import { type LocalNetwork, openLocalNetwork } from '../src/network.ts';

const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'pappel-localnet-'));
const open = (networkDir: string, dataDir = newDirectory()): Promise<LocalNetwork> =>
  openLocalNetwork({ networkDir, dataDir, host: '127.0.0.1' });

/** What an installation on this network says of a certificate. */
async function verdict(network: LocalNetwork, certificatePem: string): Promise<string> {
  const reading = readAnchors(network.anchorsPem, 'local');
  const certificate = readCertificate(certificatePem);
  assert.ok('anchors' in reading && certificate);
  const revocation = createRevocationCheck({
    fetch: fetch as RevocationOptions['fetch'],
    fallback: () => {
      const { ocsp, crl } = network.revocation('access-point');
      return { ocsp: [ocsp], crl: [crl] };
    },
  });
  const result = await new Trust(reading.anchors, undefined, revocation).check(certificate, 'access-point');
  return result.trusted ? 'trusted' : result.reason;
}

describe('the authority of a local network', () => {
  test('Processes that start at once end up with one authority, and leave nothing else behind', async () => {
    const dir = newDirectory();
    const pki = join(import.meta.dirname, '../src/local-pki.ts');
    const program = `const { openLocalPki } = await import(${JSON.stringify(pki)});
      const pki = await openLocalPki(${JSON.stringify(dir)});
      console.log(JSON.stringify([pki.anchorsPem, (await pki.issueAccessPoint('POP000001')).certificatePem]));`;
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
        let output = '';
        for await (const chunk of child.stdout) output += chunk;
        return JSON.parse(output) as [string, string];
      }),
    );
    assert.equal(new Set(outputs.map(([anchors]) => anchors)).size, 1);
    const reading = readAnchors(outputs[0]?.[0] ?? '', 'local');
    assert.ok('anchors' in reading);
    const trust = new Trust(reading.anchors);
    for (const [, pem] of outputs) {
      const certificate = readCertificate(pem);
      assert.ok(certificate && (await trust.check(certificate, 'access-point')).trusted);
    }
    assert.deepEqual(readdirSync(dir), ['certificate-authority.json']);
  });
  test('A lock that an earlier version left behind does not hold anybody up', async () => {
    const dir = newDirectory();
    const lock = join(dir, 'certificate-authority.lock');
    writeFileSync(lock, '');
    await openLocalPki(dir);
    assert.ok(existsSync(lock), 'it is not looked at: nobody will ever remove it');
  });
});

describe('revocation on a local network', () => {
  test('A certificate is good until it is revoked, by any process that has the directory', async () => {
    const [networkDir, dataDir] = [newDirectory(), newDirectory()];
    const network = await open(networkDir, dataDir);
    const { certificatePem } = network.accessPoint;
    assert.equal(readCertificate(certificatePem)?.ocspUrls[0], network.revocation('access-point').ocsp);
    assert.equal(await verdict(network, certificatePem), 'trusted');
    await (await openLocalPki(networkDir)).revoke(certificatePem, { reason: 'keyCompromise' });
    assert.equal(await verdict(network, certificatePem), 'REVOKED');
    await network.close();
    assert.equal(await verdict(network, certificatePem), 'REVOCATION_UNKNOWN');
    const again = await open(networkDir, dataDir);
    assert.equal(await verdict(again, certificatePem), 'REVOKED');
    await again.close();
  });
  test('Only certificates of access points and SMPs can be revoked', async () => {
    const dir = newDirectory();
    const foreign = await (await openLocalPki(newDirectory())).issueTlsServer(['localhost']);
    await assert.rejects(
      (await openLocalPki(dir)).revoke(foreign.certificatePem),
      /no certificate of an access point/,
    );
  });
  test('A network made by an earlier version works on: its certificates name no address, its ports lack one', async () => {
    const [networkDir, dataDir] = [newDirectory(), newDirectory()];
    const before = await openLocalPki(networkDir);
    const [accessPoint, smp, tls] = await Promise.all([
      before.issueAccessPoint('POP000077'),
      before.issueSmp('POP000077'),
      before.issueTlsServer(['127.0.0.1']),
    ]);
    writeFileSync(join(dataDir, 'seat.json'), JSON.stringify({ seat: 'POP000077', accessPoint, smp, tls }));
    writeFileSync(join(networkDir, 'ports.json'), JSON.stringify({ dnsPort: 0, smlPort: 0 }));
    const network = await open(networkDir, dataDir);
    assert.equal(network.seat, 'POP000077');
    assert.deepEqual(readCertificate(network.accessPoint.certificatePem)?.ocspUrls, []);
    assert.equal(await verdict(network, network.accessPoint.certificatePem), 'trusted');
    await before.revoke(accessPoint.certificatePem);
    assert.equal(await verdict(network, network.accessPoint.certificatePem), 'REVOKED');
    await network.close();
  });
  test('When its port is taken at the next start, the service moves, and old certificates are still answered for', async () => {
    const [networkDir, dataDir] = [newDirectory(), newDirectory()];
    const first = await open(networkDir, dataDir);
    const { certificatePem } = first.accessPoint;
    const port = Number(new URL(first.revocation('access-point').ocsp).port);
    await first.close();
    const squatter = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const second = await open(networkDir, dataDir);
    assert.notEqual(new URL(second.revocation('access-point').ocsp).port, String(port));
    assert.equal(second.accessPoint.certificatePem, certificatePem);
    assert.equal(await verdict(second, certificatePem), 'trusted');
    await second.close();
    squatter.close();
  });
  test('An installation that joins asks the service of the one that keeps the network', async () => {
    const networkDir = newDirectory();
    const first = await open(networkDir);
    const join = { dns: first.dns, smlUrl: first.smlUrl };
    const second = await openLocalNetwork({ networkDir, dataDir: newDirectory(), host: '127.0.0.1', join });
    assert.deepEqual(second.revocation('smp'), first.revocation('smp'));
    assert.equal(await verdict(second, first.accessPoint.certificatePem), 'trusted');
    assert.equal(await verdict(first, second.accessPoint.certificatePem), 'trusted');
    await second.close();
    await first.close();
  });
  test('An installation that joins a network without the service is told what to do', async () => {
    const options = { networkDir: newDirectory(), dataDir: newDirectory(), host: '127.0.0.1' };
    await assert.rejects(
      openLocalNetwork({
        ...options,
        join: { dns: '127.0.0.1:1', smlUrl: 'https://127.0.0.1:1/edelivery-sml' },
      }),
      /no revocation service yet\. Start the installation that keeps it first/,
    );
  });
  test('The service answers OCSP by GET as by POST, and refuses what is none', async () => {
    const network = await open(newDirectory());
    const { ocsp } = network.revocation('smp');
    const malformed = Buffer.from([0x30, 3, 0x0a, 1, 1]);
    const answers = await Promise.all([
      fetch(ocsp, { method: 'POST', body: 'hello' }),
      fetch(`${ocsp}/${encodeURIComponent(Buffer.from('hello').toString('base64'))}`),
    ]);
    for (const answer of answers) {
      assert.equal(answer.headers.get('content-type'), 'application/ocsp-response');
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), malformed);
    }
    assert.equal((await fetch(ocsp, { method: 'POST', body: 'x'.repeat(10_000) })).status, 413);
    assert.equal((await fetch(ocsp.replace('/ocsp', '/root.crl'))).status, 404);
    await network.close();
  });
});

test('The authority file is readable by its owner only', async () => {
  const dir = newDirectory();
  await openLocalPki(dir);
  const { statSync } = await import('node:fs');
  assert.equal(statSync(join(dir, 'certificate-authority.json')).mode & 0o777, 0o600);
  assert.ok(
    Object.keys(JSON.parse(readFileSync(join(dir, 'certificate-authority.json'), 'utf8'))).length === 4,
  );
});
