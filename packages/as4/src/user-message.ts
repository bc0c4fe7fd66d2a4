import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute, escapeText } from '@pappel/xml/write';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { bare } from './mime.ts';
import { NS, PROFILE } from './peppol-profile.ts';

export interface UserMessage {
  messageId: string;
  timestamp: Date;
  /** Seat ids, upper case. */
  from: string;
  to: string;
  /** Process identifier without scheme, and its scheme. */
  service: string;
  serviceType: string;
  /** Document type identifier with scheme. */
  action: string;
  conversationId: string;
  /** Participant identifiers without scheme, as written. */
  originalSender: string;
  finalRecipient: string;
}

/**
 * `eb:Messaging` of a user message [AS4-prof 4.3], in the form that exclusive C14N gives it wherever it stands in the
 * envelope: what is signed is what is sent.
 */
export function messagingXml(message: UserMessage, elementId: string, contentId: string): string {
  const party = (name: string, seat: string, role: string): string =>
    `<eb:${name}><eb:PartyId type="${PROFILE.partyType}">${escapeText(seat)}</eb:PartyId><eb:Role>${role}</eb:Role></eb:${name}>`;
  const property = (name: string, value: string): string =>
    `<eb:Property name="${name}" type="${PROFILE.participantScheme}">${escapeText(value)}</eb:Property>`;
  return (
    `${messagingStart(elementId)}<eb:UserMessage>` +
    messageInfoXml(message.timestamp, message.messageId) +
    `<eb:PartyInfo>${party('From', message.from, PROFILE.initiatorRole)}${party('To', message.to, PROFILE.responderRole)}</eb:PartyInfo>` +
    `<eb:CollaborationInfo><eb:AgreementRef>${PROFILE.agreement}</eb:AgreementRef>` +
    `<eb:Service type="${escapeAttribute(message.serviceType)}">${escapeText(message.service)}</eb:Service>` +
    `<eb:Action>${escapeText(message.action)}</eb:Action>` +
    `<eb:ConversationId>${escapeText(message.conversationId)}</eb:ConversationId></eb:CollaborationInfo>` +
    `<eb:MessageProperties>${property('originalSender', message.originalSender)}${property('finalRecipient', message.finalRecipient)}</eb:MessageProperties>` +
    `<eb:PayloadInfo><eb:PartInfo href="cid:${escapeAttribute(contentId)}"><eb:PartProperties>` +
    `<eb:Property name="MimeType">${PROFILE.payloadMimeType}</eb:Property>` +
    `<eb:Property name="CompressionType">${PROFILE.compression}</eb:Property>` +
    '</eb:PartProperties></eb:PartInfo></eb:PayloadInfo></eb:UserMessage></eb:Messaging>'
  );
}

export function messagingStart(elementId: string): string {
  return `<eb:Messaging xmlns:S12="${NS.soap}" xmlns:eb="${NS.eb}" xmlns:wsu="${NS.wsu}" wsu:Id="${elementId}" S12:mustUnderstand="true">`;
}

export function messageInfoXml(timestamp: Date, messageId: string, refToMessageId?: string): string {
  const ref =
    refToMessageId === undefined
      ? ''
      : `<eb:RefToMessageId>${escapeText(refToMessageId)}</eb:RefToMessageId>`;
  return (
    `<eb:MessageInfo><eb:Timestamp>${timestamp.toISOString()}</eb:Timestamp>` +
    `<eb:MessageId>${escapeText(messageId)}</eb:MessageId>${ref}</eb:MessageInfo>`
  );
}

export interface ReadUserMessage {
  message: UserMessage;
  /** Content id of the one payload part. */
  contentId: string;
  compressed: boolean;
}

/** Reads `eb:UserMessage` and holds its values against the profile; answers the ebMS error otherwise [AS4-prof 4.3]. */
export function readUserMessage(userMessage: XmlElement): ReadUserMessage | EbmsError {
  const info = child(userMessage, NS.eb, 'MessageInfo');
  const parties = child(userMessage, NS.eb, 'PartyInfo');
  const collaboration = child(userMessage, NS.eb, 'CollaborationInfo');
  const payloads = child(userMessage, NS.eb, 'PayloadInfo');
  if (!info || !parties || !collaboration) return ebmsError('EBMS:0009', 'UserMessage is incomplete');
  const from = readParty(parties, 'From', PROFILE.initiatorRole);
  if (typeof from !== 'string') return from;
  const to = readParty(parties, 'To', PROFILE.responderRole);
  if (typeof to !== 'string') return to;
  const messageId = text(info, 'MessageId');
  const timestamp = new Date(text(info, 'Timestamp'));
  if (messageId === '' || Number.isNaN(timestamp.getTime()))
    return ebmsError('EBMS:0009', 'MessageInfo is incomplete');
  const service = child(collaboration, NS.eb, 'Service');
  const action = text(collaboration, 'Action');
  if (!service || action === '') return ebmsError('EBMS:0009', 'Service or Action is missing');
  if (text(collaboration, 'AgreementRef') !== PROFILE.agreement)
    return ebmsError('EBMS:0001', 'AgreementRef is not that of Peppol');
  const message: UserMessage = {
    messageId,
    timestamp,
    from,
    to,
    service: textOf(service).trim(),
    serviceType: attributeOf(service, 'type') ?? '',
    action,
    conversationId: text(collaboration, 'ConversationId'),
    originalSender: messageProperty(userMessage, 'originalSender'),
    finalRecipient: messageProperty(userMessage, 'finalRecipient'),
  };
  const isTest = message.service === PROFILE.testService && action === PROFILE.testAction;
  const lacksCorners = message.originalSender === '' || message.finalRecipient === '';
  if (lacksCorners && !isTest) return ebmsError('EBMS:0009', 'originalSender or finalRecipient is missing');
  return withPayload(message, payloads, isTest);
}

function text(parent: XmlElement, name: string): string {
  const found = child(parent, NS.eb, name);
  return found ? textOf(found).trim() : '';
}

function readParty(parties: XmlElement, name: 'From' | 'To', role: string): string | EbmsError {
  const party = child(parties, NS.eb, name);
  const ids = party ? childrenNamed(party, NS.eb, 'PartyId') : [];
  const [id] = ids;
  if (!party || !id || ids.length !== 1) return ebmsError('EBMS:0009', `${name} must have one PartyId`);
  if (attributeOf(id, 'type') !== PROFILE.partyType)
    return ebmsError('EBMS:0004', `The PartyId type of ${name} is not that of Peppol`);
  if (text(party, 'Role') !== role) return ebmsError('EBMS:0001', `The Role of ${name} is not ${role}`);
  return textOf(id).trim().toUpperCase();
}

function messageProperty(userMessage: XmlElement, name: string): string {
  const properties = child(userMessage, NS.eb, 'MessageProperties');
  const found = (properties ? childrenNamed(properties, NS.eb, 'Property') : []).find(
    (property) => attributeOf(property, 'name') === name,
  );
  return found ? textOf(found).trim() : '';
}

function withPayload(
  message: UserMessage,
  payloads: XmlElement | undefined,
  isTest: boolean,
): ReadUserMessage | EbmsError {
  const parts = payloads ? childrenNamed(payloads, NS.eb, 'PartInfo') : [];
  const [part] = parts;
  if (!part && isTest) return { message, contentId: '', compressed: false };
  const href = part && attributeOf(part, 'href');
  if (!href?.startsWith('cid:') || parts.length !== 1)
    return ebmsError('EBMS:0011', 'There must be exactly one payload part, in an attachment');
  const properties = child(part as XmlElement, NS.eb, 'PartProperties');
  const compression = (properties ? childrenNamed(properties, NS.eb, 'Property') : []).find(
    (property) => attributeOf(property, 'name') === 'CompressionType',
  );
  const kind = compression && textOf(compression).trim();
  if (kind !== undefined && kind !== PROFILE.compression)
    return ebmsError('EBMS:0303', `The compression ${kind} is not supported`);
  return { message, contentId: bare(href), compressed: kind !== undefined };
}
