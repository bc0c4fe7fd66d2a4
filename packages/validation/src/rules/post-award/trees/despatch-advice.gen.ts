// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol despatch advice (T16); the notation is explained in `../syntax-tree.ts`. */
export const DESPATCH_ADVICE_TREE = `
001 DespatchAdvice: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:despatch_advice:3, ID!,
     IssueDate!, IssueTime, Note, 008 OrderReference, 010 AdditionalDocumentReference,
     019 DespatchSupplierParty!, 042 DeliveryCustomerParty!, 065 BuyerCustomerParty, 082 SellerSupplierParty,
     099 OriginatorCustomerParty, 116 Shipment, 180 DespatchLine!
008 OrderReference: ID!
010 AdditionalDocumentReference: ID!, DocumentType, 013 Attachment
013 Attachment: 014 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 017 ExternalReference
017 ExternalReference: URI!
019 DespatchSupplierParty: 020 Party!
020 Party: 021 EndpointID! @schemeID!{eas}, 023 PartyIdentification, 026 PostalAddress,
     036 PartyLegalEntity!, 038 Contact
023 PartyIdentification: 024 ID! @schemeID{icd}, ...
026 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 032 AddressLine,
     034 Country!
032 AddressLine: Line, ...
034 Country: 035 IdentificationCode!{country}
036 PartyLegalEntity: RegistrationName!
038 Contact: Name, Telephone, ElectronicMail
042 DeliveryCustomerParty: 043 Party!, 061 DeliveryContact
043 Party: 044 EndpointID! @schemeID!{eas}, 046 PartyIdentification, 049 PostalAddress,
     059 PartyLegalEntity!
046 PartyIdentification: 047 ID! @schemeID{icd}, ...
049 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 055 AddressLine,
     057 Country!
055 AddressLine: Line, ...
057 Country: 058 IdentificationCode!{country}
059 PartyLegalEntity: RegistrationName!
061 DeliveryContact: Name, Telephone, ElectronicMail
065 BuyerCustomerParty: 066 Party!
066 Party: 067 PartyIdentification, 070 PartyName, 072 PostalAddress
067 PartyIdentification: 068 ID! @schemeID{icd}, ...
070 PartyName: Name!, ...
072 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 078 AddressLine,
     080 Country!
078 AddressLine: Line, ...
080 Country: 081 IdentificationCode!{country}
082 SellerSupplierParty: 083 Party!
083 Party: 084 PartyIdentification, 087 PartyName, 089 PostalAddress
084 PartyIdentification: 085 ID! @schemeID{icd}, ...
087 PartyName: Name!, ...
089 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 095 AddressLine,
     097 Country!
095 AddressLine: Line, ...
097 Country: 098 IdentificationCode!{country}
099 OriginatorCustomerParty: 100 Party!
100 Party: 101 PartyIdentification, 104 PartyName, 106 PostalAddress
101 PartyIdentification: 102 ID! @schemeID{icd}, ...
104 PartyName: Name!, ...
106 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 112 AddressLine,
     114 Country!
112 AddressLine: Line, ...
114 Country: 115 IdentificationCode!{country}
116 Shipment: ID!, Information, 119 GrossWeightMeasure @unitCode!{unit},
     121 GrossVolumeMeasure @unitCode!{unit}, TotalTransportHandlingUnitQuantity, 124 Consignment,
     137 ShipmentStage, 139 Delivery
124 Consignment: ID!, Information, 127 CarrierParty
127 CarrierParty: 128 PartyIdentification, 131 PartyName, 133 Person
128 PartyIdentification: 129 ID! @schemeID{icd}, ...
131 PartyName: Name!, ...
133 Person: 134 IdentityDocumentReference!
134 IdentityDocumentReference: ID!, DocumentType
137 ShipmentStage: 138 TransportModeCode!{transport-mode}
139 Delivery: TrackingID, 141 EstimatedDeliveryPeriod, 146 DeliveryParty, 166 Despatch
141 EstimatedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
146 DeliveryParty: 147 PartyIdentification, 150 PartyName!, 152 PostalAddress, 162 Contact
147 PartyIdentification: 148 ID! @schemeID{icd}, ...
150 PartyName: Name!, ...
152 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 158 AddressLine,
     160 Country!
158 AddressLine: Line!, ...
160 Country: 161 IdentificationCode!{country}
162 Contact: Name, Telephone, ElectronicMail
166 Despatch: ActualDespatchDate, ActualDespatchTime, 169 DespatchAddress
169 DespatchAddress: ID, StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity,
     176 AddressLine, 178 Country
176 AddressLine: Line, ...
178 Country: 179 IdentificationCode!{country}
180 DespatchLine: ID!, Note, 183 DeliveredQuantity! @unitCode!{unit},
     185 OutstandingQuantity @unitCode!{unit}, OutstandingReason, 188 OrderLineReference!,
     193 DocumentReference, 196 Item!, 239 Shipment
188 OrderLineReference: LineID!, SalesOrderLineID, 191 OrderReference
191 OrderReference: ID!
193 DocumentReference: ID!, DocumentType
196 Item: Name!, 198 BuyersItemIdentification, 200 SellersItemIdentification, 203 StandardItemIdentification,
     207 CommodityClassification, 212 HazardousItem, 215 AdditionalItemProperty, 227 ItemInstance
198 BuyersItemIdentification: ID!
200 SellersItemIdentification: ID!, ExtendedID
203 StandardItemIdentification: 204 ID! @schemeID!{icd}, ExtendedID
207 CommodityClassification: 208 ItemClassificationCode @listID!{item-type}
212 HazardousItem: 213 UNDGCode{dangerous-goods}, HazardClassID
215 AdditionalItemProperty: ID, Name!, 221 NameCode @listID!, Value!, 224 ValueQuantity @unitCode!{unit},
     ValueQualifier
227 ItemInstance: 228 ProductTraceID @schemeID{product-trace-scheme}, ManufactureDate, BestBeforeDate,
     SerialID, 233 AdditionalItemProperty, 236 LotIdentification
233 AdditionalItemProperty: Name!, Value!
236 LotIdentification: LotNumberID, ExpiryDate
239 Shipment: 240 ID!=NA, 241 TransportHandlingUnit
241 TransportHandlingUnit: 242 ID @schemeID{handling-unit-scheme},
     244 TransportHandlingUnitTypeCode{package}, HazardousRiskIndicator, ShippingMarks,
     247 MeasurementDimension, 251 Package
247 MeasurementDimension: 248 AttributeID!{despatch-measure}, 249 Measure @unitCode!{unit}
251 Package: ID!, 253 PackagingTypeCode{package}
`;
