import { NS } from './peppol-profile.ts';

export const MESSAGING_ID = 'as4-messaging';
export const BODY_ID = 'as4-body';

/** The empty SOAP body, in the form that exclusive C14N gives it [AS4-prof 4.2]. */
export const BODY_XML = `<S12:Body xmlns:S12="${NS.soap}" xmlns:wsu="${NS.wsu}" wsu:Id="${BODY_ID}"></S12:Body>`;

/** The envelope around a security header and eb:Messaging. Serialised once; nothing of it may change afterwards. */
export function envelopeXml(securityXml: string, messagingXml: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><S12:Envelope xmlns:S12="${NS.soap}"><S12:Header>` +
    `<wsse:Security xmlns:wsse="${NS.wsse}" xmlns:wsu="${NS.wsu}" S12:mustUnderstand="true">${securityXml}</wsse:Security>` +
    `${messagingXml}</S12:Header>${BODY_XML}</S12:Envelope>`
  );
}
