import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { isIdentifier } from './identifier.ts';
import { bare } from './mime.ts';
import { NS, PROFILE } from './peppol-profile.ts';
import { readTime } from './time.ts';
import type { UserMessage } from './user-message.ts';

export interface ReadUserMessage {
  message: UserMessage;
  /** Content id of the one payload part; undefined when a test message has none. */
  contentId: string | undefined;
  compressed: boolean;
}

type Read<T> = T | EbmsError;
const failed = (read: object | string): read is EbmsError => typeof read === 'object' && 'severity' in read;

/**
 * Reads the one `eb:UserMessage` of `eb:Messaging` and holds its values against the profile; answers the ebMS error
 * otherwise [AS4-prof 4.3]. A Timestamp more than a week ahead of `now`, or before 2000, is refused. Whether it is signed is for the caller to verify.
 */
export function readUserMessage(messaging: XmlElement, now: Date): Read<ReadUserMessage> {
  const [userMessage, ...more] = childrenNamed(messaging, NS.eb, 'UserMessage');
  if (!userMessage || more.length > 0) return ebmsError('EBMS:0009', 'There must be exactly one UserMessage');
  const info = readInfo(userMessage, now);
  if (failed(info)) return info;
  const parties = readParties(userMessage);
  if (failed(parties)) return parties;
  const collaboration = readCollaboration(userMessage);
  if (failed(collaboration)) return collaboration;
  const corners = readCorners(userMessage, isTestMessage(collaboration));
  if (failed(corners)) return corners;
  return readPayload({ ...info, ...parties, ...collaboration, ...corners }, userMessage);
}

/** An ebMS test message is receipted and goes nowhere [ebMS3 5.2.2.8]. */
export function isTestMessage({ service, action }: Pick<UserMessage, 'service' | 'action'>): boolean {
  return service === PROFILE.testService && action === PROFILE.testAction;
}

/** The id of a message that may be wrong in every other way, to answer to. */
export function messageIdOf(messaging: XmlElement): string | undefined {
  const userMessage = child(messaging, NS.eb, 'UserMessage');
  const id = userMessage && text(child(userMessage, NS.eb, 'MessageInfo'), 'MessageId');
  return id && isIdentifier(id) ? id : undefined;
}

/** Who repeats keeps both; the Timestamp is what reports go by [ebMS3 5.2.2, AS4-prof 4.3]. */
function readInfo(userMessage: XmlElement, now: Date): Read<Pick<UserMessage, 'messageId' | 'timestamp'>> {
  const info = child(userMessage, NS.eb, 'MessageInfo');
  const messageId = text(info, 'MessageId') ?? '';
  const timestamp = readTime(text(info, 'Timestamp') ?? '', now);
  if (!isIdentifier(messageId)) return ebmsError('EBMS:0009', 'MessageId is missing or too long');
  if (!timestamp) return ebmsError('EBMS:0009', 'Timestamp is no date and time, or one that cannot be');
  return { messageId, timestamp };
}

function readParties(userMessage: XmlElement): Read<Pick<UserMessage, 'from' | 'to'>> {
  const parties = child(userMessage, NS.eb, 'PartyInfo');
  if (!parties) return ebmsError('EBMS:0009', 'PartyInfo is missing');
  const from = readParty(parties, 'From', PROFILE.initiatorRole);
  if (failed(from)) return from;
  const to = readParty(parties, 'To', PROFILE.responderRole);
  return failed(to) ? to : { from, to };
}

/** One PartyId, the seat, with the type and the role that the profile fixes [AS4-prof 4.3]. */
function readParty(parties: XmlElement, name: 'From' | 'To', role: string): Read<string> {
  const party = child(parties, NS.eb, name);
  const ids = party ? childrenNamed(party, NS.eb, 'PartyId') : [];
  const [id] = ids;
  if (!id || ids.length !== 1) return ebmsError('EBMS:0009', `${name} must have one PartyId`);
  if (attributeOf(id, 'type') !== PROFILE.partyType)
    return ebmsError('EBMS:0004', `The PartyId type of ${name} is not that of Peppol`);
  if (text(party, 'Role') !== role) return ebmsError('EBMS:0001', `The Role of ${name} is not ${role}`);
  return textOf(id).trim().toUpperCase();
}

/** Process, document type and agreement of the exchange [ebMS3 5.2.2, AS4-prof 4.3]. */
function readCollaboration(
  userMessage: XmlElement,
): Read<Pick<UserMessage, 'service' | 'serviceType' | 'action' | 'conversationId'>> {
  const collaboration = child(userMessage, NS.eb, 'CollaborationInfo');
  const service = collaboration && child(collaboration, NS.eb, 'Service');
  const action = text(collaboration, 'Action') ?? '';
  const conversationId = text(collaboration, 'ConversationId');
  if (!service || action === '') return ebmsError('EBMS:0009', 'Service or Action is missing');
  // Empty is legal ebMS, absent is not.
  if (conversationId === undefined) return ebmsError('EBMS:0009', 'ConversationId is missing');
  if (conversationId !== '' && !isIdentifier(conversationId))
    return ebmsError('EBMS:0009', 'ConversationId is too long');
  if (text(collaboration, 'AgreementRef') !== PROFILE.agreement)
    return ebmsError('EBMS:0001', 'AgreementRef is not that of Peppol');
  return {
    service: textOf(service).trim(),
    serviceType: attributeOf(service, 'type') ?? '',
    action,
    conversationId,
  };
}

/** C1 and C4, participants in the scheme of Peppol; a test message has none [AS4-prof 4.3]. */
function readCorners(
  userMessage: XmlElement,
  isTest: boolean,
): Read<Pick<UserMessage, 'originalSender' | 'finalRecipient'>> {
  const properties = child(userMessage, NS.eb, 'MessageProperties');
  const corner = (name: string): Read<string> => {
    const [found, ...more] = propertiesNamed(properties, name);
    const value = found ? textOf(found).trim() : '';
    if (more.length > 0) return ebmsError('EBMS:0009', `There must be only one ${name}`);
    if (value === '' && !isTest) return ebmsError('EBMS:0009', `${name} is missing`);
    const scheme = (found && attributeOf(found, 'type')) ?? PROFILE.participantScheme;
    if (scheme === PROFILE.participantScheme) return value;
    return ebmsError('EBMS:0003', `The type of ${name} is not ${PROFILE.participantScheme}`);
  };
  const originalSender = corner('originalSender');
  if (failed(originalSender)) return originalSender;
  const finalRecipient = corner('finalRecipient');
  return failed(finalRecipient) ? finalRecipient : { originalSender, finalRecipient };
}

/** One part, in an attachment [AS4-prof 4.2]; compressed by gzip or not at all [AS4 3.1]. */
function readPayload(message: UserMessage, userMessage: XmlElement): Read<ReadUserMessage> {
  const payloads = child(userMessage, NS.eb, 'PayloadInfo');
  const parts = payloads ? childrenNamed(payloads, NS.eb, 'PartInfo') : [];
  const [part] = parts;
  if (!part && isTestMessage(message)) return { message, contentId: undefined, compressed: false };
  const href = part && attributeOf(part, 'href');
  if (!part || !href?.startsWith('cid:') || parts.length !== 1)
    return ebmsError('EBMS:0011', 'There must be exactly one payload part, in an attachment');
  const properties = child(part, NS.eb, 'PartProperties');
  const [compression] = propertiesNamed(properties, 'CompressionType');
  if (!compression) return { message, contentId: bare(href), compressed: false };
  const kind = textOf(compression).trim();
  if (kind !== PROFILE.compression) return ebmsError('EBMS:0303', `The compression ${kind} is not supported`);
  if (propertiesNamed(properties, 'MimeType').length !== 1)
    return ebmsError('EBMS:0009', 'A compressed part must say its MimeType');
  return { message, contentId: bare(href), compressed: true };
}

function propertiesNamed(properties: XmlElement | undefined, name: string): XmlElement[] {
  return (properties ? childrenNamed(properties, NS.eb, 'Property') : []).filter(
    (property) => attributeOf(property, 'name') === name,
  );
}

function text(parent: XmlElement | undefined, name: string): string | undefined {
  const found = parent && child(parent, NS.eb, name);
  return found && textOf(found).trim();
}
