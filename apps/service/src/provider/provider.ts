import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { mainIdOf, parseSeatId } from '@pappel/peppol-ids/seat-id';

export interface ProviderSettings {
  /** Main id of the seat, or an address below it; undefined for the main id itself. */
  spid: string | undefined;
  /** ISO 3166-1 alpha-2; undefined for that of the certificate. */
  country: string | undefined;
  /** Which statuses we ask for about documents that we send. */
  mlsType: MlsType;
  /** How long a document may wait to be collected before its status says that it was kept for collection. */
  mlsWaitSeconds: number;
  /** Who takes the reports. */
  reportReceiver: ParticipantId;
  /** Whether reports are sent before the deadline without being asked for. */
  sendsReports: boolean;
}

export type MlsType = 'ALWAYS_SEND' | 'FAILURE_ONLY';

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
