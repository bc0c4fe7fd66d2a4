import { child, childElements, elementsOf, type XmlElement } from './tree.ts';

export const DS = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * What a signature may ask of who verifies it. Messages and metadata sign at most a handful of things; whatever is more
 * is refused before any of it is canonicalised, because until then nobody has shown that he may ask at all.
 */
export const SIGNATURE_LIMITS = {
  /** Bytes of SignedInfo as it is written. */
  signedInfoBytes: 65_536,
  /** Elements in it, itself included. */
  signedInfoElements: 400,
  references: 20,
  /** Of one reference. */
  transforms: 4,
  /** Names in one PrefixList. */
  prefixes: 100,
} as const;

const IN_SIGNATURE = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object']);
const ONCE_IN_SIGNATURE = ['SignedInfo', 'SignatureValue', 'KeyInfo'];
const IN_SIGNED_INFO = new Set(['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
const ONCE_IN_SIGNED_INFO = ['CanonicalizationMethod', 'SignatureMethod'];

export type SignatureShape =
  | { signedInfo: XmlElement; value: XmlElement; references: XmlElement[] }
  | { problem: string };

/** The parts of a ds:Signature, if it has each once, no others, and is within the limits [XML-DSig 4.1 to 4.3]. */
export function shapeOf(signature: XmlElement): SignatureShape {
  const strange = whatIsStrange(signature, IN_SIGNATURE, ONCE_IN_SIGNATURE);
  if (strange) return { problem: strange };
  const signedInfo = child(signature, DS, 'SignedInfo');
  const value = child(signature, DS, 'SignatureValue');
  if (!signedInfo || !value) return { problem: 'the signature is incomplete' };
  if (signedInfo.end - signedInfo.start > SIGNATURE_LIMITS.signedInfoBytes)
    return { problem: `SignedInfo has more than ${SIGNATURE_LIMITS.signedInfoBytes} bytes` };
  const inside = whatIsStrange(signedInfo, IN_SIGNED_INFO, ONCE_IN_SIGNED_INFO);
  if (inside) return { problem: inside };
  if (hasMoreElementsThan(signedInfo, SIGNATURE_LIMITS.signedInfoElements))
    return { problem: `SignedInfo has more than ${SIGNATURE_LIMITS.signedInfoElements} elements` };
  const references = childElements(signedInfo).filter(({ localName }) => localName === 'Reference');
  if (references.length > SIGNATURE_LIMITS.references)
    return { problem: `more than ${SIGNATURE_LIMITS.references} things are signed` };
  return { signedInfo, value, references };
}

function whatIsStrange(
  parent: XmlElement,
  allowed: ReadonlySet<string>,
  once: readonly string[],
): string | undefined {
  const counts = new Map<string, number>();
  for (const { namespace, localName } of childElements(parent)) {
    if (namespace !== DS || !allowed.has(localName))
      return `${parent.localName} has an element that does not belong there`;
    counts.set(localName, (counts.get(localName) ?? 0) + 1);
  }
  const twice = once.find((name) => (counts.get(name) ?? 0) > 1);
  return twice && `${parent.localName} has more than one ${twice}`;
}

function hasMoreElementsThan(root: XmlElement, most: number): boolean {
  let count = 0;
  for (const _ of elementsOf(root)) if (++count > most) return true;
  return false;
}
