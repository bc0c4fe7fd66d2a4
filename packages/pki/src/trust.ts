import { LRUCache } from 'lru-cache';
import type { Certificate, KeyUsageType } from './certificate.ts';
import { CLOCK_SKEW_MS } from './clock-skew.ts';
import type { RevocationCheck } from './revocation.ts';

declare const brand: unique symbol;

/** A certificate that was checked for its role. Made only by {@link Trust.check}. */
export type TrustedCertificate = Certificate & { readonly [brand]: 'TrustedCertificate' };

export type CertificateRole = 'access-point' | 'smp';

export type TrustVerdict =
  | { trusted: true; certificate: TrustedCertificate }
  | { trusted: false; reason: DistrustReason; detail: string };

/** All but REVOCATION_UNKNOWN are about the certificate; that one may be different the next time. */
export type DistrustReason =
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'UNKNOWN_ISSUER'
  | 'WRONG_USAGE'
  | 'SEAT_ID_MISSING'
  | 'REVOKED'
  | 'REVOCATION_UNKNOWN';

export interface TrustAnchors {
  /** The CAs that issue access point certificates on this network, and no other. */
  accessPointCas: readonly Certificate[];
  smpCas: readonly Certificate[];
}

/** One key pair of an access point signs and decrypts; an SMP signs. */
const USAGES: Record<CertificateRole, KeyUsageType[]> = {
  'access-point': ['digitalSignature', 'keyEncipherment'],
  smp: ['digitalSignature'],
};
const REMEMBERED = 2_000;

/** Which certificates belong to the Peppol network we are on. The issuing CAs are pinned; no other store is asked. */
export class Trust {
  readonly #anchors: TrustAnchors;
  readonly #clock: () => Date;
  readonly #revocation: RevocationCheck | undefined;
  /** Issuer checks cost an RSA operation and cannot change: remembered by role and fingerprint. */
  readonly #issuers = new LRUCache<string, { issuer: Certificate | undefined }>({ max: REMEMBERED });

  /** @param revocation without it no certificate is ever revoked: for vectors and tests that are about something else */
  constructor(
    anchors: TrustAnchors,
    clock: () => Date = () => new Date(),
    revocation: RevocationCheck | undefined = undefined,
  ) {
    this.#anchors = anchors;
    this.#clock = clock;
    this.#revocation = revocation;
  }

  /**
   * Whether a certificate may be used in this role now: issued by the pinned CA of this network, within its validity,
   * an end entity with a seat id and the key usage of the role, and not revoked [AS4-prof 4.7]. One that begins within
   * the next five minutes is valid, as the clock of its CA may be ahead of ours; the end is exact.
   * Never throws. Revocation is asked last, and of the network only when no answer is at hand.
   */
  async check(certificate: Certificate, role: CertificateRole): Promise<TrustVerdict> {
    const issuer = this.#issuerFor(certificate, role);
    if (!issuer) {
      return refused(
        'UNKNOWN_ISSUER',
        `${certificate.subjectName} was not issued by the ${role} CA of this network`,
      );
    }
    const objection = this.#objection(certificate, role);
    if (objection) return objection;
    const answer = (await this.#revocation?.check(certificate, issuer)) ?? { status: 'good' };
    switch (answer.status) {
      case 'good':
        return { trusted: true, certificate: certificate as TrustedCertificate };
      case 'revoked':
        return refused('REVOKED', `revoked since ${answer.since.toISOString()} (${answer.reason})`);
      case 'unknown':
        return refused('REVOCATION_UNKNOWN', `whether it is revoked cannot be told: ${answer.detail}`);
    }
  }

  #objection(certificate: Certificate, role: CertificateRole): TrustVerdict | undefined {
    const now = this.#clock().getTime();
    if (certificate.validFrom.getTime() > now + CLOCK_SKEW_MS)
      return refused('NOT_YET_VALID', `valid from ${certificate.validFrom.toISOString()}`);
    if (certificate.validTo.getTime() < now)
      return refused('EXPIRED', `expired at ${certificate.validTo.toISOString()}`);
    if (certificate.x509.ca) return refused('WRONG_USAGE', 'a CA certificate is no end entity');
    const missing = USAGES[role].find((usage) => certificate.keyUsage?.has(usage) === false);
    if (missing) return refused('WRONG_USAGE', `its key usage lacks ${missing}`);
    if (!isRsa(certificate)) return refused('WRONG_USAGE', 'its key is no RSA key of 2048 to 8192 bits');
    if (certificate.seatId === undefined) return refused('SEAT_ID_MISSING', 'the common name is no seat id');
    return undefined;
  }

  #issuerFor(certificate: Certificate, role: CertificateRole): Certificate | undefined {
    const key = `${role} ${certificate.fingerprint}`;
    const known = this.#issuers.get(key);
    if (known) return known.issuer;
    const cas = role === 'smp' ? this.#anchors.smpCas : this.#anchors.accessPointCas;
    const issuer = cas.find(
      (ca) => certificate.x509.checkIssued(ca.x509) && certificate.x509.verify(ca.publicKey),
    );
    this.#issuers.set(key, { issuer });
    return issuer;
  }
}

/** What every key of the network is, and the only one that messages can be signed and encrypted with [AS4-prof 4.5]. */
function isRsa({ publicKey }: Certificate): boolean {
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  return publicKey.asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 8192;
}

function refused(reason: DistrustReason, detail: string): TrustVerdict {
  return { trusted: false, reason, detail };
}
