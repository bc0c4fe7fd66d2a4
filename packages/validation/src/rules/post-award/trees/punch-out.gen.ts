// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol punch-out cart (T77); the notation is explained in `../syntax-tree.ts`. */
export const PUNCH_OUT_TREE = `
001 Catalogue: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:punch_out:3, ID!,
     005 ActionCode{boolean}, IssueDate!, IssueTime!, 008 ValidityPeriod, 011 ReferencedContract,
     013 ProviderParty!, 021 ReceiverParty!, 031 CatalogueLine!
008 ValidityPeriod: EndDate!, EndTime
011 ReferencedContract: ID
013 ProviderParty: 014 EndpointID @schemeID!{eas}, 016 PartyIdentification, 019 PartyLegalEntity!
016 PartyIdentification: 017 ID! @schemeID{icd}, ...
019 PartyLegalEntity: RegistrationName!
021 ReceiverParty: 022 EndpointID @schemeID!{eas}, 024 PartyIdentification, 027 PartyLegalEntity!,
     029 Contact
024 PartyIdentification: 025 ID! @schemeID{icd}, ...
027 PartyLegalEntity: RegistrationName!
029 Contact: ID
031 CatalogueLine: ID!, ContractSubdivision, 034 LineValidityPeriod, 038 RequiredItemLocationQuantity!,
     060 Item!
034 LineValidityPeriod: StartDate, EndDate, EndTime
038 RequiredItemLocationQuantity: 039 LeadTimeMeasure @unitCode!{unit}, 041 ApplicableTerritoryAddress,
     051 Price!, 057 DeliveryUnit!
041 ApplicableTerritoryAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity,
     047 AddressLine, 049 Country
047 AddressLine: Line, ...
049 Country: 050 IdentificationCode!{country}
051 Price: 052 PriceAmount! @currencyID!{currency}, 054 BaseQuantity @unitCode!{unit}, PriceType
057 DeliveryUnit: 058 BatchQuantity! @unitCode!{unit}
060 Item: Description, Name!, 063 BuyersItemIdentification, 065 SellersItemIdentification,
     067 ManufacturersItemIdentification, 069 StandardItemIdentification,
     072 ItemSpecificationDocumentReference, 082 OriginCountry, 084 CommodityClassification,
     089 TransactionConditions, 091 ClassifiedTaxCategory!, 096 AdditionalItemProperty,
     108 ManufacturerParty, 111 Certificate
063 BuyersItemIdentification: ID!
065 SellersItemIdentification: ID!
067 ManufacturersItemIdentification: ID!
069 StandardItemIdentification: 070 ID! @schemeID!{icd}
072 ItemSpecificationDocumentReference: ID!, 074 DocumentTypeCode{document-name|image}, DocumentDescription,
     076 Attachment
076 Attachment: 077 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 080 ExternalReference
080 ExternalReference: URI!
082 OriginCountry: 083 IdentificationCode{country}
084 CommodityClassification: 085 ItemClassificationCode! @listID!{item-type}
089 TransactionConditions: ActionCode!
091 ClassifiedTaxCategory: ID!, Percent!, 094 TaxScheme!
094 TaxScheme: ID!
096 AdditionalItemProperty: ID, Name!, 102 NameCode @listID!, Value!, 105 ValueQuantity @unitCode!{unit},
     ValueQualifier
108 ManufacturerParty: 109 PartyName!
109 PartyName: Name!, ...
111 Certificate: ID!, 113 CertificateTypeCode!=NA, CertificateType!, Remarks, 116 IssuerParty!,
     119 DocumentReference
116 IssuerParty: 117 PartyName!
117 PartyName: Name!, ...
119 DocumentReference: ID!
`;
