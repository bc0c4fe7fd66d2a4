import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalizeInclusive } from './canonicalize.ts';
import { parseXml } from './parse.ts';
import { INCLUSIVE_C14N, RSA_SHA256, SHA256, stripSpace, verifySignature } from './signature.ts';
import { DS } from './signature-shape.ts';
import { child, childElements, textOf, type XmlElement } from './tree.ts';
import { escapeText } from './write.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export interface SigningKey {
  privateKey: KeyObject;
  certificateDer: Uint8Array;
  /** Written as X509SubjectName when given. */
  subjectName?: string;
}

const signOnThreadPool = promisify(sign);

/**
 * Signs a document with an enveloped signature as its last child [SMP 1.4 5.6.2]: inclusive C14N, RSA-SHA256, one
 * reference to the whole document. The document is not changed otherwise, not even in white space.
 *
 * @param xml a document without signature
 */
export async function signEnveloped(xml: string, key: SigningKey): Promise<string> {
  const root = parseXml(Buffer.from(xml, 'utf8'));
  const digest = createHash('sha256').update(canonicalizeInclusive(root)).digest('base64');
  const end = xml.lastIndexOf('</');
  const draft = xml.slice(0, end) + signatureXml(signedInfoXml(digest), '', key) + xml.slice(end);
  const signature = childElements(parseXml(Buffer.from(draft, 'utf8'))).at(-1);
  const signedInfo = signature && child(signature, DS, 'SignedInfo');
  if (!signedInfo) throw new Error('The document to sign has no end tag');
  const value = await signOnThreadPool('RSA-SHA256', canonicalizeInclusive(signedInfo), key.privateKey);
  const signed = signatureXml(signedInfoXml(digest), value.toString('base64'), key);
  return xml.slice(0, end) + signed + xml.slice(end);
}

function signedInfoXml(digest: string): string {
  return (
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${INCLUSIVE_C14N}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${RSA_SHA256}"></ds:SignatureMethod><ds:Reference URI=""><ds:Transforms>` +
    `<ds:Transform Algorithm="${ENVELOPED}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue>` +
    '</ds:Reference></ds:SignedInfo>'
  );
}

function signatureXml(signedInfo: string, value: string, key: SigningKey): string {
  const certificate = Buffer.from(key.certificateDer).toString('base64');
  const subject = key.subjectName
    ? `<ds:X509SubjectName>${escapeText(key.subjectName)}</ds:X509SubjectName>`
    : '';
  return (
    `<ds:Signature xmlns:ds="${DS}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo>` +
    `<ds:X509Data>${subject}<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
  );
}

/** Characters of a certificate in base64; real ones have two or three thousand. */
const MAX_CERTIFICATE = 32_768;

export type EnvelopedVerification =
  | { ok: true; certificateDer: Uint8Array; subjectName: string | undefined }
  | { ok: false; reason: string };

/**
 * Verifies the enveloped signature of a whole document with the certificate it carries [SMP 1.4 5.6.2]. What is
 * covered is `root` without its signature. Whether the certificate is to be trusted is for the caller to check.
 */
export async function verifyEnveloped(root: XmlElement): Promise<EnvelopedVerification> {
  const signatures = childElements(root).filter(
    (node) => node.namespace === DS && node.localName === 'Signature',
  );
  const [signature] = signatures;
  if (!signature || signatures.length !== 1)
    return { ok: false, reason: 'there is not exactly one signature' };
  const embedded = embeddedCertificate(signature);
  if (!embedded) return { ok: false, reason: 'the signature carries no readable certificate' };
  let asked = 0;
  const result = await verifySignature(signature, embedded.publicKey, ({ uri, transforms }) => {
    const [first, second] = transforms.map((transform) => transform.algorithm);
    const onlyEnveloped =
      first === ENVELOPED && (second === undefined || second === INCLUSIVE_C14N) && transforms.length <= 2;
    // The whole document is canonicalised once, however often it is referred to.
    return uri === '' && onlyEnveloped && ++asked === 1 ? canonicalizeInclusive(root, signature) : undefined;
  });
  if (!result.ok) return result;
  if (result.references.length !== 1) return { ok: false, reason: 'there is not exactly one reference' };
  return { ok: true, certificateDer: embedded.der, subjectName: embedded.subjectName };
}

function embeddedCertificate(signature: XmlElement) {
  const keyInfo = child(signature, DS, 'KeyInfo');
  const data = keyInfo && child(keyInfo, DS, 'X509Data');
  const certificate = data && child(data, DS, 'X509Certificate');
  if (!certificate) return undefined;
  const subject = child(data, DS, 'X509SubjectName');
  try {
    const text = textOf(certificate);
    if (text.length > MAX_CERTIFICATE) return undefined;
    const der = Buffer.from(stripSpace(text), 'base64');
    return {
      der,
      publicKey: new X509Certificate(der).publicKey,
      subjectName: subject && textOf(subject).trim(),
    };
  } catch {
    return undefined;
  }
}
