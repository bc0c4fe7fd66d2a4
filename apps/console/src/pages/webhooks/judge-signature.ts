export interface Signed {
  secret: string;
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

export interface Judgement {
  isGood: boolean;
  says: string;
}

/** Libraries refuse what is further off. */
const TOLERANCE_SECONDS = 300;

/** Whether a call was signed with a secret, and what is wrong when it was not. [Standard Webhooks 1.0.0] */
export async function judgeSignature(signed: Signed, now: number = Date.now()): Promise<Judgement> {
  const no = (says: string): Judgement => ({ isGood: false, says });
  if (!globalThis.isSecureContext) return no('Browsers check signatures only on pages that came by https.');
  const key = keyOf(signed.secret);
  if (!key) return no('The secret begins with whsec_ and goes on in base64. This one does not.');
  if (!/^\d+$/.test(signed.timestamp)) return no('The timestamp is seconds since 1970, in digits only.');
  const given = signed.signature.split(/\s+/).filter((one) => one.startsWith('v1,'));
  if (given.length === 0)
    return no('The signature begins with v1, and goes on in base64. This one does not.');
  const expected = await sign(key, `${signed.id}.${signed.timestamp}.${signed.body}`);
  if (!given.includes(`v1,${expected}`)) return no(await reasonOf(signed, key, given));
  const off = Math.abs(now / 1000 - Number(signed.timestamp));
  return {
    isGood: true,
    says:
      off > TOLERANCE_SECONDS
        ? 'It fits. As the timestamp is more than five minutes off, libraries refuse it by now.'
        : 'It fits: this call is ours.',
  };
}

/** A body that was parsed and written anew is the commonest mistake: that is tried, to name it. */
async function reasonOf(
  signed: Signed,
  key: Uint8Array<ArrayBuffer>,
  given: readonly string[],
): Promise<string> {
  for (const body of variantsOf(signed.body)) {
    const expected = await sign(key, `${signed.id}.${signed.timestamp}.${body}`);
    if (given.includes(`v1,${expected}`))
      return 'It does not fit as it stands, but does once the body is written without the white space it has here. Take the raw body, before anything parses it.';
  }
  return 'It does not fit. Another secret, or a body that is not the raw one.';
}

function variantsOf(body: string): string[] {
  const variants = [body.trim()];
  try {
    variants.push(JSON.stringify(JSON.parse(body)));
  } catch {
    // What is no JSON has no other way to be written.
  }
  return variants.filter((variant) => variant !== body);
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : undefined;
  if (!text) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function sign(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...mac));
}
