import { parseXml } from '@pappel/xml/parse';
import type { XmlElement } from '@pappel/xml/tree';
import { attribute, CAC, first, normalised, text } from './query.ts';

export interface DocumentFacts {
  namespace: string;
  localName: string;
  customizationId: string | undefined;
  profileId: string | undefined;
  documentNumber: string | undefined;
  /** EndpointID of who sends and who receives, as `scheme:value`, lower case. */
  sender: string | undefined;
  receiver: string | undefined;
}

/** Who sends and who receives, by root: the parties change sides in orders. */
const PARTIES: Record<string, [sender: string, receiver: string]> = {
  Invoice: ['cac:AccountingSupplierParty/cac:Party', 'cac:AccountingCustomerParty/cac:Party'],
  CreditNote: ['cac:AccountingSupplierParty/cac:Party', 'cac:AccountingCustomerParty/cac:Party'],
  Order: ['cac:BuyerCustomerParty/cac:Party', 'cac:SellerSupplierParty/cac:Party'],
  OrderResponse: ['cac:SellerSupplierParty/cac:Party', 'cac:BuyerCustomerParty/cac:Party'],
  ApplicationResponse: ['cac:SenderParty', 'cac:ReceiverParty'],
};

/** What a document says of itself; undefined when it is not well formed. Lines and attachments are not kept. */
export function documentFacts(bytes: Uint8Array): DocumentFacts | undefined {
  try {
    return factsOf(parseXml(bytes, { shallow: isBulk }));
  } catch {
    return undefined;
  }
}

const isBulk = (element: XmlElement): boolean =>
  element.namespace === CAC &&
  (element.localName.endsWith('Line') || element.localName === 'AdditionalDocumentReference');

function factsOf(root: XmlElement): DocumentFacts {
  const [senderPath, receiverPath] = PARTIES[root.localName] ?? [];
  const selfBilled = text(root, 'cbc:ProfileID').includes(':selfbilling:');
  const [from, to] = selfBilled ? [receiverPath, senderPath] : [senderPath, receiverPath];
  return {
    namespace: root.namespace,
    localName: root.localName,
    customizationId: text(root, 'cbc:CustomizationID') || undefined,
    profileId: text(root, 'cbc:ProfileID') || undefined,
    documentNumber: text(root, 'cbc:ID') || undefined,
    sender: from && endpoint(root, from),
    receiver: to && endpoint(root, to),
  };
}

function endpoint(root: XmlElement, party: string): string | undefined {
  const found = first(root, `${party}/cbc:EndpointID`);
  return found && `${attribute(found, 'schemeID')}:${normalised(found)}`.toLowerCase();
}
