import { parseXml } from '@pappel/xml/parse';
import { indexIds } from '@pappel/xml/signature';
import { attributeOf, child, childElements, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { NS, SOAP_ROLES } from './peppol-profile.ts';

/** A SOAP part holds certificates and digests, never a document: real ones have 10 KB. */
const LIMITS = { depth: 40, attributes: 64, elements: 2_000, bytes: 256 * 1024 };

export interface SoapMessage {
  /** Every element with an id; each id stands once. */
  ids: ReadonlyMap<string, XmlElement>;
  header: XmlElement;
  messaging: XmlElement;
  /** The one security header; undefined on an unsigned error. */
  security: XmlElement | undefined;
  body: XmlElement;
}

/** Opens a SOAP envelope: one eb:Messaging [ebMS3 5.2], at most one security header for us, a body, no id twice [WSS 1.1.1 4, 5]. */
export function readSoap(bytes: Uint8Array): SoapMessage | EbmsError {
  const root = readEnvelope(bytes);
  if (!('localName' in root)) return root;
  const header = child(root, NS.soap, 'Header');
  const bodies = childrenNamed(root, NS.soap, 'Body');
  const [body] = bodies;
  if (!header || !body || bodies.length !== 1)
    return ebmsError('EBMS:0009', 'This is no SOAP 1.2 envelope with header and body');
  const messagings = childrenNamed(header, NS.eb, 'Messaging');
  const securities = childrenNamed(header, NS.wsse, 'Security');
  const [messaging] = messagings;
  if (!messaging || messagings.length !== 1)
    return ebmsError('EBMS:0009', 'There must be exactly one eb:Messaging');
  if (securities.length > 1) return ebmsError('EBMS:0103', 'There must be only one security header');
  const ids = indexIds(root);
  if ('duplicate' in ids) return ebmsError('EBMS:0101', `The id ${ids.duplicate} stands twice`);
  return { ids, header, messaging, security: securities[0], body };
}

function readEnvelope(bytes: Uint8Array): XmlElement | EbmsError {
  try {
    const root = parseXml(bytes, { limits: LIMITS });
    if (root.namespace === NS.soap && root.localName === 'Envelope') return root;
  } catch (error) {
    return ebmsError('EBMS:0009', `The SOAP part cannot be read: ${(error as Error).message}`);
  }
  return ebmsError('EBMS:0009', 'This is no SOAP 1.2 envelope');
}

/** What a request must not have: a payload in the body [AS4-prof 4.2], a header we would have to understand. */
export function refuseForeignContent({ header, body }: SoapMessage): EbmsError | undefined {
  if (childElements(body).length > 0) return ebmsError('EBMS:0009', 'The SOAP body must be empty');
  const unknown = childElements(header).find((block) => isForUs(block) && !isKnown(block));
  if (!unknown) return undefined;
  const name = `{${unknown.namespace}}${unknown.localName}`;
  return {
    ...ebmsError('EBMS:0009', `The SOAP header ${name} is not understood`),
    fault: 'MustUnderstand',
  };
}

/** Stacks write `true` or `1`, and any prefix that stands for the SOAP namespace. */
function isForUs(block: XmlElement): boolean {
  const must = attributeOf(block, 'mustUnderstand', NS.soap)?.trim();
  const role = attributeOf(block, 'role', NS.soap);
  return (must === 'true' || must === '1') && (role === undefined || SOAP_ROLES.has(role));
}

function isKnown({ namespace, localName }: XmlElement): boolean {
  return (
    (namespace === NS.eb && localName === 'Messaging') || (namespace === NS.wsse && localName === 'Security')
  );
}

export interface SoapFault {
  /** Local name of the fault's code: `Sender`, `Receiver`, `MustUnderstand`, `VersionMismatch`. */
  code: string;
  reason: string;
}

/** Reads a SOAP fault, with or without a header beside it; undefined when there is none [SOAP 1.2 5.4]. */
export function readFault(bytes: Uint8Array): SoapFault | undefined {
  const root = readEnvelope(bytes);
  const body = 'localName' in root ? child(root, NS.soap, 'Body') : undefined;
  const fault = body && child(body, NS.soap, 'Fault');
  if (!fault) return undefined;
  const code = child(child(fault, NS.soap, 'Code') ?? fault, NS.soap, 'Value');
  const reason = child(child(fault, NS.soap, 'Reason') ?? fault, NS.soap, 'Text');
  return {
    code: code ? textOf(code).trim().replace(/^.*:/, '') : '',
    reason: reason ? textOf(reason).trim() : '',
  };
}
