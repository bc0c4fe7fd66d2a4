import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as Crypto);

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const DAY_MS = 86_400_000;

export interface IssuedKey {
  keyPem: string;
  certificatePem: string;
}

export interface Validity {
  from?: Date;
  to?: Date;
}

/** A throw-away Peppol-shaped certificate authority: the same names and roles as the real one, its own keys. */
export interface LocalPki {
  /** Root, access point CA and SMP CA: what a participant of this network trusts for messages and metadata. */
  anchorsPem: string;
  /** The CA of the TLS server certificates, which on the real network are ordinary web certificates. */
  tlsCaPem: string;
  /** The SMP CA, followed by the root above it. */
  smpCaPem: string;
  issueAccessPoint(seat: string, validity?: Validity): Promise<IssuedKey>;
  issueSmp(seat: string, validity?: Validity): Promise<IssuedKey>;
  issueTlsServer(hosts: readonly string[]): Promise<IssuedKey>;
}

const CAS = {
  root: 'CN=PEPPOL Root LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  ap: 'CN=PEPPOL ACCESS POINT LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  smp: 'CN=PEPPOL SERVICE METADATA PUBLISHER LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  tls: 'CN=Pappel local TLS CA, O=Pappel local network, C=BE',
} as const;
type CaName = keyof typeof CAS;

interface Ca {
  keys: CryptoKeyPair;
  certificate: x509.X509Certificate;
}

type StoredCas = Record<CaName, IssuedKey>;

/**
 * Opens the authority kept in `dir`, making it at the first time. All of it is one file that is written beside and
 * renamed, so that a killed process leaves all or nothing and two processes end up with the same one.
 */
export async function openLocalPki(dir: string): Promise<LocalPki> {
  const file = join(dir, 'certificate-authority.json');
  if (!existsSync(file)) await makeOnce(dir, file);
  const stored = JSON.parse(await readFile(file, 'utf8')) as StoredCas;
  const cas = {
    root: await load(stored.root),
    ap: await load(stored.ap),
    smp: await load(stored.smp),
    tls: await load(stored.tls),
  };
  const leaf = (ca: CaName, subject: string, extensions: x509.Extension[], validity: Validity = {}) =>
    issue(cas[ca], subject, extensions, validity);
  return {
    anchorsPem: [stored.root, stored.ap, stored.smp].map((ca) => ca.certificatePem).join('\n'),
    tlsCaPem: stored.tls.certificatePem,
    smpCaPem: [stored.smp, stored.root].map((ca) => ca.certificatePem).join('\n'),
    issueAccessPoint: (seat, validity) => leaf('ap', peppolName(seat, 'AP'), peppolUsage(), validity),
    issueSmp: (seat, validity) => leaf('smp', peppolName(seat, 'SMP'), peppolUsage(), validity),
    issueTlsServer: (hosts) =>
      leaf('tls', `CN=${hosts[0]}, O=Pappel local network, C=BE`, serverUsage(hosts)),
  };
}

async function makeOnce(dir: string, file: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lock = join(dir, 'certificate-authority.lock');
  try {
    await (await open(lock, 'wx')).close();
  } catch {
    // Somebody else makes it, or died doing so: wait a while, then make it ourselves.
    for (let waited = 0; waited < 10_000; waited += 100) {
      if (existsSync(file)) return;
      await sleep(100);
    }
  }
  const root = await makeCa(CAS.root);
  const made = {
    root,
    ap: await makeCa(CAS.ap, root),
    smp: await makeCa(CAS.smp, root),
    tls: await makeCa(CAS.tls),
  };
  const stored = Object.fromEntries(
    await Promise.all(
      Object.entries(made).map(async ([name, ca]) => [name, await exported(ca.keys, ca.certificate)]),
    ),
  );
  await writeDurably(file, JSON.stringify(stored, null, 2));
  await rm(lock, { force: true });
}

async function writeDurably(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  const handle = await open(beside, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(beside, file);
}

const serial = (): string => `00${randomBytes(15).toString('hex')}`;

async function makeCa(name: string, issuer?: Ca): Promise<Ca> {
  const keys = (await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair;
  const signing = issuer ?? { keys, certificate: undefined };
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: name,
    issuer: signing.certificate?.subject ?? name,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 3650 * DAY_MS),
    signingKey: signing.keys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.BasicConstraintsExtension(true, issuer ? 0 : 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, certificate };
}

const peppolName = (seat: string, role: 'AP' | 'SMP'): string =>
  `CN=${seat}, OU=PEPPOL LOCAL ${role}, O=Pappel local network, C=BE`;

/** One key pair signs and decrypts, and is a TLS client's towards the SML. */
function peppolUsage(): x509.Extension[] {
  const { digitalSignature, keyEncipherment, dataEncipherment } = x509.KeyUsageFlags;
  return [
    new x509.KeyUsagesExtension(digitalSignature | keyEncipherment | dataEncipherment, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true),
  ];
}

function serverUsage(hosts: readonly string[]): x509.Extension[] {
  const names = hosts.map((host) => ({
    type: /^[0-9.:]+$/.test(host) ? ('ip' as const) : ('dns' as const),
    value: host,
  }));
  return [
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
      true,
    ),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
    new x509.SubjectAlternativeNameExtension(names, false),
  ];
}

async function issue(
  ca: Ca,
  subject: string,
  usage: x509.Extension[],
  validity: Validity,
): Promise<IssuedKey> {
  const keys = (await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject,
    issuer: ca.certificate.subject,
    notBefore: validity.from ?? new Date(Date.now() - DAY_MS),
    notAfter: validity.to ?? new Date(Date.now() + 730 * DAY_MS),
    signingKey: ca.keys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...usage,
      await x509.AuthorityKeyIdentifierExtension.create(ca.certificate),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return exported(keys, certificate);
}

async function exported(keys: CryptoKeyPair, certificate: x509.X509Certificate): Promise<IssuedKey> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    keyPem: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    certificatePem: certificate.toString('pem'),
  };
}

async function load(stored: IssuedKey): Promise<Ca> {
  const [pkcs8] = x509.PemConverter.decode(stored.keyPem);
  const certificate = new x509.X509Certificate(stored.certificatePem);
  if (!pkcs8)
    throw new Error(
      'The local certificate authority cannot be read. Remove its directory to make a new one.',
    );
  const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, RSA, true, ['sign']);
  const publicKey = await certificate.publicKey.export();
  return { keys: { privateKey, publicKey } as CryptoKeyPair, certificate };
}
