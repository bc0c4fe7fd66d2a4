import { createHash } from 'node:crypto';
import { PARTICIPANT_SCHEME, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { NaptrRecord, SmpContext } from './context.ts';

export type Location =
  | { kind: 'located'; smpUrl: string }
  | { kind: 'not-registered'; detail: string }
  | { kind: 'broken'; detail: string }
  | { kind: 'unreachable'; detail: string };

/** The DNS name under which a participant is registered: Base32 of SHA-256, without padding [PFUOI policy 7]. */
export function naptrName(participant: ParticipantId, zone: string): string {
  const label = base32(createHash('sha256').update(participant).digest()).toLowerCase();
  return `${label}.${PARTICIPANT_SCHEME}.${zone}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 Base32 without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** Finds the SMP of a participant by its NAPTR record. Only a clear answer is "not registered" [SML 1.3 3.1.1]. */
export async function locate(context: SmpContext, participant: ParticipantId): Promise<Location> {
  const name = naptrName(participant, context.zone);
  let records: NaptrRecord[];
  try {
    records = await context.resolveNaptr(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA')
      return { kind: 'not-registered', detail: `${name} has no NAPTR record` };
    return { kind: 'unreachable', detail: `DNS does not answer for ${name} (${code})` };
  }
  const usable = records
    .filter((record) => record.flags.toUpperCase() === 'U' && record.service.toLowerCase() === 'meta:smp')
    .sort((a, b) => a.order - b.order || a.preference - b.preference);
  const [first] = usable;
  if (!first) return { kind: 'not-registered', detail: `${name} has no Meta:SMP record` };
  const url = expand(first.regexp, name);
  const smpUrl = url && baseUrl(url);
  return smpUrl
    ? { kind: 'located', smpUrl }
    : { kind: 'broken', detail: `${name} leads to no usable URL: ${first.regexp}` };
}

/** Applies the regexp field of a U-NAPTR record to the name [RFC 4848, RFC 3402 3.2]. Undefined when it does not match. */
export function expand(regexp: string, name: string): string | undefined {
  const delimiter = regexp[0];
  if (delimiter === undefined) return undefined;
  const [, pattern, replacement, flags] = regexp.split(delimiter);
  if (pattern === undefined || replacement === undefined || flags === undefined) return undefined;
  if (pattern === '.*' || pattern === '^.*$') return replacement;
  if (pattern.length > 200) return undefined;
  try {
    const match = new RegExp(pattern, flags.includes('i') ? 'i' : '').exec(name);
    return match
      ? replacement.replace(/\\([1-9])/g, (_, digit: string) => match[Number(digit)] ?? '')
      : undefined;
  } catch {
    return undefined;
  }
}

/** An https URL without user, query and fragment, and without a slash at the end. */
function baseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  return url.href.replace(/\/$/, '');
}
