import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IssuedKey, type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { openRevocationAuthority } from '@pappel/localnet/revocation-authority';
import { startRevocationServer } from '@pappel/localnet/revocation-server';
import { readAnchors } from '@pappel/pki/anchors';
import { type Certificate, readCertificates } from '@pappel/pki/certificate';
import { type KeyMaterial, type KeySource, readKeyMaterial } from '@pappel/pki/key-material';
import { createRevocationCheck, type RevocationOptions } from '@pappel/pki/revocation';
import { Trust, type TrustedCertificate } from '@pappel/pki/trust';

export const OUR_SEAT = 'POP000001';
export const PEER_SEAT = 'POP000002';
const PHOSS_SEAT = 'POP000003';
export const STORE_PASSWORD = 'changeit';
const DAY_MS = 24 * 3_600_000;

/** What all suites stand on: one authority, and keys of it as PEM for us and as key stores for the other side. */
export interface World {
  scratch: string;
  /** Directory of the key stores: ours, peer, expired, foreign, revoked, smp, phoss-smp, tls, and those to trust. */
  stores: string;
  pki: LocalPki;
  trust: Trust;
  /** Our access point's. */
  key: KeyMaterial;
  /** Our SMP's, which is also its TLS client certificate. */
  smp: IssuedKey;
  phossSmp: IssuedKey;
  tls: IssuedKey;
  /** The other access point's certificate, checked. */
  peer: TrustedCertificate;
  close(): Promise<void>;
}

export async function openWorld(scratch: string): Promise<World> {
  const dir = join(scratch, 'network');
  const stores = join(scratch, 'stores');
  rmSync(dir, { recursive: true, force: true });
  await openLocalPki(dir);
  const revocation = await startRevocationServer(await openRevocationAuthority(dir), {
    host: '127.0.0.1',
    port: 0,
  });
  const pki = await openLocalPki(dir, { revocationUrl: revocation.url });
  const ours = await pki.issueAccessPoint(OUR_SEAT);
  const peer = await pki.issueAccessPoint(PEER_SEAT);
  const smp = await pki.issueSmp(OUR_SEAT);
  const tls = await pki.issueTlsServer(['localhost', '127.0.0.1']);
  const phossSmp = await pki.issueSmp(PHOSS_SEAT);
  const others = {
    ...(await sendersToRefuse(pki, join(scratch, 'foreign'))),
    ours,
    peer,
    smp,
    tls,
    'phoss-smp': phossSmp,
  };
  layStores(stores, pki, others);
  const anchors = readAnchors(pki.anchorsPem, 'local');
  if ('problem' in anchors) throw new Error(anchors.problem);
  const check = createRevocationCheck({ fetch: fetch as RevocationOptions['fetch'] });
  const trust = new Trust(anchors.anchors, undefined, check);
  const key = material(ours);
  const verdict = await trust.check(material(peer).certificate, 'access-point');
  if (!verdict.trusted) throw new Error(verdict.detail);
  const close = () => revocation.close();
  return { scratch, stores, pki, trust, key, smp, phossSmp, tls, peer: verdict.certificate, close };
}

/** Lays key stores for the other side into a directory: one for each key, and whom to trust, which is there as PEM too. */
export function layStores(dir: string, pki: LocalPki, keys: Record<string, IssuedKey>): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  for (const [name, issued] of Object.entries(keys)) keyStore(join(dir, `${name}.p12`), issued);
  writeFileSync(join(dir, 'anchors.pem'), pki.anchorsPem);
  trustStore(join(dir, 'trust.p12'), readCertificates(pki.anchorsPem) ?? []);
  trustStore(join(dir, 'tls-trust.p12'), readCertificates(pki.tlsCaPem) ?? []);
  trustStore(join(dir, 'all-trust.p12'), readCertificates(`${pki.anchorsPem}\n${pki.tlsCaPem}`) ?? []);
}

/** Keys of senders that nobody may hear. */
export async function sendersToRefuse(pki: LocalPki, foreignDir: string): Promise<Record<string, IssuedKey>> {
  const expired = await pki.issueAccessPoint(PEER_SEAT, {
    from: new Date(Date.now() - 100 * DAY_MS),
    to: new Date(Date.now() - DAY_MS),
  });
  const revoked = await pki.issueAccessPoint(PEER_SEAT);
  await pki.revoke(revoked.certificatePem, { reason: 'keyCompromise' });
  const foreign = await (await openLocalPki(foreignDir)).issueAccessPoint(PEER_SEAT);
  return { expired, revoked, foreign };
}

export function material(source: KeySource): KeyMaterial {
  const read = readKeyMaterial(source);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

function keyStore(file: string, { keyPem, certificatePem }: IssuedKey): void {
  writeFileSync(`${file}.pem`, `${keyPem}\n${certificatePem}`, { mode: 0o600 });
  const options = ['-in', `${file}.pem`, '-out', file, '-name', 'key', '-passout', `pass:${STORE_PASSWORD}`];
  execFileSync('openssl', ['pkcs12', '-export', ...options]);
}

function trustStore(file: string, certificates: readonly Certificate[]): void {
  const store = ['-keystore', file, '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD];
  for (const [index, { der }] of certificates.entries()) {
    writeFileSync(`${file}.der`, der);
    const args = ['-importcert', '-noprompt', '-alias', `ca-${index}`, '-file', `${file}.der`, ...store];
    execFileSync('keytool', args, { stdio: 'ignore' });
  }
}
