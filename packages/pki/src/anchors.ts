import { type Certificate, readCertificates } from './certificate.ts';
import type { TrustAnchors } from './trust.ts';

export type PeppolNetwork = 'local' | 'test' | 'production';

/** SHA-256 of the Peppol G3 CA certificates. */
const PINNED: Record<'test' | 'production', { root: string; accessPoint: string; smp: string }> = {
  production: {
    root: 'b6075b9f8655e756777f182d1407c0049442d3a2f57dff9781523828f331f211',
    accessPoint: 'b65e375a5826ada16517b2aa8a881b6fcaff5e48e7559b9e96bba5c64921f900',
    smp: 'd9e17467c69e51fc4f5c5263542fc68d2abba5dfaae62e87fbd6829f1de621c4',
  },
  test: {
    root: '8b4e0e5dc7c8208cba88edebfad31e060740d896ab6e18de0b03386fd24be734',
    accessPoint: 'd2445a0f115ee64cc141a849fe142927fe5701b7d9b58d3e6f53993162115cc0',
    smp: 'eb78dabb622bbc701592f085bc27ab817fe1c0d4753ae829682e8127b3b00ce7',
  },
};

export type AnchorsReading = { anchors: TrustAnchors } | { problem: string };

/**
 * Sorts a PEM bundle of CA certificates into those that issue for access points and for SMPs. On the test and
 * production networks each certificate must be the one that is pinned here by its SHA-256; on a local network the
 * names decide.
 */
export function readAnchors(pem: string, network: PeppolNetwork): AnchorsReading {
  const certificates = readCertificates(pem);
  if (!certificates || certificates.length === 0)
    return { problem: 'the bundle of trust anchors holds no readable certificates' };
  if (certificates.some((certificate) => !certificate.x509.ca))
    return { problem: 'a trust anchor is no CA certificate' };
  const anchors = network === 'local' ? byName(certificates) : byFingerprint(certificates, network);
  if ('problem' in anchors) return anchors;
  if (anchors.accessPointCas.length === 0 || anchors.smpCas.length === 0) {
    return { problem: 'the trust anchors need an access point CA and an SMP CA' };
  }
  return { anchors };
}

function byName(certificates: Certificate[]): TrustAnchors {
  const named = (part: string) =>
    certificates.filter((certificate) => certificate.commonName?.includes(part));
  return { accessPointCas: named('ACCESS POINT'), smpCas: named('SERVICE METADATA PUBLISHER') };
}

function byFingerprint(
  certificates: Certificate[],
  network: 'test' | 'production',
): TrustAnchors | { problem: string } {
  const pinned = PINNED[network];
  const allowed = new Set(Object.values(pinned));
  const stranger = certificates.find((certificate) => !allowed.has(certificate.fingerprint));
  if (stranger) return { problem: `${stranger.subjectName} is no CA of the Peppol ${network} network` };
  return {
    accessPointCas: certificates.filter((certificate) => certificate.fingerprint === pinned.accessPoint),
    smpCas: certificates.filter((certificate) => certificate.fingerprint === pinned.smp),
  };
}
