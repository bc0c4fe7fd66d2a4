import { AsnConvert } from '@peculiar/asn1-schema';
import {
  CertificateList,
  CRLReason,
  type Extension,
  IssuingDistributionPoint,
  id_ce_cRLReasons,
  id_ce_invalidityDate,
  id_ce_issuingDistributionPoint,
  type RevokedCertificate,
  type TBSCertList,
} from '@peculiar/asn1-x509';
import type { Certificate } from './certificate.ts';
import { nameOf, sameName } from './distinguished-name.ts';
import { type KnownStatus, type Revoked, revoked, type Statement, serialKey } from './revocation-status.ts';
import { isSignedBy } from './signed-data.ts';

/** Of ASN.1; an entry has up to ten. Reading costs about 60 ms for a thousand entries, once an hour at most. */
const MAX_NODES = 250_000;

/** Every revoked certificate of one issuer, by {@link serialKey}. */
export type RevocationList = ReadonlyMap<string, Revoked>;

/**
 * Judges the bytes of a certificate revocation list [RFC 5280 5, 6.3.3]: complete, of this issuer and signed by it, about
 * end entities, for every reason, and from the place that the certificates name. Only DER. Whether it is recent is for the
 * caller to judge.
 */
export async function readRevocationList(
  bytes: Uint8Array,
  issuer: Certificate,
  url: string,
): Promise<Statement<RevocationList> | { problem: string }> {
  try {
    const list = AsnConvert.parse(bytes, CertificateList, { berOptions: { maxNodes: MAX_NODES } });
    const { tbsCertList, tbsCertListRaw: signed, signatureAlgorithm, signature } = list;
    if (!sameName(issuer.subject, nameOf(tbsCertList.issuer))) return { problem: 'it is of another issuer' };
    if (issuer.keyUsage && !issuer.keyUsage.has('crlSign'))
      return { problem: 'its issuer may not sign revocation lists' };
    if (tbsCertList.signature.algorithm !== signatureAlgorithm.algorithm)
      return { problem: 'it names two signature algorithms' };
    if (!(await isSignedBy(issuer.publicKey, { signed, signatureAlgorithm, signature })))
      return { problem: 'its signature is wrong' };
    return statementOf(tbsCertList, url);
  } catch {
    return { problem: 'it is no revocation list' };
  }
}

/** What the list says of a certificate of its issuer: good unless it is on it. */
export function statusOn(list: RevocationList, certificate: Certificate): KnownStatus {
  return list.get(serialKey(certificate.serialNumber)) ?? { status: 'good' };
}

function statementOf(list: TBSCertList, url: string): Statement<RevocationList> | { problem: string } {
  const objection = whyNotComplete(list.crlExtensions ?? [], url);
  if (objection) return { problem: objection };
  // Every list says when the next one comes [RFC 5280 5.1.2.5].
  if (!list.nextUpdate) return { problem: 'it does not say until when it holds' };
  const value = new Map<string, Revoked>();
  for (const entry of list.revokedCertificates ?? []) {
    const status = statusOf(entry);
    if (!status) return { problem: 'an entry has a critical extension that is not known' };
    value.set(serialKey(entry.userCertificate), status);
  }
  return { value, thisUpdate: list.thisUpdate.getTime(), nextUpdate: list.nextUpdate.getTime() };
}

/** A list of some reasons, of CAs, of other issuers or of changes only cannot tell that a certificate is good. */
function whyNotComplete(extensions: readonly Extension[], url: string): string | undefined {
  for (const { extnID, critical, extnValue } of extensions) {
    if (extnID === id_ce_issuingDistributionPoint) {
      const objection = whyNotCovered(AsnConvert.parse(extnValue, IssuingDistributionPoint), url);
      if (objection) return objection;
    } else if (critical) return 'it has a critical extension that is not known';
  }
  return undefined;
}

function whyNotCovered(point: IssuingDistributionPoint, url: string): string | undefined {
  if (
    point.indirectCRL ||
    point.onlyContainsCACerts ||
    point.onlyContainsAttributeCerts ||
    point.onlySomeReasons
  )
    return 'it does not cover every revocation of end entities';
  const names = point.distributionPoint?.fullName;
  return names && !names.some((name) => name.uniformResourceIdentifier === url)
    ? 'it is made for another place'
    : undefined;
}

const KNOWN_IN_ENTRY: readonly string[] = [id_ce_cRLReasons, id_ce_invalidityDate];

function statusOf({ revocationDate, crlEntryExtensions = [] }: RevokedCertificate): Revoked | undefined {
  if (crlEntryExtensions.some(({ critical, extnID }) => critical && !KNOWN_IN_ENTRY.includes(extnID)))
    return undefined;
  const reason = crlEntryExtensions.find(({ extnID }) => extnID === id_ce_cRLReasons);
  return revoked(revocationDate.getTime(), reason && AsnConvert.parse(reason.extnValue, CRLReason).reason);
}
