import type { GroupSpec } from '../read-group.ts';
import type { TermId } from '../terms.ts';

/** What one party's terms are called: the same things stand at the same places of every party. */
interface PartyTerms {
  electronicAddress: TermId;
  identifier: TermId;
  tradingName: TermId;
  name: TermId;
  registration: TermId;
  taxNumber: TermId;
  address: AddressTerms;
  contact: readonly [TermId, TermId, TermId];
}

/** Street, second line, third line, post code, city, subdivision, country. */
type AddressTerms = readonly [TermId, TermId, TermId, TermId, TermId, TermId, TermId];

/** The places of an address, in the order of the terms given. */
export function address(at: string, terms: AddressTerms): Partial<Record<TermId, string>> {
  const places = [
    'StreetName',
    'AdditionalStreetName',
    'AddressLine/Line',
    'PostalZone',
    'CityName',
    'CountrySubentity',
    'Country/IdentificationCode',
  ];
  return Object.fromEntries(places.map((place, i) => [terms[i], `${at}/${place}`]));
}

/** Seller (BG-4) as it stands in invoices. */
export const SELLER_TERMS: PartyTerms = {
  electronicAddress: 'BT-34',
  identifier: 'BT-29',
  tradingName: 'BT-28',
  name: 'BT-27',
  registration: 'BT-30',
  taxNumber: 'BT-31',
  address: ['BT-35', 'BT-36', 'BT-162', 'BT-38', 'BT-37', 'BT-39', 'BT-40'],
  contact: ['BT-41', 'BT-42', 'BT-43'],
};

/** Buyer (BG-7). */
export const BUYER_TERMS: PartyTerms = {
  electronicAddress: 'BT-49',
  identifier: 'BT-46',
  tradingName: 'BT-45',
  name: 'BT-44',
  registration: 'BT-47',
  taxNumber: 'BT-48',
  address: ['BT-50', 'BT-51', 'BT-163', 'BT-53', 'BT-52', 'BT-54', 'BT-55'],
  contact: ['BT-56', 'BT-57', 'BT-58'],
};

/** A party, where its element (`cac:Party` or one of its type) stands. */
export function party(id: GroupSpec['id'], at: string, terms: PartyTerms): GroupSpec {
  return {
    id,
    at,
    terms: {
      [terms.name]: 'PartyLegalEntity/RegistrationName',
      [terms.tradingName]: 'PartyName/Name',
      ...address('PostalAddress', terms.address),
      [terms.registration]: [
        'PartyLegalEntity/CompanyID',
        'PartyLegalEntity/RegistrationAddress/CityName',
        'PartyLegalEntity/RegistrationAddress/Country/IdentificationCode',
      ],
      [terms.taxNumber]: ['PartyTaxScheme/CompanyID', 'PartyTaxScheme/TaxScheme/ID'],
      'BT-33': 'PartyLegalEntity/CompanyLegalForm',
      [terms.electronicAddress]: 'EndpointID',
      [terms.identifier]: 'PartyIdentification/ID',
      [terms.contact[0]]: 'Contact/Name',
      [terms.contact[1]]: 'Contact/Telephone',
      [terms.contact[2]]: 'Contact/ElectronicMail',
    },
  };
}
