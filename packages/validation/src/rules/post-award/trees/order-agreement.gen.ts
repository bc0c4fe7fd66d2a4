// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol order agreement (T110); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_AGREEMENT_TREE = `
001 OrderResponse: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:order_agreement:3, ID!,
     SalesOrderID, IssueDate!, IssueTime, Note, 009 DocumentCurrencyCode{currency}, CustomerReference,
     011 OrderReference!, 013 OriginatorDocumentReference, 015 AdditionalDocumentReference, 024 Contract,
     026 SellerSupplierParty!, 051 BuyerCustomerParty!, 076 OriginatorCustomerParty,
     083 AccountingCustomerParty, 090 Delivery, 112 DeliveryTerms, 127 AllowanceCharge, 141 TaxTotal,
     155 LegalMonetaryTotal, 172 OrderLine!
011 OrderReference: ID!
013 OriginatorDocumentReference: ID!
015 AdditionalDocumentReference: ID!, DocumentType, 018 Attachment
018 Attachment: 019 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 022 ExternalReference
022 ExternalReference: URI!
024 Contract: ID!
026 SellerSupplierParty: 027 Party!
027 Party: 028 EndpointID! @schemeID!{eas}, 030 PartyIdentification, 033 PostalAddress,
     043 PartyLegalEntity!, 047 Contact
030 PartyIdentification: 031 ID! @schemeID{icd}, ...
033 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 039 AddressLine,
     041 Country!
039 AddressLine: Line, ...
041 Country: 042 IdentificationCode!{country}
043 PartyLegalEntity: RegistrationName!, 045 CompanyID @schemeID{icd}
047 Contact: Name, Telephone, ElectronicMail
051 BuyerCustomerParty: 052 Party!, 072 DeliveryContact
052 Party: 053 EndpointID! @schemeID!{eas}, 055 PartyIdentification, 058 PostalAddress,
     068 PartyLegalEntity!
055 PartyIdentification: 056 ID! @schemeID{icd}, ...
058 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 064 AddressLine,
     066 Country!
064 AddressLine: Line, ...
066 Country: 067 IdentificationCode!{country}
068 PartyLegalEntity: RegistrationName!, 070 CompanyID @schemeID{icd}
072 DeliveryContact: Name, Telephone, ElectronicMail
076 OriginatorCustomerParty: 077 Party
077 Party: 078 PartyIdentification, 081 PartyName
078 PartyIdentification: 079 ID! @schemeID{icd}, ...
081 PartyName: Name!, ...
083 AccountingCustomerParty: 084 Party
084 Party: 085 PartyIdentification, 088 PartyName
085 PartyIdentification: 086 ID! @schemeID{icd}, ...
088 PartyName: Name!, ...
090 Delivery: 091 PromisedDeliveryPeriod, 096 DeliveryParty
091 PromisedDeliveryPeriod: StartDate!, StartTime, EndDate, EndTime
096 DeliveryParty: 097 PartyIdentification, 100 PartyName, 102 PostalAddress
097 PartyIdentification: 098 ID! @schemeID{icd}, ...
100 PartyName: Name!, ...
102 PostalAddress: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 108 AddressLine,
     110 Country
108 AddressLine: Line, ...
110 Country: 111 IdentificationCode!{country}
112 DeliveryTerms: ID, SpecialTerms, 115 DeliveryLocation
115 DeliveryLocation: ID!, 117 Address
117 Address: StreetName, AdditionalStreetName, CityName, PostalZone, CountrySubentity, 123 AddressLine,
     125 Country
123 AddressLine: Line, ...
125 Country: 126 IdentificationCode!{country}
127 AllowanceCharge: 128 ChargeIndicator!{boolean},
     129 AllowanceChargeReasonCode{allowance-reason|charge-reason}, AllowanceChargeReason,
     MultiplierFactorNumeric, 132 Amount! @currencyID!{currency}, 134 BaseAmount @currencyID!{currency},
     136 TaxCategory!
136 TaxCategory: ID!, Percent, 139 TaxScheme!
139 TaxScheme: ID!
141 TaxTotal: 142 TaxAmount! @currencyID!{currency}, 144 TaxSubtotal
144 TaxSubtotal: 145 TaxableAmount! @currencyID!{currency}, 147 TaxAmount! @currencyID!{currency},
     149 TaxCategory!
149 TaxCategory: ID!, Percent, TaxExemptionReason, 153 TaxScheme!
153 TaxScheme: ID!
155 LegalMonetaryTotal: 156 LineExtensionAmount! @currencyID!{currency},
     158 TaxExclusiveAmount! @currencyID!{currency}, 160 TaxInclusiveAmount! @currencyID!{currency},
     162 AllowanceTotalAmount @currencyID!{currency}, 164 ChargeTotalAmount @currencyID!{currency},
     166 PrepaidAmount @currencyID!{currency}, 168 PayableRoundingAmount @currencyID!{currency},
     170 PayableAmount! @currencyID!{currency}
172 OrderLine: 173 LineItem!
173 LineItem: ID!, Note, 176 Quantity! @unitCode!{unit}, 178 LineExtensionAmount @currencyID!{currency},
     180 Delivery, 188 Price!, 200 Item!
180 Delivery: 181 Quantity @unitCode!{unit}, 183 PromisedDeliveryPeriod
183 PromisedDeliveryPeriod: StartDate!, StartTime, EndDate, EndTime
188 Price: 189 PriceAmount! @currencyID!{currency}, 191 BaseQuantity @unitCode{unit}, PriceType,
     194 AllowanceCharge
194 AllowanceCharge: 195 ChargeIndicator!=false, 196 Amount! @currencyID!{currency},
     198 BaseAmount @currencyID!{currency}
200 Item: Description, Name!, 203 BuyersItemIdentification, 205 SellersItemIdentification,
     207 StandardItemIdentification, 210 ItemSpecificationDocumentReference, 220 CommodityClassification,
     225 TransactionConditions, 227 ClassifiedTaxCategory, 232 AdditionalItemProperty, 244 Certificate
203 BuyersItemIdentification: ID!
205 SellersItemIdentification: ID!
207 StandardItemIdentification: 208 ID! @schemeID!{icd}
210 ItemSpecificationDocumentReference: ID!, 212 DocumentTypeCode{document-name|image}, DocumentType,
     214 Attachment
214 Attachment: 215 EmbeddedDocumentBinaryObject @mimeCode!{mime} @filename!, 218 ExternalReference
218 ExternalReference: URI
220 CommodityClassification: 221 ItemClassificationCode @listID!{item-type}
225 TransactionConditions: 226 ActionCode!=CT
227 ClassifiedTaxCategory: ID!, Percent, 230 TaxScheme!
230 TaxScheme: ID!
232 AdditionalItemProperty: ID, Name!, 238 NameCode @listID!, Value!, 241 ValueQuantity @unitCode!{unit},
     ValueQualifier
244 Certificate: ID!, 246 CertificateTypeCode!=NA, CertificateType!, Remarks, 249 IssuerParty!,
     252 DocumentReference
249 IssuerParty: 250 PartyName!
250 PartyName: Name!, ...
252 DocumentReference: ID!
`;
