import { escapeAttribute, escapeText } from '@pappel/xml/write';
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
  return `<eb:Messaging xmlns:eb="${NS.eb}" xmlns:env="${NS.soap}" xmlns:wsu="${NS.wsu}" wsu:Id="${elementId}" env:mustUnderstand="true">`;
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
