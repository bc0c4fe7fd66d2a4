// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol order cancellation (T115); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_CANCELLATION_TREE = `
001 OrderCancellation: 002 CustomizationID!=urn:fdc:peppol.eu:poacc:trns:order_cancellation:3,
     003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3, ID!, IssueDate!, IssueTime, Note,
     CancellationNote!, 009 OrderReference!, 011 OriginatorDocumentReference,
     013 AdditionalDocumentReference, 022 Contract, 024 BuyerCustomerParty!, 059 SellerSupplierParty!,
     090 OriginatorCustomerParty
009 OrderReference: ID!
011 OriginatorDocumentReference: ID!
013 AdditionalDocumentReference: ID!, DocumentType, 016 Attachment
016 Attachment: 017 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 020 ExternalReference
020 ExternalReference: URI!
022 Contract: ID!
024 BuyerCustomerParty: 025 Party!
025 Party: 026 EndpointID! @schemeID!{eas}, 028 PartyIdentification, 031 PartyName, 033 PostalAddress,
     043 PartyTaxScheme, 047 PartyLegalEntity!, 055 Contact
028 PartyIdentification: 029 ID! @schemeID{icd}, ...
031 PartyName: Name!, ...
033 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 039 AddressLine,
     041 Country!
039 AddressLine: Line, ...
041 Country: 042 IdentificationCode!{country}
043 PartyTaxScheme: CompanyID!, 045 TaxScheme!
045 TaxScheme: ID!
047 PartyLegalEntity: RegistrationName!, 049 CompanyID @schemeID{icd}, 051 RegistrationAddress
051 RegistrationAddress: CityName, 053 Country!
053 Country: 054 IdentificationCode!{country}
055 Contact: Name, Telephone, ElectronicMail
059 SellerSupplierParty: 060 Party!
060 Party: 061 EndpointID! @schemeID!, 063 PartyIdentification, 066 PartyName, 068 PostalAddress!,
     078 PartyLegalEntity!, 086 Contact
063 PartyIdentification: 064 ID! @schemeID{icd}, ...
066 PartyName: Name!, ...
068 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 074 AddressLine,
     076 Country!
074 AddressLine: Line, ...
076 Country: 077 IdentificationCode!{country}
078 PartyLegalEntity: RegistrationName!, 080 CompanyID @schemeID{icd}, 082 RegistrationAddress
082 RegistrationAddress: CityName, 084 Country!
084 Country: 085 IdentificationCode!{country}
086 Contact: Name, Telephone, ElectronicMail
090 OriginatorCustomerParty: 091 Party!
091 Party: 092 PartyIdentification, 095 PartyName, 097 Contact
092 PartyIdentification: 093 ID! @schemeID{icd}, ...
095 PartyName: Name!, ...
097 Contact: Name, Telephone, ElectronicMail
`;
