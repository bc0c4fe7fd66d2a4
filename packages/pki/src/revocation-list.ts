import { setImmediate } from 'node:timers/promises';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  CRLReason,
  Extension,
  IssuingDistributionPoint,
  id_ce_cRLReasons,
  id_ce_invalidityDate,
  id_ce_issuingDistributionPoint,
  RevokedCertificate,
  TBSCertList,
} from '@peculiar/asn1-x509';
import type { Certificate } from './certificate.ts';
import { DER, type DerElement, derElements, derSequence } from './der.ts';
import { nameOf, sameName } from './distinguished-name.ts';
import { type KnownStatus, type Revoked, revoked, type Statement, serialKey } from './revocation-status.ts';
import { isSignedBy } from './signed-data.ts';

/** Of ASN.1, of all but the entries. */
const HEAD = { berOptions: { maxNodes: 2_000 } };
/** Entries that are looked at before others have their turn: some milliseconds. */
const AT_ONCE = 2_000;

/** The entries of every revoked certificate of one issuer, by {@link serialKey}, as they are encoded. */
export type RevocationList = ReadonlyMap<string, Uint8Array>;

/**
 * Judges the bytes of a certificate revocation list [RFC 5280 5, 6.3.3]: complete, of this issuer and signed by it, about
 * end entities, for every reason, and from the place that the certificates name. Only DER. Whether it is recent is for the
 * caller to judge. Nothing of it is read before its signature holds, and of its entries only what is asked for.
 */
export async function readRevocationList(
  bytes: Uint8Array,
  issuer: Certificate,
  url: string,
): Promise<Statement<RevocationList> | { problem: string }> {
  try {
    const { list, signatureAlgorithm, signature } = partsOf(bytes);
    const { head, entries } = headAndEntries(list);
    // Its name first: who asks the wrong place is told so. It stands in the first bytes.
    if (!sameName(issuer.subject, nameOf(head.issuer))) return { problem: 'it is of another issuer' };
    if (issuer.keyUsage && !issuer.keyUsage.has('crlSign'))
      return { problem: 'its issuer may not sign revocation lists' };
    if (head.signature.algorithm !== signatureAlgorithm.algorithm)
      return { problem: 'it names two signature algorithms' };
    if (!(await isSignedBy(issuer.publicKey, { signed: list.whole, signatureAlgorithm, signature })))
      return { problem: 'its signature is wrong' };
    return await statementOf(head, entries, url);
  } catch {
    return { problem: 'it is no revocation list' };
  }
}

function partsOf(bytes: Uint8Array) {
  const [outer, behind] = derElements(bytes);
  if (outer?.tag !== DER.sequence || behind) throw new Error('not one sequence');
  const [list, algorithm, signature, more] = derElements(outer.content);
  const isWhole = list?.tag === DER.sequence && signature?.tag === DER.bitString && !more;
  if (!isWhole || !algorithm || signature.content[0] !== 0) throw new Error('not a signed list');
  const signatureAlgorithm = AsnConvert.parse(algorithm.whole, AlgorithmIdentifier, HEAD);
  return { list, signatureAlgorithm, signature: signature.content.subarray(1) };
}

const TIMES: readonly number[] = [DER.utcTime, DER.generalizedTime];

/** The list without its entries, and its entries, which stand behind the times [RFC 5280 5.1]. */
function headAndEntries(list: DerElement): { head: TBSCertList; entries: Uint8Array } {
  const elements: DerElement[] = [];
  for (const element of derElements(list.content)) {
    elements.push(element);
    if (elements.length > MOST_FIELDS) throw new Error('too many fields');
  }
  const at = elements.findIndex(
    ({ tag }, index) => tag === DER.sequence && TIMES.includes(elements[index - 1]?.tag ?? 0),
  );
  const [entries] = at < 0 ? [] : elements.splice(at, 1);
  const head = AsnConvert.parse(derSequence(elements), TBSCertList, HEAD);
  return { head, entries: entries?.content ?? new Uint8Array() };
}

const MOST_FIELDS = 7;

/** What the list says of a certificate of its issuer: good unless it is on it. */
export function statusOn(list: RevocationList, certificate: Certificate): KnownStatus {
  const entry = list.get(serialKey(certificate.serialNumber));
  return entry ? statusOf(AsnConvert.parse(entry, RevokedCertificate)) : { status: 'good' };
}

async function statementOf(
  head: TBSCertList,
  entries: Uint8Array,
  url: string,
): Promise<Statement<RevocationList> | { problem: string }> {
  const objection = whyNotComplete(head.crlExtensions ?? [], url);
  if (objection) return { problem: objection };
  // Every list says when the next one comes [RFC 5280 5.1.2.5].
  if (!head.nextUpdate) return { problem: 'it does not say until when it holds' };
  const value = new Map<string, Uint8Array>();
  for (const { tag, content, whole } of derElements(entries)) {
    if (value.size % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const [serial, date, extensions, more] = derElements(content);
    const isEntry = tag === DER.sequence && serial?.tag === DER.integer && TIMES.includes(date?.tag ?? 0);
    if (!isEntry || more) throw new Error('not an entry');
    if (extensions && !derElements(extensions.content).every(isKnownOrUncritical))
      return { problem: 'an entry has a critical extension that is not known' };
    value.set(serialKey(Buffer.from(serial.content).toString('hex')), whole);
  }
  return { value, thisUpdate: head.thisUpdate.getTime(), nextUpdate: head.nextUpdate.getTime() };
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

/** Those that are not critical are passed over as they are. */
function isKnownOrUncritical({ content, whole }: DerElement): boolean {
  const [, critical] = derElements(content);
  if (critical?.tag !== DER.boolean || critical.content[0] === 0) return true;
  return KNOWN_IN_ENTRY.includes(AsnConvert.parse(whole, Extension, HEAD).extnID);
}

function statusOf({ revocationDate, crlEntryExtensions = [] }: RevokedCertificate): Revoked {
  const reason = crlEntryExtensions.find(({ extnID }) => extnID === id_ce_cRLReasons);
  return revoked(revocationDate.getTime(), reason && AsnConvert.parse(reason.extnValue, CRLReason).reason);
}
