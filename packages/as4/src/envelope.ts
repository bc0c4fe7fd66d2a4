import { escapeText } from '@pappel/xml/write';
import { NS } from './peppol-profile.ts';

export const MESSAGING_ID = 'as4-messaging';
export const BODY_ID = 'as4-body';

// Prefixes in lower case only: some canonicalizers sort them without regard to case, wrongly but harmlessly then.
const BODY_START = `<env:Body xmlns:env="${NS.soap}" xmlns:wsu="${NS.wsu}" wsu:Id="${BODY_ID}">`;

/** The empty SOAP body, in the form that exclusive C14N gives it [AS4-prof 4.2]. */
export const BODY_XML = `${BODY_START}</env:Body>`;

/** A body with a SOAP fault, in canonical form [SOAP 1.2 5.4]. */
export function faultBodyXml(code: 'MustUnderstand', reason: string): string {
  return (
    `${BODY_START}<env:Fault><env:Code><env:Value>env:${code}</env:Value></env:Code>` +
    `<env:Reason><env:Text xml:lang="en">${escapeText(reason)}</env:Text></env:Reason></env:Fault></env:Body>`
  );
}

/** The envelope around a security header, eb:Messaging and body. Serialised once; nothing may change afterwards. */
export function envelopeXml(securityXml: string, messagingXml: string, bodyXml: string = BODY_XML): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="${NS.soap}"><env:Header>` +
    `<wsse:Security xmlns:wsse="${NS.wsse}" xmlns:wsu="${NS.wsu}" env:mustUnderstand="true">${securityXml}</wsse:Security>` +
    `${messagingXml}</env:Header>${bodyXml}</env:Envelope>`
  );
}
