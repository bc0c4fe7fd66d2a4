import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';
import {
  BasicOCSPResponse,
  type CertID,
  CertStatus,
  id_kp_OCSPSigning,
  id_pkix_ocsp_basic,
  id_pkix_ocsp_nocheck,
  KeyHash,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  Certificate,
  CRLNumber,
  CRLReason,
  type CRLReasons,
  id_ce_cRLNumber,
} from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { type Ca, DAY_MS, issueLeaf, openCas, RSA } from './local-ca.ts';
import { RevocationLedger, type RevokedEntry } from './revocation-ledger.ts';

/** Those whose certificates can be revoked. */
export type RevocableCa = 'ap' | 'smp';

export interface RevocationAuthorityOptions {
  clock?: () => Date;
  /** Milliseconds for which an OCSP answer holds; ten seconds, so that a revocation is soon seen. */
  ocspMs?: number;
  /** Milliseconds for which a revocation list holds; ten seconds. */
  crlMs?: number;
  /** Who signs OCSP answers: the CA itself, or a responder with a certificate by it, as on the real network. */
  signer?: 'ca' | 'responder';
}

/** Signs what the local authorities say about revocation, from the ledger in their directory. */
export interface RevocationAuthority {
  /** The DER of an OCSP request in, the DER of its answer out [RFC 6960]. */
  answer(request: Uint8Array): Promise<Uint8Array>;
  /** The DER of the list of revoked certificates [RFC 5280 5]. */
  list(ca: RevocableCa): Promise<Uint8Array>;
}

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
};
const NAMES: readonly RevocableCa[] = ['ap', 'smp'];

export async function openRevocationAuthority(
  dir: string,
  options: RevocationAuthorityOptions = {},
): Promise<RevocationAuthority> {
  const { clock = () => new Date(), ocspMs = 10_000, crlMs = 10_000, signer = 'responder' } = options;
  const { cas } = await openCas(dir);
  const ledger = new RevocationLedger(dir);
  const responders = new Map<RevocableCa, { ca: Ca; until: number }>();
  const responder = async (name: RevocableCa): Promise<Ca> => {
    if (signer === 'ca') return cas[name];
    const now = clock().getTime();
    const known = responders.get(name);
    if (known && now < known.until) return known.ca;
    const ca = await makeResponder(cas[name], { name, now, keys: known?.ca.keys });
    responders.set(name, { ca, until: now + RESPONDER_DAYS * DAY_MS - DAY_MS });
    return ca;
  };
  return {
    async answer(bytes) {
      const asked = read(bytes);
      if (!asked) return failure(OCSPResponseStatus.malformedRequest);
      const name = NAMES.find((candidate) => asked.some((id) => isIssuedBy(id, cas[candidate])));
      if (!name) return failure(OCSPResponseStatus.unauthorized);
      const thisUpdate = wholeSeconds(clock());
      const nextUpdate = new Date(thisUpdate.getTime() + ocspMs);
      const revoked = await ledger.of(name);
      const responses = asked.map((certID) => {
        const certStatus = isIssuedBy(certID, cas[name])
          ? statusOf(certID, revoked)
          : new CertStatus({ unknown: null });
        return new SingleResponse({ certID, certStatus, thisUpdate, nextUpdate });
      });
      return signed(await responder(name), responses, thisUpdate, signer === 'responder');
    },
    async list(name) {
      const thisUpdate = wholeSeconds(clock());
      const number = AsnConvert.serialize(new CRLNumber(thisUpdate.getTime() / 1000));
      const entries = await ledger.of(name);
      const list = await x509.X509CrlGenerator.create({
        issuer: cas[name].certificate.subject,
        thisUpdate,
        nextUpdate: new Date(thisUpdate.getTime() + crlMs),
        signingKey: cas[name].keys.privateKey,
        signingAlgorithm: RSA,
        extensions: [
          await x509.AuthorityKeyIdentifierExtension.create(cas[name].certificate),
          new x509.Extension(id_ce_cRLNumber, false, number),
        ],
        entries: entries.map(({ serialNumber, since, reason }) => ({
          serialNumber,
          revocationDate: since,
          // A reason that says nothing is left out [RFC 5280 5.3.1].
          ...(reason === 0 ? {} : { reason: reason as number as x509.X509CrlReason }),
        })),
      });
      return new Uint8Array(list.rawData);
    },
  };
}

const RESPONDER_DAYS = 30;

interface Responder {
  name: RevocableCa;
  now: number;
  /** Of its certificate before. */
  keys: CryptoKeyPair | undefined;
}

function makeResponder(ca: Ca, { name, now, keys }: Responder): Promise<Ca> {
  return issueLeaf(ca, {
    keys,
    subject: `CN=Pappel local OCSP responder ${name.toUpperCase()}, O=Pappel local network, C=BE`,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + RESPONDER_DAYS * DAY_MS),
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([id_kp_OCSPSigning], true),
      // Its value is an ASN.1 NULL [RFC 6960 4.2.2.2.1].
      new x509.Extension(id_pkix_ocsp_nocheck, false, new Uint8Array([5, 0])),
    ],
  });
}

function read(bytes: Uint8Array): CertID[] | undefined {
  try {
    const { requestList } = AsnConvert.parse(bytes, OCSPRequest).tbsRequest;
    return requestList.length > 0 ? requestList.map(({ reqCert }) => reqCert) : undefined;
  } catch {
    return undefined;
  }
}

function isIssuedBy({ hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID, ca: Ca): boolean {
  const hash = HASHES[hashAlgorithm.algorithm];
  if (!hash) return false;
  const { subject, subjectPublicKeyInfo } = parsed(ca).tbsCertificate;
  return (
    isHash(hash, AsnConvert.serialize(subject), issuerNameHash) &&
    isHash(hash, subjectPublicKeyInfo.subjectPublicKey, issuerKeyHash)
  );
}

const known = new WeakMap<Ca, Certificate>();

function parsed(ca: Ca): Certificate {
  const certificate = known.get(ca) ?? AsnConvert.parse(ca.certificate.rawData, Certificate);
  known.set(ca, certificate);
  return certificate;
}

function isHash(hash: string, bytes: ArrayBuffer, { buffer }: OctetString): boolean {
  return createHash(hash).update(Buffer.from(bytes)).digest().equals(Buffer.from(buffer));
}

function statusOf({ serialNumber }: CertID, revoked: readonly RevokedEntry[]): CertStatus {
  const asNumber = (hex: string): bigint => BigInt(`0x${hex}`);
  const serial = asNumber(Buffer.from(serialNumber).toString('hex'));
  const entry = revoked.find((candidate) => asNumber(candidate.serialNumber) === serial);
  if (!entry) return new CertStatus({ good: null });
  return new CertStatus({ revoked: revokedInfo(wholeSeconds(entry.since), entry.reason) });
}

function revokedInfo(revocationTime: Date, reason: CRLReasons): RevokedInfo {
  if (reason === 0) return new RevokedInfo({ revocationTime });
  return new RevokedInfo({ revocationTime, revocationReason: new CRLReason(reason) });
}

async function signed(
  ca: Ca,
  responses: SingleResponse[],
  producedAt: Date,
  enclose: boolean,
): Promise<Uint8Array> {
  const own = parsed(ca);
  const keyHash = createHash('sha1')
    .update(Buffer.from(own.tbsCertificate.subjectPublicKeyInfo.subjectPublicKey))
    .digest();
  const responderID = new ResponderID({ byKey: new KeyHash(keyHash) });
  const tbsResponseData = new ResponseData({ responderID, producedAt, responses });
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256_WITH_RSA, parameters: null }),
    signature: await webcrypto.subtle.sign(RSA, ca.keys.privateKey, AsnConvert.serialize(tbsResponseData)),
    ...(enclose ? { certs: [own] } : {}),
  });
  const responseBytes = new ResponseBytes({
    responseType: id_pkix_ocsp_basic,
    response: new OctetString(AsnConvert.serialize(basic)),
  });
  const response = new OCSPResponse({ responseStatus: OCSPResponseStatus.successful, responseBytes });
  return new Uint8Array(AsnConvert.serialize(response));
}

function failure(responseStatus: OCSPResponseStatus): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(new OCSPResponse({ responseStatus })));
}

/** Times in DER have no fractions [RFC 5280 4.1.2.5.2]. */
function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}
