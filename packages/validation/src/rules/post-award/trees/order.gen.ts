// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol order (T01); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_TREE = `
001 Order: CustomizationID!, ProfileID!, ID!, SalesOrderID, IssueDate!, IssueTime,
     008 OrderTypeCode{order-type}, Note, 010 DocumentCurrencyCode!{currency}, CustomerReference,
     AccountingCost, 013 ValidityPeriod, 015 QuotationDocumentReference, 017 OrderDocumentReference,
     019 OriginatorDocumentReference, 021 CatalogueReference, 023 AdditionalDocumentReference, 032 Contract,
     034 ProjectReference, 036 BuyerCustomerParty!, 071 SellerSupplierParty!, 102 OriginatorCustomerParty,
     113 AccountingCustomerParty, 148 Delivery, 196 DeliveryTerms, 201 PaymentTerms, 203 AllowanceCharge,
     217 TaxTotal, 220 AnticipatedMonetaryTotal, 237 OrderLine!
013 ValidityPeriod: EndDate!
015 QuotationDocumentReference: ID!
017 OrderDocumentReference: ID!
019 OriginatorDocumentReference: ID!
021 CatalogueReference: ID!
023 AdditionalDocumentReference: ID!, DocumentType, 026 Attachment
026 Attachment: 027 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 030 ExternalReference
030 ExternalReference: URI!
032 Contract: ID!
034 ProjectReference: ID!
036 BuyerCustomerParty: 037 Party!
037 Party: 038 EndpointID! @schemeID!{eas}, 040 PartyIdentification, 043 PartyName, 045 PostalAddress,
     055 PartyTaxScheme, 059 PartyLegalEntity!, 067 Contact
040 PartyIdentification: 041 ID! @schemeID{icd}, ...
043 PartyName: Name!, ...
045 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 051 AddressLine,
     053 Country!
051 AddressLine: Line, ...
053 Country: 054 IdentificationCode!{country}
055 PartyTaxScheme: CompanyID!, 057 TaxScheme!
057 TaxScheme: ID!
059 PartyLegalEntity: RegistrationName!, 061 CompanyID @schemeID{icd}, 063 RegistrationAddress
063 RegistrationAddress: CityName, 065 Country!
065 Country: 066 IdentificationCode!{country}
067 Contact: Name, Telephone, ElectronicMail
071 SellerSupplierParty: 072 Party!
072 Party: 073 EndpointID! @schemeID!{eas}, 075 PartyIdentification, 078 PartyName, 080 PostalAddress!,
     090 PartyLegalEntity!, 098 Contact
075 PartyIdentification: 076 ID! @schemeID{icd}, ...
078 PartyName: Name!, ...
080 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 086 AddressLine,
     088 Country!
086 AddressLine: Line, ...
088 Country: 089 IdentificationCode!{country}
090 PartyLegalEntity: RegistrationName!, 092 CompanyID @schemeID{icd}, 094 RegistrationAddress
094 RegistrationAddress: CityName, 096 Country!
096 Country: 097 IdentificationCode!{country}
098 Contact: Name, Telephone, ElectronicMail
102 OriginatorCustomerParty: 103 Party!
103 Party: 104 PartyIdentification, 107 PartyName, 109 Contact
104 PartyIdentification: 105 ID! @schemeID{icd}, ...
107 PartyName: Name!, ...
109 Contact: Name, Telephone, ElectronicMail
113 AccountingCustomerParty: 114 Party!
114 Party: 115 EndpointID @schemeID!{eas}, 117 PartyIdentification, 120 PartyName, 122 PostalAddress!,
     132 PartyTaxScheme, 136 PartyLegalEntity!, 144 Contact
117 PartyIdentification: 118 ID! @schemeID{icd}, ...
120 PartyName: Name!, ...
122 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 128 AddressLine,
     130 Country!
128 AddressLine: Line, ...
130 Country: 131 IdentificationCode!{country}
132 PartyTaxScheme: CompanyID!, 134 TaxScheme!
134 TaxScheme: ID!
136 PartyLegalEntity: RegistrationName!, 138 CompanyID @schemeID{icd}, 140 RegistrationAddress
140 RegistrationAddress: CityName, 142 Country!
142 Country: 143 IdentificationCode!{country}
144 Contact: Name, Telephone, ElectronicMail
148 Delivery: 149 DeliveryLocation, 163 RequestedDeliveryPeriod, 168 DeliveryParty, 188 Despatch,
     191 Shipment
149 DeliveryLocation: 150 ID @schemeID{icd}, Name, 153 Address!
153 Address: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 159 AddressLine,
     161 Country!
159 AddressLine: Line!, ...
161 Country: 162 IdentificationCode!{country}
163 RequestedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
168 DeliveryParty: 169 PartyIdentification, 172 PartyName!, 174 PostalAddress, 184 Contact
169 PartyIdentification: 170 ID! @schemeID{icd}, ...
172 PartyName: Name!, ...
174 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 180 AddressLine,
     182 Country!
180 AddressLine: Line!, ...
182 Country: 183 IdentificationCode!{country}
184 Contact: Name, Telephone, ElectronicMail
188 Despatch: RequestedDespatchDate!, RequestedDespatchTime
191 Shipment: ID!, 193 ShippingPriorityLevelCode{transport-priority}, 194 TransportHandlingUnit
194 TransportHandlingUnit: ShippingMarks
196 DeliveryTerms: ID, SpecialTerms, 199 DeliveryLocation
199 DeliveryLocation: ID!
201 PaymentTerms: Note!
203 AllowanceCharge: 204 ChargeIndicator!{boolean},
     205 AllowanceChargeReasonCode{allowance-reason|charge-reason}, AllowanceChargeReason!,
     MultiplierFactorNumeric, 208 Amount! @currencyID!{currency}, 210 BaseAmount @currencyID!{currency},
     212 TaxCategory
212 TaxCategory: ID!, Percent, 215 TaxScheme!
215 TaxScheme: ID!
217 TaxTotal: 218 TaxAmount! @currencyID!{currency}
220 AnticipatedMonetaryTotal: 221 LineExtensionAmount! @currencyID!{currency},
     223 TaxExclusiveAmount @currencyID!{currency}, 225 TaxInclusiveAmount @currencyID!{currency},
     227 AllowanceTotalAmount @currencyID!{currency}, 229 ChargeTotalAmount @currencyID!{currency},
     231 PrepaidAmount @currencyID!{currency}, 233 PayableRoundingAmount @currencyID!{currency},
     235 PayableAmount! @currencyID!{currency}
237 OrderLine: Note, 239 LineItem!, 333 QuotationLineReference
239 LineItem: ID!, 241 Quantity! @unitCode!{unit}, 243 LineExtensionAmount @currencyID!{currency},
     245 PartialDeliveryIndicator{boolean}, AccountingCost, 247 Delivery, 267 OriginatorParty,
     273 AllowanceCharge, 282 Price, 293 Item!
247 Delivery: 248 ID @schemeID{icd}, 250 DeliveryLocation, 262 RequestedDeliveryPeriod!
250 DeliveryLocation: Name, 252 Address!
252 Address: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 258 AddressLine,
     260 Country!
258 AddressLine: Line!, ...
260 Country: 261 IdentificationCode!{country}
262 RequestedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
267 OriginatorParty: 268 PartyIdentification, 271 PartyName
268 PartyIdentification: 269 ID! @schemeID{icd}, ...
271 PartyName: Name!, ...
273 AllowanceCharge: ChargeIndicator!, 275 AllowanceChargeReasonCode{allowance-reason|charge-reason},
     AllowanceChargeReason, MultiplierFactorNumeric, 278 Amount! @currencyID!{currency},
     280 BaseAmount @currencyID!{currency}
282 Price: 283 PriceAmount! @currencyID!{currency}, 285 BaseQuantity @unitCode{unit}, 287 AllowanceCharge
287 AllowanceCharge: 288 ChargeIndicator!=false, 289 Amount! @currencyID!{currency},
     291 BaseAmount @currencyID!{currency}
293 Item: Description, Name!, 296 BuyersItemIdentification, 298 SellersItemIdentification,
     300 ManufacturersItemIdentification, 302 StandardItemIdentification,
     305 ItemSpecificationDocumentReference, 307 CommodityClassification, 312 ClassifiedTaxCategory,
     317 AdditionalItemProperty, 329 ItemInstance
296 BuyersItemIdentification: ID!
298 SellersItemIdentification: ID!
300 ManufacturersItemIdentification: ID!
302 StandardItemIdentification: 303 ID! @schemeID!{icd}
305 ItemSpecificationDocumentReference: ID!
307 CommodityClassification: 308 ItemClassificationCode @listID!{item-type}
312 ClassifiedTaxCategory: ID!, Percent, 315 TaxScheme!
315 TaxScheme: ID!
317 AdditionalItemProperty: ID, Name!, 323 NameCode @listID!, Value!, 326 ValueQuantity @unitCode!{unit},
     ValueQualifier
329 ItemInstance: SerialID, 331 LotIdentification
331 LotIdentification: LotNumberID
333 QuotationLineReference: LineID!
`;
