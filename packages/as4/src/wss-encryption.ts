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
import { setImmediate } from 'node:timers/promises';
import type { Certificate } from '@pappel/pki/certificate';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { freeMemory } from '@pappel/xml/free-memory';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute } from '@pappel/xml/write';
import { bare } from './mime.ts';
import { ALGORITHM, NS, PROFILE } from './peppol-profile.ts';
import { referencedCertificate, tokenReferenceXml, tokenXml, type WssProblem } from './wss-signature.ts';

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

/** The plain content as chunks, where it was encrypted, and the SHA-256 of all of them. */
export interface Decrypted {
  chunks: Uint8Array[];
  sha256: Uint8Array;
}

// One text for whatever the cryptography says: which step failed is nobody's business.
const NOT_DECRYPTED: WssProblem = { problem: 'the attachment cannot be decrypted', policy: false };

/**
 * Decrypts the attachment that the security header's one EncryptedData means, with the key it was encrypted for; in its
 * place, as a large one would need as much memory again [AS4-prof 4.5, SwA 1.1].
 */
export async function decryptAttachment(
  security: XmlElement,
  ids: ReadonlyMap<string, XmlElement>,
  attachment: { contentId: string; body: Uint8Array },
  keys: readonly KeyMaterial[],
): Promise<Decrypted | WssProblem> {
  const encryptedKeys = childrenNamed(security, NS.xenc, 'EncryptedKey');
  const data = childrenNamed(security, NS.xenc, 'EncryptedData').filter(
    (element) => cipherReference(element) === attachment.contentId,
  );
  const [encryptedKey] = encryptedKeys;
  const [encryptedData] = data;
  if (!encryptedKey || !encryptedData || encryptedKeys.length !== 1 || data.length !== 1)
    return { problem: 'the attachment is not encrypted as one', policy: false };
  if (!usesProfile(encryptedKey, encryptedData))
    return { problem: 'an encryption algorithm is not allowed', policy: true };
  const candidates = meantKeys(encryptedKey, ids, keys);
  if (candidates.length === 0)
    return { problem: 'the attachment is not encrypted for our certificate', policy: false };
  const value = child(child(encryptedKey, NS.xenc, 'CipherData') ?? encryptedKey, NS.xenc, 'CipherValue');
  const secret = await unwrap(candidates, Buffer.from(value ? textOf(value) : '', 'base64'));
  try {
    return secret ? await decrypt(secret, attachment.body) : NOT_DECRYPTED;
  } catch {
    return NOT_DECRYPTED;
  }
}

/** The key whose certificate stands beside the EncryptedKey; where only its issuer or key id does, any may be meant. */
function meantKeys(
  encryptedKey: XmlElement,
  ids: ReadonlyMap<string, XmlElement>,
  keys: readonly KeyMaterial[],
): readonly KeyMaterial[] {
  const keyInfo = child(encryptedKey, NS.ds, 'KeyInfo');
  const meant = keyInfo && referencedCertificate(keyInfo, ids);
  if (!meant) return keys;
  return keys.filter((key) => key.certificate.fingerprint === meant.fingerprint);
}

function cipherReference(data: XmlElement): string | undefined {
  const cipherData = child(data, NS.xenc, 'CipherData');
  const reference = cipherData && child(cipherData, NS.xenc, 'CipherReference');
  const uri = reference && attributeOf(reference, 'URI');
  return uri === undefined ? undefined : bare(uri);
}

/** RSA-OAEP with SHA-256 for digest and mask, AES-128-GCM; an absent mask would mean SHA-1 and is refused. */
function usesProfile(encryptedKey: XmlElement, encryptedData: XmlElement): boolean {
  const wrapping = child(encryptedKey, NS.xenc, 'EncryptionMethod') ?? encryptedKey;
  const algorithm = (element: XmlElement | undefined) => element && attributeOf(element, 'Algorithm');
  return (
    algorithm(wrapping) === ALGORITHM.rsaOaep &&
    algorithm(child(wrapping, NS.ds, 'DigestMethod')) === ALGORITHM.sha256 &&
    algorithm(child(wrapping, NS.xenc11, 'MGF')) === ALGORITHM.mgf1Sha256 &&
    algorithm(child(encryptedData, NS.xenc, 'EncryptionMethod')) === ALGORITHM.aes128Gcm &&
    (attributeOf(encryptedData, 'Type') ?? ALGORITHM.attachmentContentOnly) ===
      ALGORITHM.attachmentContentOnly
  );
}

const imported = new WeakMap<KeyObject, webcrypto.CryptoKey>();

/** WebCrypto decrypts on the thread pool; `privateDecrypt` would hold up every other message meanwhile. */
async function unwrap(keys: readonly KeyMaterial[], wrapped: Buffer): Promise<Buffer | undefined> {
  for (const { privateKey } of keys) {
    let key = imported.get(privateKey);
    if (!key) {
      key = privateKey.toCryptoKey({ name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']);
      imported.set(privateKey, key);
    }
    try {
      const secret = Buffer.from(await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, wrapped));
      if (secret.length === KEY_BYTES) return secret;
    } catch {
      // Not for this key: the next one may be meant.
    }
  }
  return undefined;
}

async function decrypt(key: Buffer, body: Uint8Array): Promise<Decrypted | WssProblem> {
  const end = body.length - TAG_BYTES;
  if (end < IV_BYTES) return NOT_DECRYPTED;
  const decipher = createDecipheriv('aes-128-gcm', key, body.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(body.subarray(end));
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  for (let at = IV_BYTES; at < end; at += CHUNK) {
    // A large message takes tens of milliseconds: let the others in between.
    if (at > IV_BYTES) await setImmediate();
    const chunk = body.subarray(at, Math.min(at + CHUNK, end));
    const plain = decipher.update(chunk);
    hash.update(plain);
    chunk.set(plain);
    freeMemory([plain]);
    chunks.push(chunk);
  }
  decipher.final();
  return { chunks, sha256: hash.digest() };
}
