import { createHash } from 'node:crypto';
import { PARTICIPANT_SCHEME, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { base32nopad } from '@scure/base';
import type { NaptrRecord, SmpContext } from './context.ts';
import { expand } from './naptr-regexp.ts';

/** Where a participant's SMP is. Only `not-registered` says that there is none; `broken` is a registration without use. */
export type Location =
  | { kind: 'located'; smpUrl: string }
  | { kind: 'not-registered'; detail: string }
  | { kind: 'broken'; detail: string }
  | { kind: 'unreachable'; detail: string };

/** The DNS name under which a participant is registered: Base32 of SHA-256, without padding [PFUOI policy 7]. */
export function naptrName(participant: ParticipantId, zone: string): string {
  const label = base32nopad.encode(createHash('sha256').update(participant).digest()).toLowerCase();
  return `${label}.${PARTICIPANT_SCHEME}.${zone}`;
}

/** A registration has one record; each further one may be an expression that takes its time. */
const MOST_RECORDS = 2;

/**
 * Finds the SMP of a participant by its NAPTR records [SML 1.3 3.1.1, PFUOI policy 7]. NXDOMAIN, an empty answer and
 * records of other services say "not registered"; anything else that goes wrong in DNS says nothing about it.
 */
export async function locate(
  context: Pick<SmpContext, 'resolveNaptr' | 'zone'>,
  participant: ParticipantId,
): Promise<Location> {
  const name = naptrName(participant, context.zone);
  let records: NaptrRecord[];
  try {
    records = await context.resolveNaptr(name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA')
      return { kind: 'not-registered', detail: `${name} has no NAPTR record` };
    return { kind: 'unreachable', detail: `DNS does not answer for ${name} (${code ?? message})` };
  }
  const usable = records
    .filter((record) => record.flags.toUpperCase() === 'U' && record.service.toLowerCase() === 'meta:smp')
    .sort((a, b) => a.order - b.order || a.preference - b.preference);
  if (usable.length === 0) return { kind: 'not-registered', detail: `${name} has no Meta:SMP record` };
  // The first one whose expression matches counts: the next is not an alternative to a broken URL [RFC 3403 4.1].
  for (const { regexp } of usable.slice(0, MOST_RECORDS)) {
    const text = expand(regexp, name);
    if (text === undefined) continue;
    const smpUrl = baseUrl(text);
    return smpUrl
      ? { kind: 'located', smpUrl }
      : { kind: 'broken', detail: `${name} leads to ${text}, which is no address of an SMP` };
  }
  return { kind: 'broken', detail: `no expression of ${name} matches: ${usable[0]?.regexp}` };
}

/** An https URL without user, query and fragment, and without one slash at the end. */
function baseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // `https://host/?` has an empty query, which `search` does not show.
  return /[?#]/.test(text) ? undefined : url.href.replace(/\/$/, '');
}
