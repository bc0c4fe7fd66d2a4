import { randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal } from '../platform/seal.ts';
import { SECRET_PREFIX } from './signature.ts';

const SECRET_BYTES = 32;

/** What seals the signing secrets of endpoints: they must be read again, to sign. */
export const signingSecretKey = (secretKey: Buffer): Buffer => sealingKey(secretKey, 'webhook secrets');

export interface SigningSecret {
  /** As the receiver is given it, once. */
  secret: string;
  /** As it is kept. */
  sealed: Buffer;
}

/** [Standard Webhooks 1.0.0, Signature scheme] */
export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export function newSigningSecret(key: Buffer): SigningSecret {
  const secret = newWebhookSecret();
  return { secret, sealed: seal(key, secret) };
}

/** Undefined when it was sealed by another key, or is no more. */
export const readSigningSecret = (key: Buffer, sealed: Buffer): string | undefined =>
  sealed.length === 0 ? undefined : unseal(key, sealed);
