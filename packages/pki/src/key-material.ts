import { createPrivateKey, type KeyObject } from 'node:crypto';
import forge from 'node-forge';
import { type Certificate, readCertificate } from './certificate.ts';

/** The seat's private key and the certificate that belongs to it. */
export interface KeyMaterial {
  privateKey: KeyObject;
  certificate: Certificate;
}

export type KeySource =
  | { pkcs12: Uint8Array; password: string }
  | { keyPem: string; certificatePem: string; password?: string };

/** Reads a key with its certificate from PKCS#12 or PEM; says what is wrong when they cannot be used. */
export function readKeyMaterial(source: KeySource): KeyMaterial | { problem: string } {
  try {
    const { keyPem, certificatePem, password } =
      'pkcs12' in source ? fromPkcs12(source) : { password: undefined, ...source };
    const privateKey = createPrivateKey({ key: keyPem, passphrase: password });
    const certificate = readCertificate(certificatePem);
    if (!certificate) return { problem: 'the certificate cannot be read' };
    if (privateKey.asymmetricKeyType !== 'rsa') return { problem: 'the key is no RSA key' };
    if (!certificate.x509.checkPrivateKey(privateKey))
      return { problem: 'the key does not belong to the certificate' };
    return { privateKey, certificate };
  } catch (error) {
    return { problem: `the key cannot be read: ${(error as Error).message}` };
  }
}

function fromPkcs12(source: { pkcs12: Uint8Array; password: string }): {
  keyPem: string;
  certificatePem: string;
  password?: string;
} {
  const asn1 = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(source.pkcs12).toString('binary')));
  const store = forge.pkcs12.pkcs12FromAsn1(asn1, source.password);
  const bags = (type: string) => store.getBags({ bagType: type })[type] ?? [];
  const key = [
    ...bags(forge.pki.oids['pkcs8ShroudedKeyBag'] ?? ''),
    ...bags(forge.pki.oids['keyBag'] ?? ''),
  ].find((bag) => bag.key)?.key;
  if (!key) throw new Error('the store holds no RSA key');
  const keyPem = forge.pki.privateKeyToPem(key);
  const privateKey = createPrivateKey(keyPem);
  const certificates = bags(forge.pki.oids['certBag'] ?? '').flatMap((bag) =>
    bag.cert ? [forge.pki.certificateToPem(bag.cert)] : [],
  );
  const certificatePem = certificates.find((pem) => readCertificate(pem)?.x509.checkPrivateKey(privateKey));
  if (!certificatePem) throw new Error('the store holds no certificate for its key');
  return { keyPem, certificatePem };
}
