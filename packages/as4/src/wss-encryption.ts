import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  webcrypto,
} from 'node:crypto';
import type { Certificate } from '@pappel/pki/certificate';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute } from '@pappel/xml/write';
import { bare } from './mime.ts';
import { ALGORITHM, NS, PROFILE } from './peppol-profile.ts';
import { referencedCertificate, tokenReferenceXml, tokenXml } from './wss-signature.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 16;
const CHUNK = 1 << 20;

export interface AttachmentCipher {
  /** BinarySecurityToken, EncryptedKey and EncryptedData for the security header. */
  xml: string;
  /** Bytes of the encrypted part: IV, ciphertext as long as the plain text, tag. */
  length: number;
  /** The encrypted part, produced while it is sent. */
  chunks(): Generator<Uint8Array>;
}

/** Encrypts the compressed payload for its receiver: AES-128-GCM, its key by RSA-OAEP with SHA-256 [AS4-prof 4.5]. */
export function encryptAttachment(
  plain: readonly Uint8Array[],
  contentId: string,
  receiver: Certificate,
): AttachmentCipher {
  const key = randomBytes(KEY_BYTES);
  const wrapped = publicEncrypt(
    { key: receiver.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    key,
  );
  return {
    xml: tokenXml('enc-cert', receiver) + encryptedKeyXml(wrapped) + encryptedDataXml(contentId),
    length: IV_BYTES + plain.reduce((sum, chunk) => sum + chunk.length, 0) + TAG_BYTES,
    *chunks() {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-128-gcm', key, iv);
      yield iv;
      for (const chunk of plain) yield cipher.update(chunk);
      cipher.final();
      yield cipher.getAuthTag();
    },
  };
}

function encryptedKeyXml(wrapped: Buffer): string {
  return (
    `<xenc:EncryptedKey xmlns:xenc="${NS.xenc}" Id="EK-1"><xenc:EncryptionMethod Algorithm="${ALGORITHM.rsaOaep}">` +
    `<ds:DigestMethod xmlns:ds="${NS.ds}" Algorithm="${ALGORITHM.sha256}"></ds:DigestMethod>` +
    `<xenc11:MGF xmlns:xenc11="${NS.xenc11}" Algorithm="${ALGORITHM.mgf1Sha256}"></xenc11:MGF></xenc:EncryptionMethod>` +
    `<ds:KeyInfo xmlns:ds="${NS.ds}">${tokenReferenceXml('enc-cert')}</ds:KeyInfo>` +
    `<xenc:CipherData><xenc:CipherValue>${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData>` +
    '<xenc:ReferenceList><xenc:DataReference URI="#ED-1"></xenc:DataReference></xenc:ReferenceList></xenc:EncryptedKey>'
  );
}

function encryptedDataXml(contentId: string): string {
  return (
    `<xenc:EncryptedData xmlns:xenc="${NS.xenc}" Id="ED-1" MimeType="${PROFILE.compression}" Type="${ALGORITHM.attachmentContentOnly}">` +
    `<xenc:EncryptionMethod Algorithm="${ALGORITHM.aes128Gcm}"></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="${NS.ds}">` +
    `<wsse:SecurityTokenReference xmlns:wsse11="${NS.wsse11}" wsse11:TokenType="${ALGORITHM.encryptedKeyToken}">` +
    '<wsse:Reference URI="#EK-1"></wsse:Reference></wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData>' +
    `<xenc:CipherReference URI="cid:${escapeAttribute(contentId)}"><xenc:Transforms><ds:Transform xmlns:ds="${NS.ds}" Algorithm="${ALGORITHM.attachmentCiphertext}">` +
    '</ds:Transform></xenc:Transforms></xenc:CipherReference></xenc:CipherData></xenc:EncryptedData>'
  );
}

/** Decrypted chunks and the SHA-256 of all of them, or why there are none. */
export type Decryption = { chunks: Uint8Array[]; sha256: Uint8Array } | { problem: string; policy: boolean };

/** Decrypts the attachment that the security header's one EncryptedData means, with the key it was encrypted for. */
export async function decryptAttachment(
  security: XmlElement,
  ids: ReadonlyMap<string, XmlElement>,
  attachment: { contentId: string; body: Uint8Array },
  keys: readonly KeyMaterial[],
): Promise<Decryption> {
  const encryptedKeys = childrenNamed(security, NS.xenc, 'EncryptedKey');
  const [encryptedKey] = encryptedKeys;
  const data = childrenNamed(security, NS.xenc, 'EncryptedData').filter(
    (element) => cipherReference(element) === attachment.contentId,
  );
  const [encryptedData] = data;
  if (!encryptedKey || !encryptedData || data.length !== 1)
    return { problem: 'the attachment is not encrypted', policy: false };
  if (!usesProfile(encryptedKey, encryptedData))
    return { problem: 'an encryption algorithm is not allowed', policy: true };
  const keyInfo = child(encryptedKey, NS.ds, 'KeyInfo');
  const meant = keyInfo && referencedCertificate(keyInfo, ids);
  const key = keys.find((candidate) => candidate.certificate.fingerprint === meant?.fingerprint);
  const value = child(child(encryptedKey, NS.xenc, 'CipherData') ?? encryptedKey, NS.xenc, 'CipherValue');
  if (!key || !value) return { problem: 'it is not encrypted for our certificate', policy: false };
  try {
    const secret = await unwrap(key.privateKey, Buffer.from(textOf(value), 'base64'));
    return decrypt(Buffer.from(secret), attachment.body);
  } catch {
    return { problem: 'it cannot be decrypted', policy: false };
  }
}

function cipherReference(data: XmlElement): string | undefined {
  const cipherData = child(data, NS.xenc, 'CipherData');
  const reference = cipherData && child(cipherData, NS.xenc, 'CipherReference');
  const uri = reference && attributeOf(reference, 'URI');
  return uri === undefined ? undefined : bare(uri);
}

/** RSA-OAEP with SHA-256 for digest and mask, AES-128-GCM; an absent mask would mean SHA-1 and is refused. */
function usesProfile(encryptedKey: XmlElement, encryptedData: XmlElement): boolean {
  const wrapping = child(encryptedKey, NS.xenc, 'EncryptionMethod');
  const digest = wrapping && child(wrapping, NS.ds, 'DigestMethod');
  const mask = wrapping && child(wrapping, NS.xenc11, 'MGF');
  const cipher = child(encryptedData, NS.xenc, 'EncryptionMethod');
  return (
    (wrapping && attributeOf(wrapping, 'Algorithm')) === ALGORITHM.rsaOaep &&
    (digest && attributeOf(digest, 'Algorithm')) === ALGORITHM.sha256 &&
    (mask && attributeOf(mask, 'Algorithm')) === ALGORITHM.mgf1Sha256 &&
    (cipher && attributeOf(cipher, 'Algorithm')) === ALGORITHM.aes128Gcm
  );
}

const imported = new WeakMap<KeyObject, webcrypto.CryptoKey>();

/** WebCrypto decrypts on the thread pool; `privateDecrypt` would hold up every other message meanwhile. */
function unwrap(privateKey: KeyObject, wrapped: Buffer): Promise<ArrayBuffer> {
  let key = imported.get(privateKey);
  if (!key) {
    key = privateKey.toCryptoKey({ name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']);
    imported.set(privateKey, key);
  }
  return webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, wrapped);
}

function decrypt(key: Buffer, body: Uint8Array): Decryption {
  const decipher = createDecipheriv('aes-128-gcm', key, body.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  const end = body.length - TAG_BYTES;
  for (let at = IV_BYTES; at < end; at += CHUNK) {
    const plain = decipher.update(body.subarray(at, Math.min(at + CHUNK, end)));
    hash.update(plain);
    chunks.push(plain);
  }
  decipher.final();
  return { chunks, sha256: hash.digest() };
}
