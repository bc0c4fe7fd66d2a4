import { createHash, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type Certificate, readCertificate } from '@pappel/pki/certificate';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { canonicalizeExclusive } from '@pappel/xml/canonicalize';
import { type SignedReference, verifySignature } from '@pappel/xml/signature';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute } from '@pappel/xml/write';
import { bare } from './mime.ts';
import { ALGORITHM, NS } from './peppol-profile.ts';

const signOnThreadPool = promisify(sign);

export interface ReferenceDigest {
  uri: string;
  /** SHA-256, base64. */
  digest: string;
}

/** The digest of an element that was written in its exclusive canonical form. */
export function elementDigest(id: string, canonicalXml: string): ReferenceDigest {
  return { uri: `#${id}`, digest: createHash('sha256').update(canonicalXml).digest('base64') };
}

/** The signing certificate's token and the signature over elements and attachment [WSS 1.1.1, SwA 1.1]. */
export async function signatureXml(
  references: readonly ReferenceDigest[],
  key: KeyMaterial,
): Promise<string> {
  const signedInfo =
    `<ds:SignedInfo xmlns:ds="${NS.ds}"><ds:CanonicalizationMethod Algorithm="${ALGORITHM.exclusiveC14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${ALGORITHM.rsaSha256}"></ds:SignatureMethod>${references.map(referenceXml).join('')}</ds:SignedInfo>`;
  const value = await signOnThreadPool('RSA-SHA256', Buffer.from(signedInfo), key.privateKey);
  return (
    tokenXml('sig-cert', key.certificate) +
    `<ds:Signature xmlns:ds="${NS.ds}" Id="SIG-1">${signedInfo}<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>` +
    `<ds:KeyInfo>${tokenReferenceXml('sig-cert')}</ds:KeyInfo></ds:Signature>`
  );
}

function referenceXml({ uri, digest }: ReferenceDigest): string {
  const transform = uri.startsWith('cid:') ? ALGORITHM.attachmentContent : ALGORITHM.exclusiveC14n;
  return (
    `<ds:Reference URI="${escapeAttribute(uri)}"><ds:Transforms><ds:Transform Algorithm="${transform}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${ALGORITHM.sha256}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`
  );
}

/** A BinarySecurityToken: the whole certificate, base64 without line breaks. */
export function tokenXml(id: string, certificate: Certificate): string {
  return `<wsse:BinarySecurityToken EncodingType="${ALGORITHM.base64}" ValueType="${ALGORITHM.x509v3}" wsu:Id="${id}">${certificate.der.toString('base64')}</wsse:BinarySecurityToken>`;
}

export function tokenReferenceXml(id: string): string {
  return `<wsse:SecurityTokenReference><wsse:Reference URI="#${id}" ValueType="${ALGORITHM.x509v3}"></wsse:Reference></wsse:SecurityTokenReference>`;
}

/** Why a security header cannot be used; `policy` when the profile forbids what it does. */
export interface WssProblem {
  problem: string;
  policy: boolean;
}

/** The one signature of a security header and the certificate it refers to. Nothing is verified yet. */
export interface WssSignature {
  signature: XmlElement;
  certificate: Certificate;
}

/** Finds the signature and its certificate, so that the certificate can be judged before work is done for it. */
export function findSignature(
  security: XmlElement,
  ids: ReadonlyMap<string, XmlElement>,
): WssSignature | WssProblem {
  const signatures = childrenNamed(security, NS.ds, 'Signature');
  const [signature] = signatures;
  if (!signature || signatures.length !== 1)
    return { problem: 'there is not exactly one signature', policy: false };
  const keyInfo = child(signature, NS.ds, 'KeyInfo');
  const certificate = keyInfo && referencedCertificate(keyInfo, ids);
  if (!certificate)
    return { problem: 'the signature does not refer to an X509v3 token of the message', policy: true };
  return { signature, certificate };
}

export interface SignedAttachment {
  contentId: string;
  /** What was signed: SHA-256 of the plain (compressed, not encrypted) content. */
  sha256: Uint8Array;
}

/** What a signature covers. Use exactly those elements. */
export interface WssCoverage {
  covered: ReadonlySet<XmlElement>;
  /** Their digests are genuine, but whether the bytes have them is for the caller to check. */
  attachments: readonly SignedAttachment[];
  references: SignedReference[];
}

/**
 * Verifies a signature: its value and the digest of every element it refers to [WSS 1.1.1, SwA 1.1]. Attachments are
 * left to the caller, who so learns that the message is genuine before decrypting anything.
 *
 * @param ids every element by its id, duplicates refused before
 */
export async function verifyWss(
  { signature, certificate }: WssSignature,
  ids: ReadonlyMap<string, XmlElement>,
): Promise<WssCoverage | WssProblem> {
  const covered = new Set<XmlElement>();
  const attachments: SignedAttachment[] = [];
  const result = await verifySignature(signature, certificate.publicKey, (reference) => {
    if (reference.uri.startsWith('cid:')) {
      if (!onlyTransform(reference, ALGORITHM.attachmentContent)) return undefined;
      const sha256 = Buffer.from(reference.digestValue, 'base64');
      attachments.push({ contentId: bare(reference.uri), sha256 });
      return { sha256 };
    }
    const element = reference.uri.startsWith('#') ? ids.get(reference.uri.slice(1)) : undefined;
    if (!element || !onlyTransform(reference, ALGORITHM.exclusiveC14n)) return undefined;
    covered.add(element);
    return canonicalizeExclusive(element, reference.transforms[0]?.inclusivePrefixes);
  });
  return result.ok
    ? { covered, attachments, references: result.references }
    : { problem: result.reason, policy: false };
}

function onlyTransform(reference: SignedReference, algorithm: string): boolean {
  return reference.transforms.length === 1 && reference.transforms[0]?.algorithm === algorithm;
}

/** The certificate that a KeyInfo means: a direct reference to a token of this message, nothing else [AS4-prof 4.7]. */
export function referencedCertificate(
  keyInfo: XmlElement,
  ids: ReadonlyMap<string, XmlElement>,
): Certificate | undefined {
  const tokenReference = child(keyInfo, NS.wsse, 'SecurityTokenReference');
  const direct = tokenReference && child(tokenReference, NS.wsse, 'Reference');
  const uri = direct && attributeOf(direct, 'URI');
  const token = uri?.startsWith('#') ? ids.get(uri.slice(1)) : undefined;
  if (token?.localName !== 'BinarySecurityToken' || token.namespace !== NS.wsse) return undefined;
  return attributeOf(token, 'ValueType') === ALGORITHM.x509v3 ? readCertificate(textOf(token)) : undefined;
}
