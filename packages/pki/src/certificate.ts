import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { parseSeatId, type SeatId } from '@pappel/peppol-ids/seat-id';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  Certificate as Asn1Certificate,
  AuthorityInfoAccessSyntax,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  type Extension,
  type GeneralName,
  id_ad_ocsp,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_pe_authorityInfoAccess,
  KeyUsage,
  type KeyUsageType,
} from '@peculiar/asn1-x509';
import { LRUCache } from 'lru-cache';
import { type DistinguishedName, formatName, nameOf, valuesOf } from './distinguished-name.ts';

export type { KeyUsageType };

/** An X.509 certificate, read once. */
export interface Certificate {
  readonly der: Buffer;
  /** With a line feed at the end. */
  readonly pem: string;
  /** SHA-256 of `der`, hexadecimal, lower case. */
  readonly fingerprint: string;
  readonly x509: X509Certificate;
  readonly publicKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Hexadecimal, lower case, an even number of digits, as it is encoded. */
  readonly serialNumber: string;
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  /** Subject as RFC 2253 writes it, e.g. `CN=POP000123,OU=PEPPOL TEST AP,O=Example,C=BE`. */
  readonly subjectName: string;
  /** Issuer, likewise. */
  readonly issuerName: string;
  readonly commonName: string | undefined;
  readonly organization: string | undefined;
  readonly country: string | undefined;
  /** The common name when there is one, of the form of a Peppol seat id; upper case. */
  readonly seatId: SeatId | undefined;
  /** What the key may be used for; undefined when the certificate does not say, which allows everything [RFC 5280 4.2.1.3]. */
  readonly keyUsage: ReadonlySet<KeyUsageType> | undefined;
  /** Purposes as dotted OIDs; undefined when the certificate does not say, which allows everything [RFC 5280 4.2.1.12]. */
  readonly extendedKeyUsage: ReadonlySet<string> | undefined;
  /** Where its revocation can be asked: `http` and `https` addresses only. */
  readonly ocspUrls: readonly string[];
  readonly crlUrls: readonly string[];
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const PEM_BLOCK =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([^-]+)-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;
/** Real ones have two or three thousand. */
const MAX_DER = 16 * 1024;
const MAX_TEXT = 4 * MAX_DER;
/** Of ASN.1: reading costs some microseconds for each, and real certificates have two hundred. */
const MAX_NODES = 2_000;
const KEPT = 2_000;
/** Anybody can make certificates of the largest size, and send as many as they like. Real ones have two thousand bytes. */
const KEPT_BYTES = 4 * 1024 * 1024;
const known = new LRUCache<string, Certificate>({
  max: KEPT,
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ der }) => der.length,
});

/**
 * Reads exactly one certificate: DER bytes, base64 with or without line breaks, or PEM. Undefined when it is none, is
 * followed by something else, or is larger than 16 KiB. The same certificate gives the same object again, as peers send
 * theirs with every message.
 */
export function readCertificate(input: Uint8Array | string): Certificate | undefined {
  const der = typeof input === 'string' ? derOf(input) : Buffer.from(input);
  if (!der || der.length > MAX_DER) return undefined;
  const fingerprint = createHash('sha256').update(der).digest('hex');
  const seen = known.get(fingerprint);
  if (seen) return seen;
  const certificate = parse(der, fingerprint);
  if (!certificate) return undefined;
  known.set(fingerprint, certificate);
  return certificate;
}

/** Every certificate of a PEM bundle, in its order; undefined when one cannot be read. Other blocks are passed over. */
export function readCertificates(pem: string): Certificate[] | undefined {
  const certificates = [...pem.matchAll(PEM_BLOCK)].map(([, body = '']) => readCertificate(body));
  return certificates.every((certificate) => certificate !== undefined) ? certificates : undefined;
}

function derOf(text: string): Buffer | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const blocks = [...text.matchAll(PEM_BLOCK)];
  if (blocks.length > 1) return undefined;
  const base64 = (blocks[0]?.[1] ?? text).replace(/\s+/g, '');
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

function parse(der: Buffer, fingerprint: string): Certificate | undefined {
  try {
    const x509 = new X509Certificate(der);
    // OpenSSL also takes PEM bytes and passes over what follows: only the certificate itself is one.
    if (!x509.raw.equals(der)) return undefined;
    const { tbsCertificate } = AsnConvert.parse(der, Asn1Certificate, {
      berOptions: { maxNodes: MAX_NODES },
    });
    const subject = nameOf(tbsCertificate.subject);
    const issuer = nameOf(tbsCertificate.issuer);
    return {
      der: x509.raw,
      pem: x509.toString(),
      fingerprint,
      x509,
      publicKey: x509.publicKey,
      validFrom: x509.validFromDate,
      validTo: x509.validToDate,
      serialNumber: Buffer.from(tbsCertificate.serialNumber).toString('hex'),
      subject,
      issuer,
      subjectName: formatName(subject),
      issuerName: formatName(issuer),
      ...peppolNames(subject),
      ...extensionsOf([...(tbsCertificate.extensions ?? [])]),
    };
  } catch {
    return undefined;
  }
}

function peppolNames(
  subject: DistinguishedName,
): Pick<Certificate, 'commonName' | 'organization' | 'country' | 'seatId'> {
  const commonNames = valuesOf(subject, 'CN');
  const [name = '', ...others] = commonNames;
  const seat = others.length === 0 ? parseSeatId(name) : undefined;
  return {
    commonName: commonNames.at(-1),
    organization: valuesOf(subject, 'O').at(-1),
    country: valuesOf(subject, 'C').at(-1),
    seatId: seat?.length === name.length ? seat : undefined,
  };
}

function extensionsOf(
  extensions: Extension[],
): Pick<Certificate, 'keyUsage' | 'extendedKeyUsage' | 'ocspUrls' | 'crlUrls'> {
  const extension = (oid: string) => extensions.find(({ extnID }) => extnID === oid)?.extnValue.buffer;
  const keyUsage = extension(id_ce_keyUsage);
  const purposes = extension(id_ce_extKeyUsage);
  const access = extension(id_pe_authorityInfoAccess);
  const points = extension(id_ce_cRLDistributionPoints);
  const services = access ? [...AsnConvert.parse(access, AuthorityInfoAccessSyntax)] : [];
  const lists = points ? [...AsnConvert.parse(points, CRLDistributionPoints)] : [];
  return {
    keyUsage: keyUsage && new Set(AsnConvert.parse(keyUsage, KeyUsage).toJSON()),
    extendedKeyUsage: purposes && new Set(AsnConvert.parse(purposes, ExtendedKeyUsage)),
    ocspUrls: webUrls(services.flatMap((s) => (s.accessMethod === id_ad_ocsp ? [s.accessLocation] : []))),
    // A list of another issuer, or of some reasons only, does not tell whether this certificate is revoked.
    crlUrls: webUrls(
      lists.flatMap((p) => (p.cRLIssuer || p.reasons ? [] : (p.distributionPoint?.fullName ?? []))),
    ),
  };
}

function webUrls(names: GeneralName[]): string[] {
  return names.flatMap(({ uniformResourceIdentifier: uri }) =>
    uri !== undefined && /^https?:\/\//i.test(uri) && URL.canParse(uri) ? [uri] : [],
  );
}
