// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol catalogue (T19); the notation is explained in `../syntax-tree.ts`. */
export const CATALOGUE_TREE = `
001 Catalogue: CustomizationID!, ProfileID!, ID!, 005 ActionCode{catalogue-action}, Name, IssueDate!,
     VersionID, 009 ValidityPeriod!, 012 ReferencedContract, 014 SourceCatalogueReference,
     016 ProviderParty!, 040 ReceiverParty!, 064 SellerSupplierParty, 087 ContractorCustomerParty,
     110 TradingTerms, 112 CatalogueLine!
009 ValidityPeriod: StartDate, EndDate
012 ReferencedContract: ID!
014 SourceCatalogueReference: ID!
016 ProviderParty: 017 EndpointID! @schemeID!{eas}, 019 PartyIdentification, 022 PostalAddress,
     032 PartyLegalEntity!
019 PartyIdentification: 020 ID! @schemeID{icd}, ...
022 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 028 AddressLine,
     030 Country!
028 AddressLine: Line, ...
030 Country: 031 IdentificationCode!{country}
032 PartyLegalEntity: RegistrationName!, 034 CompanyID @schemeID{icd}, 036 RegistrationAddress
036 RegistrationAddress: CityName, 038 Country
038 Country: 039 IdentificationCode!{country}
040 ReceiverParty: 041 EndpointID! @schemeID!{eas}, 043 PartyIdentification, 046 PostalAddress,
     056 PartyLegalEntity!
043 PartyIdentification: 044 ID! @schemeID{icd}, ...
046 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 052 AddressLine,
     054 Country!
052 AddressLine: Line, ...
054 Country: 055 IdentificationCode!{country}
056 PartyLegalEntity: RegistrationName!, 058 CompanyID @schemeID{icd}, 060 RegistrationAddress
060 RegistrationAddress: CityName, 062 Country
062 Country: 063 IdentificationCode{country}
064 SellerSupplierParty: 065 Party!
065 Party: 066 EndpointID @schemeID!{eas}, 068 PartyIdentification, 071 PartyName, 073 PostalAddress,
     083 Contact
068 PartyIdentification: 069 ID! @schemeID{icd}, ...
071 PartyName: Name!, ...
073 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 079 AddressLine,
     081 Country!
079 AddressLine: Line, ...
081 Country: 082 IdentificationCode!{country}
083 Contact: Name, Telephone, ElectronicMail
087 ContractorCustomerParty: 088 Party
088 Party: 089 EndpointID @schemeID!{eas}, 091 PartyIdentification, 094 PartyName, 096 PostalAddress,
     106 Contact
091 PartyIdentification: 092 ID! @schemeID{icd}, ...
094 PartyName: Name!, ...
096 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 102 AddressLine,
     104 Country!
102 AddressLine: Line, ...
104 Country: 105 IdentificationCode!{country}
106 Contact: Name, Telephone, ElectronicMail
110 TradingTerms: Information
112 CatalogueLine: ID!, 114 ActionCode{catalogue-line-action}, 115 OrderableIndicator{boolean},
     116 OrderableUnit{unit}, 117 ContentUnitQuantity @unitCode!{unit}, OrderQuantityIncrementNumeric,
     120 MinimumOrderQuantity @unitCode!{unit}, 122 MaximumOrderQuantity @unitCode!{unit},
     WarrantyInformation, 125 PackLevelCode{packaging-level}, 126 LineValidityPeriod, 129 ItemComparison,
     134 ComponentRelatedItem, 138 AccessoryRelatedItem, 142 RequiredRelatedItem, 146 ReplacedRelatedItem,
     150 RequiredItemLocationQuantity, 177 Item!
126 LineValidityPeriod: StartDate, EndDate
129 ItemComparison: 130 PriceAmount @currencyID!{currency}, 132 Quantity @unitCode!{unit}, ...
134 ComponentRelatedItem: ID, 136 Quantity @unitCode!{unit}
138 AccessoryRelatedItem: ID, 140 Quantity @unitCode!{unit}
142 RequiredRelatedItem: ID, 144 Quantity @unitCode!{unit}
146 ReplacedRelatedItem: ID, 148 Quantity @unitCode!{unit}
150 RequiredItemLocationQuantity: 151 LeadTimeMeasure @unitCode!{unit}, 153 MinimumQuantity @unitCode!{unit},
     155 MaximumQuantity @unitCode!{unit}, 157 ApplicableTerritoryAddress, 167 Price
157 ApplicableTerritoryAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity,
     163 AddressLine, 165 Country
163 AddressLine: Line, ...
165 Country: 166 IdentificationCode!{country}
167 Price: 168 PriceAmount! @currencyID!{currency}, 170 BaseQuantity @unitCode!{unit},
     172 PriceType{price-type}, OrderableUnitFactorRate, 174 ValidityPeriod
174 ValidityPeriod: StartDate, EndDate
177 Item: Description, 179 PackQuantity @unitCode!{unit}, PackSizeNumeric, Name!, Keyword, BrandName,
     185 BuyersItemIdentification, 187 SellersItemIdentification, 189 ManufacturersItemIdentification,
     191 StandardItemIdentification, 194 ItemSpecificationDocumentReference, 204 OriginCountry,
     206 CommodityClassification, 211 TransactionConditions, 213 HazardousItem, 216 ClassifiedTaxCategory,
     221 AdditionalItemProperty, 234 ManufacturerParty, 237 ItemInstance, 241 Certificate, 251 Dimension
185 BuyersItemIdentification: ID!
187 SellersItemIdentification: ID!
189 ManufacturersItemIdentification: ID!
191 StandardItemIdentification: 192 ID! @schemeID!{icd}
194 ItemSpecificationDocumentReference: ID!, 196 DocumentTypeCode{document-name|image}, DocumentDescription,
     198 Attachment
198 Attachment: 199 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 202 ExternalReference
202 ExternalReference: URI!
204 OriginCountry: 205 IdentificationCode!{country}
206 CommodityClassification: 207 ItemClassificationCode! @listID!{item-type}
211 TransactionConditions: 212 ActionCode!{transaction-condition}
213 HazardousItem: 214 UNDGCode{dangerous-goods}, HazardClassID
216 ClassifiedTaxCategory: ID!, Percent, 219 TaxScheme!
219 TaxScheme: ID!
221 AdditionalItemProperty: ID, Name!, 227 NameCode @listID!, Value!, 231 ValueQuantity @unitCode!{unit},
     ValueQualifier
234 ManufacturerParty: 235 PartyName!
235 PartyName: Name!, ...
237 ItemInstance: BestBeforeDate, 239 LotIdentification
239 LotIdentification: LotNumberID
241 Certificate: ID!, 243 CertificateTypeCode!{not-applicable|packaging-label}, CertificateType!, Remarks,
     246 IssuerParty!, 249 DocumentReference
246 IssuerParty: 247 PartyName!
247 PartyName: Name!, ...
249 DocumentReference: ID!
251 Dimension: 252 AttributeID!{measured-attribute}, 253 Measure @unitCode!{unit}, Description,
     256 MinimumMeasure @unitCode!{unit}, 258 MaximumMeasure @unitCode!{unit}, ...
`;
