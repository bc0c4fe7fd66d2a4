import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import { isVatAlone } from './terms.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';

const hasVatNumber = (path: string) => {
  const registrations = everywhere(path);
  return perDocument((doc) =>
    registrations(doc).some(
      (registration) => isVatAlone(doc, registration) && doc.has(registration, 'cbc:CompanyID'),
    ),
  );
};

/** Seller VAT identifier (BT-31), tax representative's (BT-63), buyer's (BT-48). */
const seller = hasVatNumber(`${SELLER}/cac:PartyTaxScheme`);
const representative = hasVatNumber('cac:TaxRepresentativeParty/cac:PartyTaxScheme');
const buyer = hasVatNumber(`${BUYER}/cac:PartyTaxScheme`);

/** BT-31 or BT-32. */
const sellerNumbers = everywhere(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`);
/** BT-47. */
const buyerRegistrations = everywhere(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`);

/** The seller or its tax representative has a VAT number. */
export const isSellerVatRegistered = perDocument((doc) => seller(doc) || representative(doc));
/** The seller has any tax number, or its tax representative a VAT number. */
export const isSellerTaxRegistered = perDocument(
  (doc) => sellerNumbers(doc).length > 0 || representative(doc),
);
export const isBuyerVatRegistered = buyer;
/** The buyer has a VAT number or a legal registration. */
export const isBuyerRegistered = perDocument((doc) => buyer(doc) || buyerRegistrations(doc).length > 0);
/** Neither seller nor tax representative nor buyer has a VAT number. */
export const isNobodyVatRegistered = perDocument(
  (doc) => !seller(doc) && !representative(doc) && !buyer(doc),
);
