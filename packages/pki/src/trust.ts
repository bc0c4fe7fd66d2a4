import type { Certificate } from './certificate.ts';

declare const brand: unique symbol;

/** A certificate that was checked for its role. Made only by {@link Trust.check}. */
export type TrustedCertificate = Certificate & { readonly [brand]: 'TrustedCertificate' };

export type CertificateRole = 'access-point' | 'smp';

export type TrustVerdict =
  | { trusted: true; certificate: TrustedCertificate }
  | { trusted: false; reason: DistrustReason; detail: string };

export type DistrustReason =
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'UNKNOWN_ISSUER'
  | 'WRONG_USAGE'
  | 'SEAT_ID_MISSING';

export interface TrustAnchors {
  /** The CAs that issue access point certificates on this network, and no other. */
  accessPointCas: readonly Certificate[];
  smpCas: readonly Certificate[];
}

const REMEMBERED = 2_000;

/** Which certificates belong to the Peppol network we are on. The issuing CAs are pinned; no other store is asked. */
export class Trust {
  readonly #anchors: TrustAnchors;
  readonly #clock: () => Date;
  /** Issuer checks cost an RSA operation and cannot change: remembered by role and fingerprint. */
  readonly #issued = new Map<string, boolean>();

  constructor(anchors: TrustAnchors, clock: () => Date = () => new Date()) {
    this.#anchors = anchors;
    this.#clock = clock;
  }

  /**
   * Whether a certificate may be used in this role now: issued by the pinned CA of this network, within its validity,
   * an end entity with a seat id [AS4-prof 4.7]. Revocation is not asked here.
   */
  check(certificate: Certificate, role: CertificateRole): TrustVerdict {
    const now = this.#clock();
    if (!this.#isIssuedFor(certificate, role)) {
      return refused(
        'UNKNOWN_ISSUER',
        `${certificate.subjectName} was not issued by the ${role} CA of this network`,
      );
    }
    if (certificate.validFrom > now)
      return refused('NOT_YET_VALID', `valid from ${certificate.validFrom.toISOString()}`);
    if (certificate.validTo < now)
      return refused('EXPIRED', `expired at ${certificate.validTo.toISOString()}`);
    if (certificate.x509.ca) return refused('WRONG_USAGE', 'a CA certificate is no end entity');
    if (certificate.seatId === undefined) return refused('SEAT_ID_MISSING', 'the common name is no seat id');
    return { trusted: true, certificate: certificate as TrustedCertificate };
  }

  #isIssuedFor(certificate: Certificate, role: CertificateRole): boolean {
    const key = `${role} ${certificate.fingerprint}`;
    const remembered = this.#issued.get(key);
    if (remembered !== undefined) return remembered;
    const cas = role === 'smp' ? this.#anchors.smpCas : this.#anchors.accessPointCas;
    const issued = cas.some(
      (ca) => certificate.x509.checkIssued(ca.x509) && certificate.x509.verify(ca.publicKey),
    );
    if (this.#issued.size >= REMEMBERED) this.#issued.delete(this.#issued.keys().next().value ?? '');
    this.#issued.set(key, issued);
    return issued;
  }
}

function refused(reason: DistrustReason, detail: string): TrustVerdict {
  return { trusted: false, reason, detail };
}
