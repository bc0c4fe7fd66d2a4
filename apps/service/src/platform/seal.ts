import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Where what is sealed for a purpose is kept: it is sealed anew when the secret key changes. */
export const SEALED_COLUMNS = {
  'sftp host keys': { table: 'sftp_host_keys', id: 'algorithm', column: 'sealed_key' },
  'webhook secrets': { table: 'webhooks', id: 'id', column: 'secret' },
  'installation secrets': { table: 'installation_secrets', id: 'name', column: 'sealed' },
} as const;

/** The others sign what is made anew whenever it is asked for. */
export type SealPurpose = keyof typeof SEALED_COLUMNS | 'export links' | 'unsubscribe links';

/** A key for one purpose, from the installation's secret key. */
export const sealingKey = (secretKey: Buffer, purpose: SealPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `pappel ${purpose}`, 32));

/** What must be read again later, but not by who reads the table: nonce, tag and AES-256-GCM of it. */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Undefined when it was sealed with another key, or changed since. */
export function unseal(key: Buffer, sealed: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
