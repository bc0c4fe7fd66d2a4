import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base62 hold 256 bits. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Random letters and digits, each worth just under 6 bits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: beyond it the letters would not be equally likely.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let value = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let result = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    result += BASE62[value % 62];
    value = Math.floor(value / 62);
  }
  return result;
}

/** A new secret: prefix, 256 random bits and a checksum by which a typing error is seen offline. [KEY-11] */
export function newSecret(prefix: string): string {
  const secret = prefix + randomText(SECRET_LENGTH);
  return secret + checksum(secret);
}

/** Whether the checksum fits. Says nothing about whether the secret exists. */
export function isWellFormedSecret(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH)
    return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** What is stored of a secret. Random 256 bits need no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b));
}
