import { excerpt } from './excerpt.ts';
import { readTape, type Tape } from './tape/tape.ts';
import { DocumentView } from './view.ts';

/** What a document says of itself. */
export interface DocumentFacts {
  namespace: string;
  localName: string;
  customizationId: string | undefined;
  profileId: string | undefined;
  /** Its first 200 characters. */
  documentNumber: string | undefined;
  /** EndpointID of who sends and who receives, as `scheme:value`, lower case. */
  sender: string | undefined;
  receiver: string | undefined;
  /** What they are called, up to 200 characters. */
  senderName: string | undefined;
  receiverName: string | undefined;
}

/** Of a document number, which may be any text. */
const LONGEST_NUMBER = 200;

/** Who sends and who receives, by root: the parties change sides in orders. */
const PARTIES: Record<string, [sender: string, receiver: string]> = {
  Invoice: ['cac:AccountingSupplierParty/cac:Party', 'cac:AccountingCustomerParty/cac:Party'],
  CreditNote: ['cac:AccountingSupplierParty/cac:Party', 'cac:AccountingCustomerParty/cac:Party'],
  Order: ['cac:BuyerCustomerParty/cac:Party', 'cac:SellerSupplierParty/cac:Party'],
  OrderChange: ['cac:BuyerCustomerParty/cac:Party', 'cac:SellerSupplierParty/cac:Party'],
  OrderCancellation: ['cac:BuyerCustomerParty/cac:Party', 'cac:SellerSupplierParty/cac:Party'],
  OrderResponse: ['cac:SellerSupplierParty/cac:Party', 'cac:BuyerCustomerParty/cac:Party'],
  DespatchAdvice: ['cac:DespatchSupplierParty/cac:Party', 'cac:DeliveryCustomerParty/cac:Party'],
  Catalogue: ['cac:ProviderParty', 'cac:ReceiverParty'],
  ApplicationResponse: ['cac:SenderParty', 'cac:ReceiverParty'],
};

/** What a document says of itself; undefined when it is not well formed. */
export function documentFacts(bytes: Uint8Array): DocumentFacts | undefined {
  const reading = readTape(bytes);
  return reading.ok ? factsOf(reading.tape) : undefined;
}

export function factsOf(tape: Tape): DocumentFacts {
  const doc = new DocumentView(tape);
  const { root, rootName } = doc;
  const [senderPath, receiverPath] = PARTIES[rootName] ?? [];
  const profileId = doc.text(root, 'cbc:ProfileID');
  const isSelfBilled = profileId.includes(':selfbilling:');
  const [from, to] = isSelfBilled ? [receiverPath, senderPath] : [senderPath, receiverPath];
  return {
    namespace: tape.uri(root),
    localName: rootName,
    customizationId: doc.text(root, 'cbc:CustomizationID') || undefined,
    profileId: profileId || undefined,
    documentNumber: excerpt(doc.text(root, 'cbc:ID'), LONGEST_NUMBER) || undefined,
    sender: from && endpoint(doc, from),
    receiver: to && endpoint(doc, to),
    senderName: from && nameIn(doc, from),
    receiverName: to && nameIn(doc, to),
  };
}

const NAMES = ['cac:PartyLegalEntity/cbc:RegistrationName', 'cac:PartyName/cbc:Name'];
const LONGEST_NAME = 200;

/** The name in the register, or else the one in use. */
function nameIn(doc: DocumentView, party: string): string | undefined {
  for (const path of NAMES) {
    const [found] = doc.all(doc.root, `${party}/${path}`);
    const name = found === undefined ? '' : doc.string(found).trim().replace(/\s+/g, ' ');
    if (name !== '') return name.slice(0, LONGEST_NAME);
  }
  return undefined;
}

function endpoint(doc: DocumentView, party: string): string | undefined {
  const [found] = doc.all(doc.root, `${party}/cbc:EndpointID`);
  if (found === undefined) return undefined;
  return `${doc.attribute(found, 'schemeID')?.trim() ?? ''}:${doc.string(found).trim()}`.toLowerCase();
}
