import { changed, fixture } from './run-rules.ts';

export interface Parties {
  /** Country of the address, and what is put behind it in the address. */
  country: string;
  address?: string;
  /** VAT number, and tax schemes besides. */
  vat?: string;
  taxSchemes?: string;
  legalId?: string;
  /** Whatever else stands in the party. */
  more?: string;
  endpoint?: string;
}

const party = (
  side: string,
  { country, address, vat, taxSchemes, legalId, more, endpoint }: Parties,
): string => `
  <cac:Accounting${side}Party>
    <cac:Party>
      ${endpoint ?? '<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>'}
      <cac:PostalAddress>
        ${address ?? '<cbc:StreetName>Street 1</cbc:StreetName><cbc:CityName>City</cbc:CityName><cbc:PostalZone>1</cbc:PostalZone>'}
        <cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country>
      </cac:PostalAddress>
      ${vat === undefined ? '' : taxScheme('VAT', vat)}
      ${taxSchemes ?? ''}
      <cac:PartyLegalEntity><cbc:RegistrationName>Company</cbc:RegistrationName>${legalId ?? ''}</cac:PartyLegalEntity>
      ${more ?? ''}
    </cac:Party>
  </cac:Accounting${side}Party>`;

export const taxScheme = (name: string, number: string): string =>
  `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${name}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;

/** The invoice or credit note of the fixtures between other parties, with more elements before its tax total. */
export function between(seller: Parties, buyer: Parties, more = '', file = 'invoice.xml'): string {
  const parties = party('Supplier', seller) + party('Customer', buyer) + more;
  return changed(fixture(file), /<cac:AccountingSupplierParty>.*<\/cac:AccountingCustomerParty>/s, parties);
}

export const paymentMeans = (code: string, content = ''): string =>
  `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode>${content}</cac:PaymentMeans>`;
export const account = (id: string, branch?: string): string =>
  `<cac:PayeeFinancialAccount><cbc:ID>${id}</cbc:ID>${branch === undefined ? '' : `<cac:FinancialInstitutionBranch><cbc:ID>${branch}</cbc:ID></cac:FinancialInstitutionBranch>`}</cac:PayeeFinancialAccount>`;
export const reference = (id: string, description: string, attachment = ''): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cbc:DocumentDescription>${description}</cbc:DocumentDescription>${attachment}</cac:AdditionalDocumentReference>`;
