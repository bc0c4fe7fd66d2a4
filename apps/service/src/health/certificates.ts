import { type Certificate, readCertificates } from '@pappel/pki/certificate';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const URGENT_DAYS = 7;

/** Keys of the installation, by what they are for. */
export interface OwnCertificates {
  accessPoint: { certificate: Certificate };
  smp: { certificate: Certificate };
  formerAccessPoints: readonly { certificate: Certificate }[];
  /** As PEM; undefined where something in front does TLS. */
  tls: { cert: string } | undefined;
}

export interface CertificateView {
  role: string;
  subject: string;
  issuer: string;
  seat?: string;
  serialNumber: string;
  fingerprint: string;
  validFrom: string;
  validTo: string;
  daysLeft: number;
  state: 'OK' | 'SOON' | 'URGENT' | 'EXPIRED';
}

/** Every certificate of ours, the one that ends first at the head. */
export function certificatesOf(identity: OwnCertificates, now = new Date()): CertificateView[] {
  const [tls] = identity.tls ? (readCertificates(identity.tls.cert) ?? []) : [];
  const all: [string, Certificate][] = [
    ['ap', identity.accessPoint.certificate],
    ['smp', identity.smp.certificate],
    ...identity.formerAccessPoints.map(({ certificate }, index): [string, Certificate] => [
      `ap_former_${index + 1}`,
      certificate,
    ]),
    ...(tls ? [['tls', tls] satisfies [string, Certificate]] : []),
  ];
  return all
    .map(([role, certificate]) => viewOf(role, certificate, now))
    .sort((a, b) => a.daysLeft - b.daysLeft);
}

function viewOf(role: string, certificate: Certificate, now: Date): CertificateView {
  const daysLeft = Math.floor((certificate.validTo.getTime() - now.getTime()) / DAY_MS);
  return {
    role,
    subject: certificate.subjectName,
    issuer: certificate.issuerName,
    seat: certificate.seatId,
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint,
    validFrom: certificate.validFrom.toISOString(),
    validTo: certificate.validTo.toISOString(),
    daysLeft,
    state: stateOf(certificate, daysLeft, now),
  };
}

function stateOf({ validTo }: Certificate, daysLeft: number, now: Date): CertificateView['state'] {
  if (validTo <= now) return 'EXPIRED';
  if (daysLeft < URGENT_DAYS) return 'URGENT';
  return daysLeft < SOON_DAYS ? 'SOON' : 'OK';
}
