// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol order change (T114); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_CHANGE_TREE = `
001 OrderChange: 002 CustomizationID!=urn:fdc:peppol.eu:poacc:trns:order_change:3,
     003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3, ID!, SalesOrderID, IssueDate!,
     IssueTime, SequenceNumberID, Note, 010 DocumentCurrencyCode!{currency}, CustomerReference,
     AccountingCost, 013 ValidityPeriod, 015 OrderReference!, 017 QuotationDocumentReference,
     019 OriginatorDocumentReference, 021 AdditionalDocumentReference, 030 Contract, 032 BuyerCustomerParty!,
     067 SellerSupplierParty!, 098 OriginatorCustomerParty, 109 AccountingCustomerParty, 144 Delivery,
     188 DeliveryTerms, 193 PaymentTerms, 195 AllowanceCharge, 209 TaxTotal, 212 AnticipatedMonetaryTotal,
     229 OrderLine!
013 ValidityPeriod: EndDate!
015 OrderReference: ID!
017 QuotationDocumentReference: ID!
019 OriginatorDocumentReference: ID!
021 AdditionalDocumentReference: ID!, DocumentType, 024 Attachment
024 Attachment: 025 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 028 ExternalReference
028 ExternalReference: URI!
030 Contract: ID!
032 BuyerCustomerParty: 033 Party!
033 Party: 034 EndpointID! @schemeID!{eas}, 036 PartyIdentification, 039 PartyName, 041 PostalAddress,
     051 PartyTaxScheme, 055 PartyLegalEntity!, 063 Contact
036 PartyIdentification: 037 ID! @schemeID{icd}, ...
039 PartyName: Name!, ...
041 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 047 AddressLine,
     049 Country!
047 AddressLine: Line, ...
049 Country: 050 IdentificationCode!{country}
051 PartyTaxScheme: CompanyID!, 053 TaxScheme!
053 TaxScheme: ID!
055 PartyLegalEntity: RegistrationName!, 057 CompanyID @schemeID{icd}, 059 RegistrationAddress
059 RegistrationAddress: CityName, 061 Country!
061 Country: 062 IdentificationCode!{country}
063 Contact: Name, Telephone, ElectronicMail
067 SellerSupplierParty: 068 Party!
068 Party: 069 EndpointID! @schemeID!, 071 PartyIdentification, 074 PartyName, 076 PostalAddress!,
     086 PartyLegalEntity!, 094 Contact
071 PartyIdentification: 072 ID! @schemeID{icd}, ...
074 PartyName: Name!, ...
076 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 082 AddressLine,
     084 Country!
082 AddressLine: Line, ...
084 Country: 085 IdentificationCode!{country}
086 PartyLegalEntity: RegistrationName!, 088 CompanyID @schemeID{icd}, 090 RegistrationAddress
090 RegistrationAddress: CityName, 092 Country!
092 Country: 093 IdentificationCode!{country}
094 Contact: Name, Telephone, ElectronicMail
098 OriginatorCustomerParty: 099 Party!
099 Party: 100 PartyIdentification, 103 PartyName, 105 Contact
100 PartyIdentification: 101 ID! @schemeID{icd}, ...
103 PartyName: Name!, ...
105 Contact: Name, Telephone, ElectronicMail
109 AccountingCustomerParty: 110 Party!
110 Party: 111 EndpointID @schemeID!, 113 PartyIdentification, 116 PartyName, 118 PostalAddress!,
     128 PartyTaxScheme, 132 PartyLegalEntity!, 140 Contact
113 PartyIdentification: 114 ID! @schemeID{icd}, ...
116 PartyName: Name!, ...
118 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 124 AddressLine,
     126 Country!
124 AddressLine: Line, ...
126 Country: 127 IdentificationCode!{country}
128 PartyTaxScheme: CompanyID!, 130 TaxScheme!
130 TaxScheme: ID!
132 PartyLegalEntity: RegistrationName!, 134 CompanyID @schemeID{icd}, 136 RegistrationAddress
136 RegistrationAddress: CityName, 138 Country!
138 Country: 139 IdentificationCode!{country}
140 Contact: Name, Telephone, ElectronicMail
144 Delivery: 145 DeliveryLocation, 159 RequestedDeliveryPeriod, 164 DeliveryParty, 184 Shipment
145 DeliveryLocation: 146 ID @schemeID{icd}, Name, 149 Address!
149 Address: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 155 AddressLine,
     157 Country!
155 AddressLine: Line!, ...
157 Country: 158 IdentificationCode!{country}
159 RequestedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
164 DeliveryParty: 165 PartyIdentification, 168 PartyName!, 170 PostalAddress, 180 Contact
165 PartyIdentification: 166 ID! @schemeID{icd}, ...
168 PartyName: Name!, ...
170 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 176 AddressLine,
     178 Country!
176 AddressLine: Line!, ...
178 Country: 179 IdentificationCode!{country}
180 Contact: Name, Telephone, ElectronicMail
184 Shipment: ID!, 186 TransportHandlingUnit
186 TransportHandlingUnit: ShippingMarks
188 DeliveryTerms: ID, SpecialTerms, 191 DeliveryLocation
191 DeliveryLocation: ID!
193 PaymentTerms: Note!
195 AllowanceCharge: 196 ChargeIndicator!{boolean},
     197 AllowanceChargeReasonCode{allowance-reason|charge-reason}, AllowanceChargeReason!,
     MultiplierFactorNumeric, 200 Amount! @currencyID!{currency}, 202 BaseAmount @currencyID!{currency},
     204 TaxCategory
204 TaxCategory: ID!, Percent, 207 TaxScheme!
207 TaxScheme: ID!
209 TaxTotal: 210 TaxAmount! @currencyID!{currency}
212 AnticipatedMonetaryTotal: 213 LineExtensionAmount! @currencyID!{currency},
     215 TaxExclusiveAmount @currencyID!{currency}, 217 TaxInclusiveAmount @currencyID!{currency},
     219 AllowanceTotalAmount @currencyID!{currency}, 221 ChargeTotalAmount @currencyID!{currency},
     223 PrepaidAmount @currencyID!{currency}, 225 PayableRoundingAmount @currencyID!{currency},
     227 PayableAmount! @currencyID!{currency}
229 OrderLine: Note, 231 LineItem!, 312 QuotationLineReference
231 LineItem: ID!, 233 LineStatusCode!{line-change}, 234 Quantity! @unitCode!{unit},
     236 LineExtensionAmount @currencyID!{currency}, 238 PartialDeliveryIndicator{boolean}, AccountingCost,
     240 Delivery, 248 OriginatorParty, 254 AllowanceCharge, 263 Price, 274 Item!
240 Delivery: 241 ID @schemeID{icd}, 243 RequestedDeliveryPeriod
243 RequestedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
248 OriginatorParty: 249 PartyIdentification, 252 PartyName
249 PartyIdentification: 250 ID! @schemeID{icd}, ...
252 PartyName: Name!, ...
254 AllowanceCharge: ChargeIndicator!, 256 AllowanceChargeReasonCode{allowance-reason|charge-reason},
     AllowanceChargeReason, MultiplierFactorNumeric, 259 Amount! @currencyID!{currency},
     261 BaseAmount @currencyID!{currency}
263 Price: 264 PriceAmount! @currencyID!{currency}, 266 BaseQuantity @unitCode{unit}, 268 AllowanceCharge
268 AllowanceCharge: 269 ChargeIndicator!=false, 270 Amount! @currencyID!{currency},
     272 BaseAmount @currencyID!{currency}
274 Item: Description, Name!, 277 BuyersItemIdentification, 279 SellersItemIdentification,
     281 StandardItemIdentification, 284 ItemSpecificationDocumentReference, 286 CommodityClassification,
     291 ClassifiedTaxCategory, 296 AdditionalItemProperty, 308 ItemInstance
277 BuyersItemIdentification: ID!
279 SellersItemIdentification: ID!
281 StandardItemIdentification: 282 ID! @schemeID!{icd}
284 ItemSpecificationDocumentReference: ID!
286 CommodityClassification: 287 ItemClassificationCode @listID!{item-type}
291 ClassifiedTaxCategory: ID!, Percent, 294 TaxScheme!
294 TaxScheme: ID!
296 AdditionalItemProperty: ID, Name!, 302 NameCode @listID!, Value!, 305 ValueQuantity @unitCode!{unit},
     ValueQualifier
308 ItemInstance: SerialID, 310 LotIdentification
310 LotIdentification: LotNumberID
312 QuotationLineReference: LineID!
`;
