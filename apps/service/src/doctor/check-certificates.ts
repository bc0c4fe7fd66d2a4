import type { PeppolNetwork } from '@pappel/pki/anchors';
import type { Certificate } from '@pappel/pki/certificate';
import type { CertificateRole, TrustVerdict } from '@pappel/pki/trust';
import { bad, type Check, type Found, good, warning } from './finding.ts';
import type { Network } from './network.ts';

const DAY_MS = 86_400_000;
/** OpenPeppol takes some days, and senders have the former one in mind for a while. */
const RENEW_WITHIN_DAYS = 45;

/** Chain, role, stage, expiry and revocation of each certificate of ours, as other access points judge it. */
export function certificateChecks(
  { identity }: Pick<Network, 'identity'>,
  network: PeppolNetwork,
  now: () => Date,
): Check[] {
  const { accessPoint, smp, formerAccessPoints, trust } = identity;
  const judged = (name: string, certificate: Certificate, role: CertificateRole): Check => ({
    name,
    look: async () => ofVerdict(await trust.check(certificate, role), certificate, { network, now: now() }),
  });
  return [
    judged('certificate of the AP', accessPoint.certificate, 'access-point'),
    judged('certificate of the SMP', smp.certificate, 'smp'),
    ...formerAccessPoints.map(({ certificate }, index) => ({
      name: `former certificate ${index + 1}`,
      look: async () => former(certificate, now()),
    })),
  ];
}

const daysLeft = ({ validTo }: Certificate, now: Date): number =>
  Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function ofVerdict(
  verdict: TrustVerdict,
  certificate: Certificate,
  { network, now }: { network: PeppolNetwork; now: Date },
): Found {
  const { subjectName, issuerName } = certificate;
  if (verdict.trusted) {
    const left = daysLeft(certificate, now);
    const what = `${subjectName}, of ${network}, not revoked, ends ${dayOf(certificate.validTo)}, ${left} days left`;
    return left < RENEW_WITHIN_DAYS ? warning(what, 'Renew it now: docs/rotation.md.') : good(what);
  }
  switch (verdict.reason) {
    case 'UNKNOWN_ISSUER':
      return bad(
        `${verdict.detail}: its issuer is ${issuerName}`,
        `Use the certificate of this role that OpenPeppol issued for ${network}, or set NETWORK to the network it is of.`,
      );
    case 'EXPIRED':
      return bad(verdict.detail, 'Nobody takes a message signed with it. Renew it: docs/rotation.md.');
    case 'NOT_YET_VALID':
      return bad(verdict.detail, 'Check the clock of this machine, or wait.');
    case 'REVOKED':
      return bad(verdict.detail, 'Nobody takes a message signed with it. Ask OpenPeppol for a new one.');
    case 'REVOCATION_UNKNOWN':
      return warning(
        verdict.detail,
        'Let this machine reach the OCSP and CRL addresses of the certificate by HTTP: receivers are asked about there too.',
      );
    case 'WRONG_USAGE':
    case 'SEAT_ID_MISSING':
      return bad(verdict.detail, 'Use the certificate of this role that OpenPeppol issued.');
  }
}

function former(certificate: Certificate, now: Date): Found {
  const left = daysLeft(certificate, now);
  if (left >= 0) return good(`opens messages until ${dayOf(certificate.validTo)}, ${left} days left`);
  return warning(
    `ended ${dayOf(certificate.validTo)}: nobody encrypts to it any more`,
    'Take it out of the settings (AP_FORMER_…), at the next start.',
  );
}
