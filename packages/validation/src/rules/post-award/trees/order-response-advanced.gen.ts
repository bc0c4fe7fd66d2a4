// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol advanced order response (T116); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_RESPONSE_ADVANCED_TREE = `
001 OrderResponse: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3, ID!,
     SalesOrderID, IssueDate!, IssueTime, 008 OrderResponseCode!{order-response}, Note,
     010 DocumentCurrencyCode!{currency}, CustomerReference, 012 OrderReference!,
     014 OrderChangeDocumentReference, 016 SellerSupplierParty!, 025 BuyerCustomerParty!, 034 Delivery,
     040 OrderLine
012 OrderReference: ID!
014 OrderChangeDocumentReference: ID!
016 SellerSupplierParty: 017 Party!
017 Party: 018 EndpointID! @schemeID!{eas}, 020 PartyIdentification, 023 PartyLegalEntity
020 PartyIdentification: 021 ID! @schemeID{icd}, ...
023 PartyLegalEntity: RegistrationName!
025 BuyerCustomerParty: 026 Party!
026 Party: 027 EndpointID! @schemeID!{eas}, 029 PartyIdentification, 032 PartyLegalEntity
029 PartyIdentification: 030 ID! @schemeID{icd}, ...
032 PartyLegalEntity: RegistrationName!
034 Delivery: 035 PromisedDeliveryPeriod!
035 PromisedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
040 OrderLine: 041 LineItem!, 068 SellerSubstitutedLineItem, 095 OrderLineReference!
041 LineItem: ID!, Note, 044 LineStatusCode!{line-response}, 045 Quantity @unitCode!{unit},
     MaximumBackorderQuantity, 048 Delivery, 054 Price, 059 Item!
048 Delivery: 049 PromisedDeliveryPeriod
049 PromisedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
054 Price: 055 PriceAmount! @currencyID!{currency}, 057 BaseQuantity @unitCode!{unit}
059 Item: Name!, 061 BuyersItemIdentification, 063 SellersItemIdentification, 065 StandardItemIdentification
061 BuyersItemIdentification: ID!
063 SellersItemIdentification: ID!
065 StandardItemIdentification: 066 ID! @schemeID!{icd}
068 SellerSubstitutedLineItem: ID!, 070 Item!
070 Item: Name, 072 SellersItemIdentification, 074 StandardItemIdentification, 077 CommodityClassification,
     082 ClassifiedTaxCategory, 087 AdditionalItemProperty
072 SellersItemIdentification: ID!
074 StandardItemIdentification: 075 ID! @schemeID!{icd}
077 CommodityClassification: 078 ItemClassificationCode @listID!{item-type}
082 ClassifiedTaxCategory: ID!, Percent, 085 TaxScheme!
085 TaxScheme: ID!
087 AdditionalItemProperty: Name!, 089 NameCode @listID!, Value!, 092 ValueQuantity @unitCode!{unit},
     ValueQualifier
095 OrderLineReference: LineID!
`;
