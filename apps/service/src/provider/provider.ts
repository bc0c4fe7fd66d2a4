import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { mainIdOf, parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { ProviderSettings } from '../settings/provider.ts';

/** What we are on the network, besides what our customers are. */
export interface Provider extends Omit<ProviderSettings, 'spid' | 'country'> {
  seat: string;
  /** Our address: scheme 0242. */
  spid: ParticipantId;
  /** Where we are at home: C1's country of what we send ourselves. */
  country: string;
}

/** Puts together what the settings and the certificate say; a problem names the variable and the next step. */
export function providerFrom(
  settings: ProviderSettings,
  certificate: { seat: string; country: string | undefined },
): Provider | { problem: string } {
  const seat = parseSeatId(certificate.seat);
  const mainId = seat ? mainIdOf(seat) : '';
  const spid = parseParticipantId(`0242:${settings.spid ?? mainId}`);
  if (!seat || !spid) return { problem: 'SPID is no service provider identifier. Correct or omit it.' };
  if (spid.slice(5).split('-')[0] !== mainId)
    return { problem: `SPID=${settings.spid} is not of the seat ${seat}. It must begin with ${mainId}.` };
  const country = settings.country ?? certificate.country;
  if (!country)
    return {
      problem: 'PROVIDER_COUNTRY is missing. Set the two-letter code of the country you are at home in.',
    };
  return { ...settings, seat, spid, country };
}
