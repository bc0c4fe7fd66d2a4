import { createHash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { canonicalizeExclusive, canonicalizeInclusive } from './canonicalize.ts';
import { cutText } from './cut-text.ts';
import { DS, SIGNATURE_LIMITS, shapeOf } from './signature-shape.ts';
import { attributeOf, child, childElements, elementsOf, textOf, type XmlElement } from './tree.ts';

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const INCLUSIVE_C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

export interface Transform {
  algorithm: string;
  /** The PrefixList of exclusive C14N. */
  inclusivePrefixes: string[];
}

export interface SignedReference {
  uri: string;
  transforms: Transform[];
  /** Base64, as written. */
  digestValue: string;
  /** The ds:Reference itself, for who must copy it. */
  element: XmlElement;
}

/** What a reference stands for: octets, or their SHA-256 when they are too large to be held together. */
export type Octets = Uint8Array | { sha256: Uint8Array };

export type SignatureVerification =
  | { ok: true; references: SignedReference[] }
  | { ok: false; reason: string };

/**
 * Verifies an XML signature [XML-DSig 3.2]: the RSA signature over SignedInfo and the digest of every Reference.
 * Only RSA-SHA256 and SHA-256 are taken, and only what is within {@link SIGNATURE_LIMITS}: beyond them nothing is
 * canonicalised or hashed, nor is anything before the signature's value has proved right. What is covered is exactly what
 * `resolve` answered for each reference.
 *
 * @param resolve the octets that a reference stands for after its transforms, or undefined when there are none.
 *   It must resolve an id to the one element that will be used, or a signed copy could stand beside a forged one.
 */
export async function verifySignature(
  signature: XmlElement,
  publicKey: KeyObject,
  resolve: (reference: SignedReference) => Octets | undefined,
): Promise<SignatureVerification> {
  const shape = shapeOf(signature);
  if ('problem' in shape) return refused(shape.problem);
  if (publicKey.asymmetricKeyType !== 'rsa') return refused('the key is no RSA key');
  const references: SignedReference[] = [];
  for (const element of shape.references) {
    const reference = readReference(element);
    if (!reference) return refused('a reference uses an algorithm that is not allowed');
    references.push(reference);
  }
  if (references.length === 0) return refused('nothing is signed');
  const canonical = canonicalSignedInfo(shape.signedInfo);
  if (!canonical) return refused('the algorithms of SignedInfo are not allowed');
  const bytes = Buffer.from(stripSpace(textOf(shape.value)), 'base64');
  // Here, not on the thread pool: it takes less than waking a thread does.
  if (!verify('RSA-SHA256', canonical, publicKey, bytes)) return refused('the signature value is wrong');
  for (const reference of references) {
    const octets = resolve(reference);
    if (!octets) return refused(`the reference ${cutText(reference.uri, 200)} leads nowhere`);
    if (!digestMatches(octets, reference.digestValue))
      return refused(`the digest of ${cutText(reference.uri, 200)} is wrong`);
  }
  return { ok: true, references };
}

const refused = (reason: string): SignatureVerification => ({ ok: false, reason });

function canonicalSignedInfo(signedInfo: XmlElement): Uint8Array | undefined {
  const method = child(signedInfo, DS, 'SignatureMethod');
  const canonicalization = child(signedInfo, DS, 'CanonicalizationMethod');
  if (!method || !canonicalization || attributeOf(method, 'Algorithm') !== RSA_SHA256) return undefined;
  const transform = readTransform(canonicalization);
  if (transform?.algorithm === EXCLUSIVE_C14N)
    return canonicalizeExclusive(signedInfo, transform.inclusivePrefixes);
  return transform?.algorithm === INCLUSIVE_C14N ? canonicalizeInclusive(signedInfo) : undefined;
}

/** Undefined when its PrefixList is longer than anybody's. */
function readTransform(element: XmlElement): Transform | undefined {
  const list = child(element, EXCLUSIVE_C14N, 'InclusiveNamespaces');
  const inclusivePrefixes = ((list && attributeOf(list, 'PrefixList')) ?? '').match(/\S+/g) ?? [];
  if (inclusivePrefixes.length > SIGNATURE_LIMITS.prefixes) return undefined;
  return { algorithm: attributeOf(element, 'Algorithm') ?? '', inclusivePrefixes: [...inclusivePrefixes] };
}

function readReference(element: XmlElement): SignedReference | undefined {
  const method = child(element, DS, 'DigestMethod');
  const value = child(element, DS, 'DigestValue');
  if (!method || !value || attributeOf(method, 'Algorithm') !== SHA256) return undefined;
  const list = child(element, DS, 'Transforms');
  const transforms = (list ? childElements(list) : []).map(readTransform);
  const known = transforms.filter((transform) => transform !== undefined);
  if (known.length < transforms.length || known.length > SIGNATURE_LIMITS.transforms) return undefined;
  return {
    uri: attributeOf(element, 'URI') ?? '',
    transforms: known,
    digestValue: stripSpace(textOf(value)),
    element,
  };
}

function digestMatches(octets: Octets, expected: string): boolean {
  const wanted = Buffer.from(expected, 'base64');
  const found = 'sha256' in octets ? octets.sha256 : createHash('sha256').update(octets).digest();
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/** Line breaks inside base64 are common, also as character references. */
export function stripSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * Every element with an `Id` or `wsu:Id`, by that id; or the id that stands twice, which must be refused: one could be
 * signed and the other used.
 */
export function indexIds(root: XmlElement): Map<string, XmlElement> | { duplicate: string } {
  const ids = new Map<string, XmlElement>();
  for (const element of elementsOf(root)) {
    for (const id of [attributeOf(element, 'Id'), attributeOf(element, 'Id', WSU)]) {
      if (id === undefined) continue;
      const known = ids.get(id);
      if (known && known !== element) return { duplicate: id };
      ids.set(id, element);
    }
  }
  return ids;
}
