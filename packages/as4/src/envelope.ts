import { escapeText } from '@pappel/xml/write';
import { NS } from './peppol-profile.ts';

export const MESSAGING_ID = 'as4-messaging';
export const BODY_ID = 'as4-body';

const BODY_START = `<S12:Body xmlns:S12="${NS.soap}" xmlns:wsu="${NS.wsu}" wsu:Id="${BODY_ID}">`;

/** The empty SOAP body, in the form that exclusive C14N gives it [AS4-prof 4.2]. */
export const BODY_XML = `${BODY_START}</S12:Body>`;

/** A body with a SOAP fault, in canonical form [SOAP 1.2 5.4]. */
export function faultBodyXml(code: 'MustUnderstand', reason: string): string {
  return (
    `${BODY_START}<S12:Fault><S12:Code><S12:Value>S12:${code}</S12:Value></S12:Code>` +
    `<S12:Reason><S12:Text xml:lang="en">${escapeText(reason)}</S12:Text></S12:Reason></S12:Fault></S12:Body>`
  );
}

/** The envelope around a security header, eb:Messaging and body. Serialised once; nothing may change afterwards. */
export function envelopeXml(securityXml: string, messagingXml: string, bodyXml: string = BODY_XML): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S12:Envelope xmlns:S12="${NS.soap}"><S12:Header>` +
    `<wsse:Security xmlns:wsse="${NS.wsse}" xmlns:wsu="${NS.wsu}" S12:mustUnderstand="true">${securityXml}</wsse:Security>` +
    `${messagingXml}</S12:Header>${bodyXml}</S12:Envelope>`
  );
}
