import { type KeyObject, verify } from 'node:crypto';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';

interface Algorithm {
  keyType: 'rsa' | 'ec';
  digest: string;
}

/** What revocation answers may be signed with. SHA-1 and older are not among them, as they can be forged. */
const ALGORITHMS: Readonly<Record<string, Algorithm | undefined>> = {
  '1.2.840.113549.1.1.11': { keyType: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', digest: 'sha512' },
};

/** DER that was signed, with its signature, as certificates, revocation lists and OCSP answers carry it. */
export interface SignedData {
  signed: Uint8Array | ArrayBuffer | undefined;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array | ArrayBuffer;
}

/** Whether the signature is that of the key; false too for an algorithm that is not accepted. On the thread pool. */
export function isSignedBy(key: KeyObject, { signed, signatureAlgorithm, signature }: SignedData) {
  const algorithm = ALGORITHMS[signatureAlgorithm.algorithm];
  if (!signed || !algorithm || key.asymmetricKeyType !== algorithm.keyType) return Promise.resolve(false);
  return new Promise<boolean>((resolve) => {
    verify(algorithm.digest, viewOf(signed), key, viewOf(signature), (error, valid) =>
      resolve(!error && valid),
    );
  });
}

const viewOf = (bytes: Uint8Array | ArrayBuffer): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
