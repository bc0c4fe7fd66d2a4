import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

export interface Signed {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The headers that prove where a body comes from. `id` is the event's, the same on every attempt; `at` is the moment of
 * the attempt. [Standard Webhooks 1.0.0]
 */
export function sign(secret: string, id: string, at: Date, body: string): Signed {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
