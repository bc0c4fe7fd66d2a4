import { parseXml } from '@pappel/xml/parse';
import { indexIds } from '@pappel/xml/signature';
import { child, childElements, childrenNamed, type XmlElement } from '@pappel/xml/tree';
import { type EbmsError, ebmsError } from './ebms-error.ts';
import { NS } from './peppol-profile.ts';

export interface SoapMessage {
  ids: Map<string, XmlElement>;
  messaging: XmlElement;
  /** The one security header; undefined on an unsigned error. */
  security: XmlElement | undefined;
  body: XmlElement;
}

/** Opens a SOAP envelope: one eb:Messaging, at most one security header, a body, no id twice. */
export function readSoap(bytes: Uint8Array): SoapMessage | EbmsError {
  let root: XmlElement;
  try {
    root = parseXml(bytes, { limits: { depth: 60, elements: 20_000, bytes: 4 * 1024 * 1024 } });
  } catch (error) {
    return ebmsError('EBMS:0009', `The SOAP part cannot be read: ${(error as Error).message}`);
  }
  const header =
    root.namespace === NS.soap && root.localName === 'Envelope' ? child(root, NS.soap, 'Header') : undefined;
  const body = child(root, NS.soap, 'Body');
  if (!header || !body) return ebmsError('EBMS:0009', 'This is no SOAP 1.2 envelope with header and body');
  const messagings = childrenNamed(header, NS.eb, 'Messaging');
  const securities = childrenNamed(header, NS.wsse, 'Security');
  const [messaging] = messagings;
  if (!messaging || messagings.length !== 1)
    return ebmsError('EBMS:0009', 'There must be exactly one eb:Messaging');
  if (securities.length > 1) return ebmsError('EBMS:0103', 'There must be only one security header');
  if (childElements(body).length > 0) return ebmsError('EBMS:0009', 'The SOAP body must be empty');
  const ids = indexIds(root);
  if ('duplicate' in ids) return ebmsError('EBMS:0101', `The id ${ids.duplicate} stands twice`);
  return { ids, messaging, security: securities[0], body };
}
