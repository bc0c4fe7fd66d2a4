import { valuePart } from '@pappel/peppol-ids/participant-id';
import { escapeText } from '@pappel/xml/write';
import { MlsError } from './mls-error.ts';
import {
  CUSTOMIZATION,
  type MessageLevelStatus,
  PROFILE,
  problemsOf,
  type StatusIssue,
  UBL,
} from './status.ts';

/** What stands as the place of an issue that has none [MLS 8.5]. */
export const NO_LOCATION = 'NA';

/**
 * Writes a status as a UBL 2.1 ApplicationResponse of the MLS profile [MLS 8].
 *
 * @returns the XML document, UTF-8
 * @throws MlsError INVALID_STATUS when the rules would refuse it, such as a rejection that names no failure
 */
export function writeStatus(status: MessageLevelStatus): Uint8Array {
  const problems = problemsOf(status);
  if (problems.length > 0) throw new MlsError(problems);
  const [date = '', time = ''] = status.issuedAt.toISOString().split('T');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ApplicationResponse xmlns="${UBL}:ApplicationResponse-2"` +
      ` xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">` +
      basic('CustomizationID', CUSTOMIZATION) +
      basic('ProfileID', PROFILE) +
      basic('ID', status.id) +
      basic('IssueDate', date) +
      basic('IssueTime', time) +
      party('SenderParty', status.sender) +
      party('ReceiverParty', status.receiver) +
      documentResponse(status) +
      '</ApplicationResponse>\n',
  );
}

const basic = (name: string, text: string): string => `<cbc:${name}>${escapeText(text)}</cbc:${name}>`;
const aggregate = (name: string, ...parts: string[]): string =>
  `<cac:${name}>${parts.join('')}</cac:${name}>`;

function party(role: 'SenderParty' | 'ReceiverParty', id: MessageLevelStatus['sender']): string {
  // In capitals: release 1.0.0 of the rules knows no others, later ones take either [SCH-MLS-09, SCH-MLS-14].
  const spid = valuePart(id).toUpperCase();
  return aggregate(role, `<cbc:EndpointID schemeID="0242">${escapeText(spid)}</cbc:EndpointID>`);
}

function documentResponse({ code, description, reference, issues }: MessageLevelStatus): string {
  return aggregate(
    'DocumentResponse',
    aggregate(
      'Response',
      basic('ResponseCode', code),
      description === undefined ? '' : basic('Description', description),
    ),
    aggregate('DocumentReference', basic('ID', reference)),
    ...[...Map.groupBy(issues, (issue) => issue.location?.trim() || NO_LOCATION)].map(lineResponse),
  );
}

/** One for each place, with all that is said of it [MLS 8.5]. */
function lineResponse([location, issues]: [string, StatusIssue[]]): string {
  return aggregate(
    'LineResponse',
    aggregate('LineReference', basic('LineID', location)),
    ...issues.map((issue) =>
      aggregate(
        'Response',
        basic('Description', issue.description),
        aggregate('Status', basic('StatusReasonCode', issue.reason)),
      ),
    ),
  );
}
