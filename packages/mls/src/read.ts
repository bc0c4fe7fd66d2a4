import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { isSpid } from '@pappel/peppol-ids/seat-id';
import { cutText } from '@pappel/xml/cut-text';
import { parseXml } from '@pappel/xml/parse';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import {
  CUSTOMIZATION,
  type MessageLevelStatus,
  PROFILE,
  problemsOf,
  REASON_CODES,
  RESPONSE_CODES,
  type StatusIssue,
  UBL,
} from './status.ts';
import { NO_LOCATION } from './write.ts';

const CAC = `${UBL}:CommonAggregateComponents-2`;
const CBC = `${UBL}:CommonBasicComponents-2`;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const LIMITS = { depth: 40, attributes: 64, elements: 20_000, bytes: 1_048_576 };
const LONGEST_ID = 512;
/** What is kept of texts for people, and of issues: as many as of our own findings. */
const LONGEST_PROSE = 1_000;
const MOST_ISSUES = 100;

export type StatusReading =
  | { ok: true; status: MessageLevelStatus }
  | {
      ok: false;
      /** Everything that is wrong, for people. */
      problems: string[];
    };

/**
 * Reads a Message Level Status of up to 1 MiB. White space around values is no part of them [MLS rules 1.0.1]. Texts for
 * people are cut at 1000 characters, issues at 100.
 *
 * @param bytes the ApplicationResponse, XML
 * @returns the status, or why it is none: not well-formed, another document, or against the rules
 */
export function readStatus(bytes: Uint8Array): StatusReading {
  try {
    return read(parseXml(bytes, { limits: LIMITS }));
  } catch (error) {
    if (error instanceof XmlError) return { ok: false, problems: [error.message] };
    throw error;
  }
}

function read(root: XmlElement): StatusReading {
  const isResponse =
    root.localName === 'ApplicationResponse' && root.namespace === `${UBL}:ApplicationResponse-2`;
  if (!isResponse || basic(root, 'CustomizationID') !== CUSTOMIZATION || basic(root, 'ProfileID') !== PROFILE)
    return { ok: false, problems: ['This is no Message Level Status'] };
  const responses = childrenNamed(root, CAC, 'DocumentResponse');
  const [response] = responses;
  const references = response ? childrenNamed(response, CAC, 'DocumentReference') : [];
  if (!response || responses.length > 1 || references.length !== 1)
    return { ok: false, problems: ['It must answer exactly one document'] };
  const parts = {
    sender: endpoint(root, 'SenderParty'),
    receiver: endpoint(root, 'ReceiverParty'),
    code: RESPONSE_CODES.find((code) => code === basic(child(response, CAC, 'Response'), 'ResponseCode')),
    issues: issuesOf(response),
  };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    return { ok: false, problems: missing.map(([name]) => `The ${name} cannot be read`) };
  const status = {
    id: cutText(basic(root, 'ID'), LONGEST_ID),
    issuedAt: issuedAt(root),
    reference: cutText(basic(references[0], 'ID'), LONGEST_ID),
    description: cutText(basic(child(response, CAC, 'Response'), 'Description'), LONGEST_PROSE) || undefined,
    ...parts,
  } as MessageLevelStatus;
  const problems = problemsOf(status);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, status };
}

/** The text of a basic component with white space as in normalize-space; empty when it is not there. */
function basic(parent: XmlElement | undefined, name: string): string {
  const found = parent && child(parent, CBC, name);
  return found ? textOf(found).replace(/\s+/g, ' ').trim() : '';
}

function issuedAt(root: XmlElement): Date {
  const [date, time] = [basic(root, 'IssueDate'), basic(root, 'IssueTime')];
  return DATE.test(date) && TIME.test(time) ? new Date(`${date}T${time}`) : new Date(Number.NaN);
}

function endpoint(root: XmlElement, role: string): ParticipantId | undefined {
  const party = child(root, CAC, role);
  const id = party && child(party, CBC, 'EndpointID');
  const value = basic(party, 'EndpointID');
  const isProvider = id && attributeOf(id, 'schemeID')?.trim() === '0242' && isSpid(value);
  return isProvider ? parseParticipantId(`0242:${value}`) : undefined;
}

/** Undefined when one of them gives no reason that we know. */
function issuesOf(response: XmlElement): StatusIssue[] | undefined {
  const issues = childrenNamed(response, CAC, 'LineResponse').flatMap((line) => {
    const location = basic(child(line, CAC, 'LineReference'), 'LineID');
    return childrenNamed(line, CAC, 'Response').map((one) => {
      const code = basic(child(one, CAC, 'Status'), 'StatusReasonCode');
      return {
        reason: REASON_CODES.find((reason) => reason === code),
        description: cutText(basic(one, 'Description'), LONGEST_PROSE),
        ...(location === NO_LOCATION ? {} : { location: cutText(location, LONGEST_PROSE) }),
      };
    });
  });
  const isReadable = issues.every((issue) => issue.reason !== undefined);
  return isReadable ? (issues.slice(0, MOST_ISSUES) as StatusIssue[]) : undefined;
}
