import assert from 'node:assert/strict';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import {
  BasicOCSPResponse,
  KeyHash,
  OCSPResponse,
  ResponderID,
  ResponseBytes,
  type ResponseData,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate, CertificateList, type TBSCertList } from '@peculiar/asn1-x509';
import type { Certificate as ReadCertificate } from '../src/certificate.ts';

export interface Signer {
  keyPem: string;
  certificate: ReadCertificate;
}

const RSA_SHA256 = '1.2.840.113549.1.1.11';
const RSA_SHA1 = '1.2.840.113549.1.1.5';

interface ForgeOptions {
  algorithm?: 'sha1' | 'sha256';
  /** Leaves the signer's certificate out. */
  withoutCertificate?: boolean;
}

/** The same OCSP answer, changed and signed anew by whoever. */
export function forgedAnswer(
  answer: Uint8Array,
  signer: Signer,
  change: (data: ResponseData) => void = () => undefined,
  { algorithm = 'sha256', withoutCertificate = false }: ForgeOptions = {},
): Uint8Array {
  const { responseStatus, responseBytes } = AsnConvert.parse(answer, OCSPResponse);
  assert.ok(responseBytes);
  const { tbsResponseData } = AsnConvert.parse(responseBytes.response, BasicOCSPResponse);
  const own = AsnConvert.parse(signer.certificate.der, Certificate);
  const { subjectPublicKey } = own.tbsCertificate.subjectPublicKeyInfo;
  const keyHash = createHash('sha1').update(Buffer.from(subjectPublicKey)).digest();
  tbsResponseData.responderID = new ResponderID({ byKey: new KeyHash(keyHash) });
  change(tbsResponseData);
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    ...signatureOf(AsnConvert.serialize(tbsResponseData), signer.keyPem, algorithm),
    ...(withoutCertificate ? {} : { certs: [own] }),
  });
  const response = new OctetString(AsnConvert.serialize(basic));
  const bytes = new ResponseBytes({ responseType: responseBytes.responseType, response });
  return new Uint8Array(AsnConvert.serialize(new OCSPResponse({ responseStatus, responseBytes: bytes })));
}

/** The same revocation list, changed and signed anew by whoever. */
export function forgedList(
  list: Uint8Array,
  keyPem: string,
  change: (list: TBSCertList) => void = () => undefined,
): Uint8Array {
  const { tbsCertList } = AsnConvert.parse(list, CertificateList);
  change(tbsCertList);
  const made = new CertificateList({
    tbsCertList,
    ...signatureOf(AsnConvert.serialize(tbsCertList), keyPem, 'sha256'),
  });
  return new Uint8Array(AsnConvert.serialize(made));
}

function signatureOf(bytes: ArrayBuffer, keyPem: string, algorithm: 'sha1' | 'sha256') {
  const signature = sign(algorithm, Buffer.from(bytes), createPrivateKey(keyPem));
  return {
    signatureAlgorithm: new AlgorithmIdentifier({
      algorithm: algorithm === 'sha1' ? RSA_SHA1 : RSA_SHA256,
      parameters: null,
    }),
    signature: Uint8Array.from(signature).buffer,
  };
}
