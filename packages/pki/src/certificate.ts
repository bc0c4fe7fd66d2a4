import { createHash, type KeyObject, X509Certificate } from 'node:crypto';

/** An X.509 certificate, read once. */
export interface Certificate {
  readonly der: Buffer;
  /** SHA-256 of `der`, hexadecimal, lower case. */
  readonly fingerprint: string;
  readonly x509: X509Certificate;
  readonly publicKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Subject as RFC 2253 writes it, e.g. `CN=POP000123,OU=PEPPOL TEST AP,O=Example,C=BE`. */
  readonly subjectName: string;
  readonly commonName: string | undefined;
  readonly organization: string | undefined;
  readonly country: string | undefined;
  /** The common name when it has the form of a Peppol seat id, upper case. */
  readonly seatId: string | undefined;
}

const SEAT = /^P[A-Z]{2}[0-9]{6}$/;
const KEPT = 2_000;
const known = new Map<string, Certificate>();

/**
 * Reads one certificate: DER bytes, base64 with or without line breaks, or PEM. Undefined when it is none. The same
 * certificate gives the same object again, as peers send theirs with every message.
 */
export function readCertificate(input: Uint8Array | string): Certificate | undefined {
  const der = typeof input === 'string' ? derOf(input) : Buffer.from(input);
  const fingerprint = createHash('sha256').update(der).digest('hex');
  const seen = known.get(fingerprint);
  if (seen) return seen;
  const certificate = parse(der, fingerprint);
  if (!certificate) return undefined;
  if (known.size >= KEPT) known.delete(known.keys().next().value ?? '');
  known.set(fingerprint, certificate);
  return certificate;
}

/** Every certificate of a PEM bundle, in its order; undefined when one cannot be read. */
export function readCertificates(pem: string): Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const certificates = blocks.map(readCertificate);
  return certificates.every((certificate) => certificate !== undefined) ? certificates : undefined;
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, ''), 'base64');
}

function parse(der: Buffer, fingerprint: string): Certificate | undefined {
  try {
    const x509 = new X509Certificate(der);
    const parts = nameParts(x509.subject);
    const commonName = parts.get('CN');
    const seat = commonName?.toUpperCase();
    return {
      der: x509.raw,
      fingerprint,
      x509,
      publicKey: x509.publicKey,
      validFrom: new Date(x509.validFrom),
      validTo: new Date(x509.validTo),
      subjectName: x509.subject.split('\n').reverse().join(','),
      commonName,
      organization: parts.get('O'),
      country: parts.get('C'),
      seatId: seat !== undefined && SEAT.test(seat) ? seat : undefined,
    };
  } catch {
    return undefined;
  }
}

/** The parts of a distinguished name, whatever their order. */
function nameParts(subject: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const line of subject.split('\n')) {
    const equals = line.indexOf('=');
    const name = line.slice(0, equals);
    if (!parts.has(name)) parts.set(name, line.slice(equals + 1));
  }
  return parts;
}
