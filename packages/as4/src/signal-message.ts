import { canonicalizeExclusive } from '@pappel/xml/canonicalize';
import { cutText } from '@pappel/xml/cut-text';
import { parseXml } from '@pappel/xml/parse';
import { type SignedReference, stripSpace } from '@pappel/xml/signature';
import { attributeOf, child, childrenNamed, findAll, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute, escapeText } from '@pappel/xml/write';
import { EBMS_ERRORS, type EbmsError, ebmsErrorKind, LONGEST_DESCRIPTION } from './ebms-error.ts';
import { NS } from './peppol-profile.ts';
import { messageInfoXml, messagingStart } from './user-message.ts';
import type { ReferenceDigest } from './wss-signature.ts';

/** `eb:Messaging` of a receipt in canonical form: every signed reference of the request, copied whole [AS4 5.1.8]. */
export function receiptXml(
  ids: { elementId: string; messageId: string; refToMessageId: string; timestamp: Date },
  references: readonly SignedReference[],
): string {
  const parts = references.map((reference) => {
    const copy = Buffer.from(canonicalizeExclusive(reference.element)).toString();
    return `<ebbp:MessagePartNRInformation>${copy}</ebbp:MessagePartNRInformation>`;
  });
  const written =
    `${messagingStart(ids.elementId)}<eb:SignalMessage>${messageInfoXml(ids.timestamp, ids.messageId, ids.refToMessageId)}` +
    `<eb:Receipt><ebbp:NonRepudiationInformation xmlns:ebbp="${NS.ebbp}">${parts.join('')}</ebbp:NonRepudiationInformation>` +
    '</eb:Receipt></eb:SignalMessage></eb:Messaging>';
  // A copied reference may declare again what Messaging declares: only the canonicalizer knows then.
  return Buffer.from(canonicalizeExclusive(parseXml(Buffer.from(written)))).toString();
}

/** `eb:Messaging` of an error, in canonical form [ebMS3 6]. A code that is not of the standard goes out as Other. */
export function errorXml(
  ids: { elementId: string; messageId: string; refToMessageId: string | undefined; timestamp: Date },
  error: EbmsError,
): string {
  const kind = ebmsErrorKind(error.code) ?? EBMS_ERRORS['EBMS:0004'];
  const code = ebmsErrorKind(error.code) ? error.code : 'EBMS:0004';
  const ref =
    ids.refToMessageId === undefined ? '' : ` refToMessageInError="${escapeAttribute(ids.refToMessageId)}"`;
  const detail = error.detail ? `<eb:ErrorDetail>${escapeText(error.detail)}</eb:ErrorDetail>` : '';
  return (
    `${messagingStart(ids.elementId)}<eb:SignalMessage>${messageInfoXml(ids.timestamp, ids.messageId, ids.refToMessageId)}` +
    `<eb:Error category="${kind.category}" errorCode="${code}" origin="ebms"${ref} severity="${error.severity}" shortDescription="${kind.shortDescription}">` +
    `<eb:Description xml:lang="en">${escapeText(error.description)}</eb:Description>${detail}</eb:Error></eb:SignalMessage></eb:Messaging>`
  );
}

export interface ReadSignal {
  messageId: string;
  refToMessageId: string;
  timestamp: string;
  /** The digests a receipt confirms, none when it has no non-repudiation information; undefined without a receipt. */
  receipt: ReferenceDigest[] | undefined;
  errors: EbmsError[];
}

/** Reads one `eb:SignalMessage`. Whether it is signed, and by whom, is for the caller to verify. */
export function readSignal(signal: XmlElement): ReadSignal {
  const info = child(signal, NS.eb, 'MessageInfo');
  const text = (name: string): string => {
    const found = info && child(info, NS.eb, name);
    return found ? textOf(found).trim() : '';
  };
  return {
    messageId: text('MessageId'),
    refToMessageId: text('RefToMessageId'),
    timestamp: text('Timestamp'),
    receipt: readReceipt(signal),
    errors: childrenNamed(signal, NS.eb, 'Error').slice(0, MOST_ERRORS).map(readError),
  };
}

function readReceipt(signal: XmlElement): ReferenceDigest[] | undefined {
  const receipt = child(signal, NS.eb, 'Receipt');
  const information = receipt && child(receipt, NS.ebbp, 'NonRepudiationInformation');
  if (!information) return receipt && [];
  return findAll(information, NS.ds, 'Reference').map((reference) => {
    const digest = child(reference, NS.ds, 'DigestValue');
    return { uri: attributeOf(reference, 'URI') ?? '', digest: digest ? stripSpace(textOf(digest)) : '' };
  });
}

/** Nobody has more to say, and nobody reads more. */
const MOST_ERRORS = 10;
const LONGEST_CODE = 100;

/** The detail is an element by the schema and an attribute by the Peppol text: both are read. */
function readError(element: XmlElement): EbmsError {
  const prose = (text: string | undefined): string => cutText(text?.trim() ?? '', LONGEST_DESCRIPTION);
  const text = (name: string): string => {
    const found = child(element, NS.eb, name);
    return prose(found && textOf(found));
  };
  const shortDescription = prose(attributeOf(element, 'shortDescription'));
  const detail = text('ErrorDetail') || prose(attributeOf(element, 'errorDetail'));
  return {
    code: cutText(attributeOf(element, 'errorCode')?.trim() ?? '', LONGEST_CODE),
    severity: attributeOf(element, 'severity')?.trim().toLowerCase() === 'warning' ? 'warning' : 'failure',
    description: text('Description') || shortDescription,
    ...(shortDescription ? { shortDescription } : {}),
    ...(detail ? { detail } : {}),
  };
}
