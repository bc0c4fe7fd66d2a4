import { CRLReasons } from '@peculiar/asn1-x509';

/** Why a certificate was revoked [RFC 5280 5.3.1]. */
export type RevocationReason = keyof typeof CRLReasons;

export interface Revoked {
  status: 'revoked';
  since: Date;
  reason: RevocationReason;
}

export type KnownStatus = { status: 'good' } | Revoked;

/** What is known of a certificate: `unknown` is trouble on the way, never an answer of its issuer. */
export type RevocationStatus = KnownStatus | { status: 'unknown'; detail: string };

/** Something that an authority signed, and for how long it stands by it. */
export interface Statement<Value> {
  value: Value;
  thisUpdate: Date;
  /** When there will be a newer one; undefined when there is always a newer one [RFC 6960 4.2.2.1]. */
  nextUpdate: Date | undefined;
}

/** A certificate that is on hold may become good again; any other that was revoked stays so [RFC 5280 5.3.1]. */
export function isFinal(status: KnownStatus): boolean {
  return status.status === 'revoked' && status.reason !== 'certificateHold';
}

export function revoked(since: Date, reason: CRLReasons | undefined): Revoked {
  const name = CRLReasons[reason ?? CRLReasons.unspecified] ?? 'unspecified';
  return { status: 'revoked', since, reason: name as RevocationReason };
}

/** Serial numbers are compared as numbers: some write a zero in front that others leave out. */
export function serialKey(serial: ArrayBuffer | string): string {
  const hex = typeof serial === 'string' ? serial : Buffer.from(serial).toString('hex');
  return hex.toLowerCase().replace(/^0+(?=.)/, '');
}
