import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as Crypto);

export const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
export const DAY_MS = 86_400_000;

export interface IssuedKey {
  keyPem: string;
  certificatePem: string;
}

const CAS = {
  root: 'CN=PEPPOL Root LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  ap: 'CN=PEPPOL ACCESS POINT LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  smp: 'CN=PEPPOL SERVICE METADATA PUBLISHER LOCAL CA - G3, OU=FOR LOCAL USE ONLY, O=Pappel local network, C=BE',
  tls: 'CN=Pappel local TLS CA, O=Pappel local network, C=BE',
} as const;
export type CaName = keyof typeof CAS;

export interface Ca {
  keys: CryptoKeyPair;
  certificate: x509.X509Certificate;
}

type StoredCas = Record<CaName, IssuedKey>;

export interface LocalCas {
  cas: Record<CaName, Ca>;
  stored: StoredCas;
}

/**
 * Opens the authorities kept in `dir`, making them at the first time. All of it is one file that is written beside and
 * then given its name, which only one can do: a killed process leaves all or nothing, and processes that start at once
 * end up with the same authorities, those of whoever was first.
 */
export async function openCas(dir: string): Promise<LocalCas> {
  const file = join(dir, 'certificate-authority.json');
  if (!existsSync(file)) await makeOnce(dir, file);
  const stored = JSON.parse(await readFile(file, 'utf8')) as StoredCas;
  const cas = {
    root: await load(stored.root),
    ap: await load(stored.ap),
    smp: await load(stored.smp),
    tls: await load(stored.tls),
  };
  return { cas, stored };
}

async function makeOnce(dir: string, file: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
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
  await publishOnce(file, JSON.stringify(stored, null, 2));
}

/** Unlike a rename, a link never takes the place of another's file. */
async function publishOnce(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

const newSerial = (): string => `00${randomBytes(15).toString('hex')}`;

async function newKeys(): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])) as CryptoKeyPair;
}

async function makeCa(name: string, issuer?: Ca): Promise<Ca> {
  const keys = await newKeys();
  const signing = issuer ?? { keys, certificate: undefined };
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
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

export interface LeafOptions {
  subject: string;
  notBefore: Date;
  notAfter: Date;
  extensions: x509.Extension[];
  /** A key of before that goes on in use. */
  keys?: CryptoKeyPair | undefined;
}

/** A certificate by this authority, with a new key where none is given. */
export async function issueLeaf(ca: Ca, { extensions, keys: former, ...rest }: LeafOptions): Promise<Ca> {
  const keys = former ?? (await newKeys());
  const certificate = await x509.X509CertificateGenerator.create({
    ...rest,
    serialNumber: newSerial(),
    issuer: ca.certificate.subject,
    signingKey: ca.keys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: RSA,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...extensions,
      await x509.AuthorityKeyIdentifierExtension.create(ca.certificate),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, certificate };
}

export async function exported(keys: CryptoKeyPair, certificate: x509.X509Certificate): Promise<IssuedKey> {
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
