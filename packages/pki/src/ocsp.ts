import { createHash } from 'node:crypto';
import {
  BasicOCSPResponse,
  CertID,
  id_kp_OCSPSigning,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nonce,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  Request,
  type ResponderID,
  type SingleResponse,
  TBSRequest,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate as Asn1Certificate, type Extension } from '@peculiar/asn1-x509';
import { type Certificate, readCertificate } from './certificate.ts';
import { CLOCK_SKEW_MS } from './clock-skew.ts';
import { nameOf, sameName } from './distinguished-name.ts';
import { type KnownStatus, revoked, type Statement, serialKey } from './revocation-status.ts';
import { isSignedBy } from './signed-data.ts';

const SHA1 = '1.3.14.3.2.26';
/** A responder sends its own certificate, perhaps with those above it. */
const MAX_CERTIFICATES = 5;
/** Nodes of ASN.1: it is parsed before its signature can be checked. */
const LIMITS = { berOptions: { maxNodes: 4_000 } };

/** The OCSP request about one certificate: no nonce, as answers are made ahead and cached [RFC 5019 2.1.1, RFC 6960 4.1]. */
export function writeOcspRequest(certificate: Certificate, issuer: Certificate): Uint8Array<ArrayBuffer> {
  const reqCert = certIdOf(certificate, issuer);
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert })] });
  return new Uint8Array(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
}

/** SHA-1 only names the issuer here, and is what every responder knows [RFC 5019 2.1.1]. */
function certIdOf(certificate: Certificate, issuer: Certificate): CertID {
  const { tbsCertificate } = AsnConvert.parse(issuer.der, Asn1Certificate);
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA1, parameters: null }),
    issuerNameHash: new OctetString(sha1(AsnConvert.serialize(tbsCertificate.subject))),
    issuerKeyHash: new OctetString(sha1(tbsCertificate.subjectPublicKeyInfo.subjectPublicKey)),
    serialNumber: Uint8Array.from(Buffer.from(certificate.serialNumber, 'hex')).buffer,
  });
}

function sha1(bytes: ArrayBuffer): Uint8Array {
  return createHash('sha1').update(Buffer.from(bytes)).digest();
}

export interface OcspQuestion {
  certificate: Certificate;
  /** The CA that issued it. */
  issuer: Certificate;
  now: Date;
}

/**
 * Judges the bytes that a responder answered [RFC 6960 3.2]: well-formed, successful, about this certificate, signed by
 * its issuer or by a responder whom the issuer allowed to. Whether it is recent is for the caller to judge.
 */
export async function readOcspResponse(
  bytes: Uint8Array,
  question: OcspQuestion,
): Promise<Statement<KnownStatus> | { problem: string }> {
  try {
    const response = AsnConvert.parse(bytes, OCSPResponse, LIMITS);
    if (response.responseStatus !== OCSPResponseStatus.successful)
      return {
        problem: `the responder says ${OCSPResponseStatus[response.responseStatus] ?? 'nothing known'}`,
      };
    if (response.responseBytes?.responseType !== id_pkix_ocsp_basic)
      return { problem: 'the answer is of an unknown type' };
    return await readBasicResponse(
      AsnConvert.parse(response.responseBytes.response, BasicOCSPResponse, LIMITS),
      question,
    );
  } catch {
    return { problem: 'the answer is no OCSP response' };
  }
}

async function readBasicResponse(
  response: BasicOCSPResponse,
  question: OcspQuestion,
): Promise<Statement<KnownStatus> | { problem: string }> {
  const { responses, responseExtensions } = response.tbsResponseData;
  const wanted = certIdOf(question.certificate, question.issuer);
  const single = responses.find(({ certID }) => isSameCertificate(certID, wanted));
  if (!single) return { problem: 'the answer is about another certificate' };
  if ([responseExtensions, single.singleExtensions].some(hasUnknownCritical))
    return { problem: 'the answer has a critical extension that is not known' };
  const problem = await whatIsWrongWithSigner(response, question);
  return problem ? { problem } : statementOf(single);
}

function isSameCertificate(one: CertID, other: CertID): boolean {
  const bytes = ({ buffer }: OctetString): Buffer => Buffer.from(buffer);
  return (
    one.hashAlgorithm.algorithm === other.hashAlgorithm.algorithm &&
    bytes(one.issuerNameHash).equals(bytes(other.issuerNameHash)) &&
    bytes(one.issuerKeyHash).equals(bytes(other.issuerKeyHash)) &&
    serialKey(one.serialNumber) === serialKey(other.serialNumber)
  );
}

function hasUnknownCritical(extensions: readonly Extension[] | undefined): boolean {
  return (extensions ?? []).some(({ critical, extnID }) => critical && extnID !== id_pkix_ocsp_nonce);
}

/** The issuer itself, or one to whom it gave a certificate for just this [RFC 6960 4.2.2.2]. */
async function whatIsWrongWithSigner(
  response: BasicOCSPResponse,
  { issuer, now }: OcspQuestion,
): Promise<string | undefined> {
  const { responderID } = response.tbsResponseData;
  const enclosed = (response.certs ?? [])
    .slice(0, MAX_CERTIFICATES)
    .map((certificate) => readCertificate(new Uint8Array(AsnConvert.serialize(certificate))))
    .filter((certificate) => certificate !== undefined);
  const signer = [issuer, ...enclosed].find((certificate) => isResponder(certificate, responderID));
  if (!signer) return 'the certificate of the responder is missing';
  if (signer.fingerprint !== issuer.fingerprint) {
    const objection = await whyNotDelegated(signer, issuer, now);
    if (objection) return `the responder ${signer.subjectName} ${objection}`;
  }
  const signed = response.tbsResponseDataRaw;
  return (await isSignedBy(signer.publicKey, { ...response, signed }))
    ? undefined
    : 'the signature of the answer is wrong';
}

function isResponder(certificate: Certificate, { byName, byKey }: ResponderID): boolean {
  if (byName) return sameName(certificate.subject, nameOf(byName));
  const { subjectPublicKeyInfo } = AsnConvert.parse(certificate.der, Asn1Certificate).tbsCertificate;
  return !!byKey && Buffer.from(byKey.buffer).equals(sha1(subjectPublicKeyInfo.subjectPublicKey));
}

/**
 * Its own revocation is not asked: responders' certificates live shortly or carry id-pkix-ocsp-nocheck, and asking would
 * lead back here [RFC 6960 4.2.2.2.1].
 */
async function whyNotDelegated(
  responder: Certificate,
  issuer: Certificate,
  now: Date,
): Promise<string | undefined> {
  const { tbsCertificateRaw: signed, ...rest } = certificateSignature(responder);
  if (!responder.x509.checkIssued(issuer.x509) || !(await isSignedBy(issuer.publicKey, { ...rest, signed })))
    return 'was not allowed to answer by the issuer';
  if (!responder.extendedKeyUsage?.has(id_kp_OCSPSigning)) return 'may not sign OCSP answers';
  if (responder.keyUsage && !responder.keyUsage.has('digitalSignature')) return 'may not sign';
  if (responder.validFrom.getTime() > now.getTime() + CLOCK_SKEW_MS) return 'is not valid yet';
  return responder.validTo.getTime() < now.getTime() - CLOCK_SKEW_MS ? 'has expired' : undefined;
}

function certificateSignature(certificate: Certificate) {
  const { tbsCertificateRaw, signatureAlgorithm, signatureValue } = AsnConvert.parse(
    certificate.der,
    Asn1Certificate,
  );
  return { tbsCertificateRaw, signatureAlgorithm, signature: signatureValue };
}

function statementOf(single: SingleResponse): Statement<KnownStatus> | { problem: string } {
  const { certStatus, thisUpdate, nextUpdate } = single;
  const status = certStatus.revoked;
  if (status) {
    const value = revoked(status.revocationTime, status.revocationReason?.reason);
    return { value, thisUpdate, nextUpdate };
  }
  if (certStatus.good === undefined) return { problem: 'the responder does not know the certificate' };
  return { value: { status: 'good' }, thisUpdate, nextUpdate };
}
