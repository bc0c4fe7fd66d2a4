import { COUNTRIES } from '../../codes/countries.gen.ts';
import type { Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { perNode } from '../remember.ts';
import { errors, type Family, type Test } from '../rule.ts';
import { exists, filled, hasAttribute } from './conditions.ts';
import { isVat, isVatAlone } from './terms.ts';

const COUNTRY = 'cac:Country/cbc:IdentificationCode';

/** Greece has EL before its VAT numbers. */
const VAT_PREFIXES = ` ${[...COUNTRIES, 'EL'].join(' ')} `;

/** The first two characters are looked up in the whole row of codes, so that less than two are in order too. */
const hasCountryPrefix: Test = (doc, scheme) =>
  VAT_PREFIXES.includes([...doc.onlyString(scheme, 'cbc:CompanyID')].slice(0, 2).join(''));

const NAME = 'cac:PartyName/cbc:Name';
const IDENTIFIER = 'cac:PartyIdentification/cbc:ID';

const sellersBeside = (path: string) =>
  perNode((doc, node) => new Set(doc.strings(node, `cac:AccountingSupplierParty/cac:Party/${path}`)));
const sellerNames = sellersBeside(NAME);
const sellerIdentifiers = sellersBeside(IDENTIFIER);

const isPayeeNamedAndOther: Test = (doc, payee) => {
  const names = doc.strings(payee, NAME);
  const parent = doc.tape.parent(payee);
  return (
    names.length > 0 &&
    !names.some((name) => sellerNames(doc, parent).has(name)) &&
    !doc.strings(payee, IDENTIFIER).some((id) => sellerIdentifiers(doc, parent).has(id))
  );
};

/** By a VAT number, a registration or an identifier that `counts`. */
export const isSellerIdentified =
  (counts: (doc: DocumentView, id: Node) => boolean): Test =>
  (doc, supplier) =>
    doc
      .all(supplier, 'cac:Party/cac:PartyTaxScheme')
      .some((scheme) => isVat(doc, scheme) && doc.has(scheme, 'cbc:CompanyID')) ||
    doc.all(supplier, `cac:Party/${IDENTIFIER}`).some((id) => counts(doc, id)) ||
    doc.has(supplier, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID');

const hasVatNumber: Test = (doc, representative) =>
  doc
    .all(representative, 'cac:PartyTaxScheme')
    .some((scheme) => isVatAlone(doc, scheme) && doc.has(scheme, 'cbc:CompanyID'));

/** Seller, buyer, payee and tax representative. */
export const PARTIES: Family = {
  name: 'Parties',
  patterns: [
    // biome-ignore format: one rule a line
    [
      { at: ['cac:AccountingSupplierParty'], rules: errors(['BR-CO-26', 'BT-29 BT-30 BT-31', 'The seller has an identifier, a legal registration or a VAT number.', isSellerIdentified((doc, id) => doc.attribute(id, 'schemeID') !== 'SEPA')]) },
      { at: ['cac:AccountingSupplierParty/cac:Party/cbc:EndpointID'], rules: errors(['BR-62', 'BT-34', 'The electronic address of the seller has a scheme.', hasAttribute('schemeID')]) },
      { at: ['cac:AccountingSupplierParty/cac:Party/cac:PostalAddress'], rules: errors(['BR-09', 'BT-40', 'The address of the seller has a country.', filled(COUNTRY)]) },
      { at: ['cac:AccountingCustomerParty/cac:Party/cbc:EndpointID'], rules: errors(['BR-63', 'BT-49', 'The electronic address of the buyer has a scheme.', hasAttribute('schemeID')]) },
      { at: ['cac:AccountingCustomerParty/cac:Party/cac:PostalAddress'], rules: errors(['BR-11', 'BT-55', 'The address of the buyer has a country.', filled(COUNTRY)]) },
      { at: ['cac:PayeeParty'], rules: errors(['BR-17', 'BT-59', 'A payee has a name, and is somebody else than the seller.', isPayeeNamedAndOther]) },
      { at: ['cac:TaxRepresentativeParty'], rules: errors(
        ['BR-18', 'BT-62', 'The tax representative has a name.', filled(NAME)],
        ['BR-19', 'BG-12', 'The tax representative has a postal address.', exists('cac:PostalAddress')],
        ['BR-56', 'BT-63', 'The tax representative has a VAT number.', hasVatNumber],
      ) },
      { at: ['cac:TaxRepresentativeParty/cac:PostalAddress'], rules: errors(['BR-20', 'BT-69', 'The address of the tax representative has a country.', filled(COUNTRY)]) },
      { at: ['cac:PartyTaxScheme'], where: isVat, rules: errors(['BR-CO-09', 'BT-31 BT-48 BT-63', 'A VAT number begins with the code of its country.', hasCountryPrefix]) },
    ],
  ],
};
