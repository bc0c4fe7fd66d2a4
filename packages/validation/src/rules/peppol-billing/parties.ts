import type { Node } from '../../tape/tape.ts';
import { ublName } from '../../ubl.ts';
import { part } from '../../values/characters.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { isOneOf, single } from '../common/single.ts';

/** Countries of seller and buyer, in the several ways in which the national rules ask for them. */

export const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const BUYER = 'cac:AccountingCustomerParty/cac:Party';
export const TAX_REPRESENTATIVE = 'cac:TaxRepresentativeParty';
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';

const INVOICE = ublName('Invoice');
const CREDIT_NOTE = ublName('CreditNote');
export const isInvoice = (doc: DocumentView): boolean => doc.tape.name(doc.root) === INVOICE;
export const isCreditNote = (doc: DocumentView): boolean => doc.tape.name(doc.root) === CREDIT_NOTE;

type Ask<T> = (doc: DocumentView) => T;
const once =
  <T>(ask: Ask<T>): Ask<T> =>
  (doc) =>
    doc.once(ask);

/** By address: in upper case, empty without one. All of these throw NotEvaluable where there are several addresses. */
const addressOf = (party: string): Ask<string> =>
  once((doc) => doc.onlyText(doc.root, `${party}/${COUNTRY}`).toUpperCase());
export const sellerAddress = addressOf(SELLER);
export const buyerAddress = addressOf(BUYER);
export const representativeAddress = addressOf(TAX_REPRESENTATIVE);

/** By address, as it stands, in invoices and credit notes. */
const writtenAddressOf = (party: string): Ask<string> =>
  once((doc) => (isInvoice(doc) || isCreditNote(doc) ? doc.onlyString(doc.root, `${party}/${COUNTRY}`) : ''));
export const writtenSellerAddress = writtenAddressOf(SELLER);
export const writtenBuyerAddress = writtenAddressOf(BUYER);

/** By the first two characters of the VAT number of one of the parties; else by address of the first; else XX. */
function countryOf(...parties: [string, ...string[]]): Ask<string> {
  return once((doc) => {
    for (const party of parties) {
      const prefix = vatPrefix(doc, party);
      if (prefix !== '') return normalised(prefix).toUpperCase();
    }
    const address = `${parties[0]}/${COUNTRY}`;
    return doc.has(doc.root, address) ? doc.onlyText(doc.root, address).toUpperCase() : 'XX';
  });
}
export const sellerCountry = countryOf(SELLER, TAX_REPRESENTATIVE);
export const sellerCountryAlone = countryOf(SELLER);
export const buyerCountry = countryOf(BUYER);

function vatPrefix(doc: DocumentView, party: string): string {
  const schemes = doc
    .all(doc.root, `${party}/cac:PartyTaxScheme`)
    .filter((scheme) => isOneOf(doc, scheme, 'cac:TaxScheme/cbc:ID', 'VAT'));
  const prefixes = schemes.map((scheme) => part(doc.onlyString(scheme, 'cbc:CompanyID'), 0, 2));
  return single(prefixes, `A VAT number of ${party}`) ?? '';
}

/** Whether both are in Germany by address. */
export const areGerman: Ask<boolean> = (doc) => sellerAddress(doc) === 'DE' && buyerAddress(doc) === 'DE';

/** Tax schemes of a party with this normalised name. @throws NotEvaluable when one of them has several */
export const taxSchemes = (doc: DocumentView, party: Node, name: string): Node[] =>
  doc
    .all(party, 'cac:PartyTaxScheme')
    .filter((scheme) => doc.onlyText(scheme, 'cac:TaxScheme/cbc:ID') === name);

/** Numbers under these schemes. */
export const taxNumbers = (doc: DocumentView, party: Node, name: string): Node[] =>
  taxSchemes(doc, party, name).flatMap((scheme) => doc.all(scheme, 'cbc:CompanyID'));
