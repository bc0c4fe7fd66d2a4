import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Settings } from './settings.ts';

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

const MLS_TYPES: MlsType[] = ['FAILURE_ONLY', 'ALWAYS_SEND'];
/** Of OpenPeppol, which takes the reports [Reporting SP Operational Guideline 6]. */
const OPENPEPPOL = known('9925:be0848934496');
/** Well before the 20 minutes in which a status must be on its way [PNP SLR MLS-1]. */
const MLS_WAIT_SECONDS = 600;
const LONGEST_MLS_WAIT = 1_140;

/** What we are and do as a service provider. */
export function readProviderSettings(settings: Settings, network: string): ProviderSettings {
  return {
    spid: settings.text('SPID'),
    country: country(settings),
    mlsType: settings.choice('MLS_TYPE', MLS_TYPES, 'FAILURE_ONLY'),
    mlsWaitSeconds: settings.number('MLS_WAIT_SECONDS', MLS_WAIT_SECONDS, { max: LONGEST_MLS_WAIT }),
    reportReceiver: reportReceiver(settings),
    // Only exchanges of the production network are reported; elsewhere one may ask for it, to try it.
    sendsReports: settings.flag('SEND_REPORTS', network === 'production'),
  };
}

function country(settings: Settings): string | undefined {
  const text = settings.text('PROVIDER_COUNTRY');
  if (text !== undefined && !/^[A-Z0-9]{2}$/.test(text))
    settings.problem(`PROVIDER_COUNTRY=${text} is not a two-letter country code. Correct it.`);
  return text;
}

function reportReceiver(settings: Settings): ParticipantId {
  const text = settings.text('REPORT_RECEIVER');
  const asked = text === undefined ? undefined : parseParticipantId(text);
  if (text !== undefined && !asked)
    settings.problem(`REPORT_RECEIVER=${text} is not a Peppol address such as ${OPENPEPPOL}. Correct it.`);
  return asked ?? OPENPEPPOL;
}

function known(text: string): ParticipantId {
  const id = parseParticipantId(text);
  if (!id) throw new Error(`${text} is no Peppol address.`);
  return id;
}
