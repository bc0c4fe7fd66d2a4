import { PappelError } from './error.ts';
import type { WebhookEvent } from './types.ts';

/** As Node, Fetch or a framework has them; names in any case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** How far the clocks may be apart; 300 when omitted. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; now when omitted. */
  now?: number;
}

const PREFIX = 'whsec_';

/**
 * The event of a webhook, once it is proven to come from who has the secret. [Standard Webhooks 1.0.0]
 *
 * @param body as it came, byte by byte: what was parsed and written again is another one
 * @param secret of the endpoint; several while one is exchanged for another
 * @throws PappelError WEBHOOK_NOT_VERIFIED: answer 401 and do nothing
 */
export async function unwrap(
  body: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw notVerified('webhook-id, webhook-timestamp or webhook-signature is missing');
  if (!/^\d+$/.test(timestamp)) throw notVerified('webhook-timestamp is no number of seconds');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw notVerified(`webhook-timestamp is more than ${toleranceSeconds} seconds off`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret)))
    throw notVerified('no signature is one of this body with this secret');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => fromBase64(one.slice('v1,'.length)));
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function keyOf(secret: string) {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0)
    throw new TypeError('The secret of a webhook begins with whsec_ and is base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + rest.length);
  all.set(head);
  all.set(rest, head.length);
  return all;
}

const notVerified = (why: string): PappelError =>
  new PappelError('WEBHOOK_NOT_VERIFIED', `This is no webhook of Pappel: ${why}.`);
