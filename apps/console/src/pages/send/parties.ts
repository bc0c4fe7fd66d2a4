/** Who a UBL document says that it is from and for, and what it is; empty where it does not say. */
export interface Parties {
  sender?: string;
  receiver?: string;
  root?: string;
  total?: string;
}

const SELLER = ['AccountingSupplierParty', 'SellerSupplierParty', 'SenderParty'];
const BUYER = ['AccountingCustomerParty', 'BuyerCustomerParty', 'ReceiverParty'];

/** What a root element is, where nothing else says it. */
const TYPES: Readonly<Record<string, string>> = {
  Invoice: 'invoice',
  CreditNote: 'credit-note',
  Order: 'order',
  OrderResponse: 'order-response',
  Catalogue: 'catalogue',
  DespatchAdvice: 'despatch-advice',
};

export const typeOfRoot = (root: string | undefined): string | undefined =>
  root !== undefined && Object.hasOwn(TYPES, root) ? TYPES[root] : undefined;

/** Reads a document in the browser, as data: nothing of it is run, and entities are not followed. */
export function partiesOf(xml: string): Parties {
  if (xml.trim() === '' || /<!DOCTYPE/i.test(xml)) return {};
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const root = document.documentElement;
  if (document.querySelector('parsererror')) return {};
  const isFromBuyer = root.localName === 'Order';
  const [from, to] = isFromBuyer ? [BUYER, SELLER] : [SELLER, BUYER];
  return {
    root: root.localName,
    ...addressOf(root, from, 'sender'),
    ...addressOf(root, to, 'receiver'),
    ...totalOf(root),
  };
}

function addressOf<Name extends string>(root: Element, parties: readonly string[], name: Name) {
  for (const party of parties) {
    const found = root.getElementsByTagNameNS('*', party)[0]?.getElementsByTagNameNS('*', 'EndpointID')[0];
    const scheme = found?.getAttribute('schemeID')?.trim();
    const value = found?.textContent?.trim();
    if (scheme && value) return { [name]: `${scheme}:${value}` };
  }
  return {};
}

function totalOf(root: Element): { total?: string } {
  const payable = root.getElementsByTagNameNS('*', 'PayableAmount')[0];
  const amount = payable?.textContent?.trim();
  return amount ? { total: `${amount} ${payable?.getAttribute('currencyID') ?? ''}`.trim() } : {};
}
