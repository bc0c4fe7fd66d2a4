import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Environment } from './settings.ts';

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
const OPENPEPPOL = '9925:be0848934496';
/** Well before the 20 minutes in which a status must be on its way [PNP SLR MLS-1]. */
const MLS_WAIT_SECONDS = 600;
const LONGEST_MLS_WAIT = 1_140;

/** Reads what we are and do as a service provider; a problem names the variable and the next step. */
export function readProviderSettings(
  env: Environment,
  network: string,
): ProviderSettings | { problem: string } {
  const { SPID: spid, PROVIDER_COUNTRY: country } = env;
  const mlsType = MLS_TYPES.find((type) => type === (env['MLS_TYPE'] ?? 'FAILURE_ONLY'));
  const mlsWaitSeconds = Number(env['MLS_WAIT_SECONDS'] ?? MLS_WAIT_SECONDS);
  const reportReceiver = parseParticipantId(env['REPORT_RECEIVER'] ?? OPENPEPPOL);
  // Only exchanges of the production network are reported; elsewhere one may ask for it, to try it.
  const sendsReports = env['SEND_REPORTS'] ?? String(network === 'production');
  if (country !== undefined && !/^[A-Z0-9]{2}$/.test(country))
    return wrong(env, 'PROVIDER_COUNTRY', 'a two-letter country code');
  if (!mlsType) return wrong(env, 'MLS_TYPE', MLS_TYPES.join(' or '));
  if (!Number.isInteger(mlsWaitSeconds) || mlsWaitSeconds < 0 || mlsWaitSeconds > LONGEST_MLS_WAIT)
    return wrong(env, 'MLS_WAIT_SECONDS', `a number from 0 to ${LONGEST_MLS_WAIT}`);
  if (!reportReceiver) return wrong(env, 'REPORT_RECEIVER', `a Peppol address such as ${OPENPEPPOL}`);
  if (sendsReports !== 'true' && sendsReports !== 'false') return wrong(env, 'SEND_REPORTS', 'true or false');
  return { spid, country, mlsType, mlsWaitSeconds, reportReceiver, sendsReports: sendsReports === 'true' };
}

const wrong = (env: Environment, name: string, wanted: string): { problem: string } => ({
  problem: `${name}=${env[name]} is not ${wanted}. Correct it.`,
});
