// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol order response (T76); the notation is explained in `../syntax-tree.ts`. */
export const ORDER_RESPONSE_TREE = `
001 OrderResponse: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:ordering:3, ID!,
     SalesOrderID, IssueDate!, IssueTime, 008 OrderResponseCode!{order-response}, Note,
     010 DocumentCurrencyCode!{currency}, CustomerReference, 012 OrderReference!, 014 SellerSupplierParty!,
     023 BuyerCustomerParty!, 032 Delivery, 038 OrderLine
012 OrderReference: ID!
014 SellerSupplierParty: 015 Party!
015 Party: 016 EndpointID! @schemeID!{eas}, 018 PartyIdentification, 021 PartyLegalEntity
018 PartyIdentification: 019 ID! @schemeID{icd}, ...
021 PartyLegalEntity: RegistrationName!
023 BuyerCustomerParty: 024 Party!
024 Party: 025 EndpointID! @schemeID!{eas}, 027 PartyIdentification, 030 PartyLegalEntity
027 PartyIdentification: 028 ID! @schemeID{icd}, ...
030 PartyLegalEntity: RegistrationName!
032 Delivery: 033 PromisedDeliveryPeriod!
033 PromisedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
038 OrderLine: 039 LineItem!, 066 SellerSubstitutedLineItem, 093 OrderLineReference!
039 LineItem: ID!, Note, 042 LineStatusCode!{line-response}, 043 Quantity @unitCode!{unit},
     MaximumBackorderQuantity, 046 Delivery, 052 Price, 057 Item!
046 Delivery: 047 PromisedDeliveryPeriod!
047 PromisedDeliveryPeriod: StartDate, StartTime, EndDate, EndTime
052 Price: 053 PriceAmount! @currencyID!{currency}, 055 BaseQuantity @unitCode!{unit}
057 Item: Name!, 059 BuyersItemIdentification, 061 SellersItemIdentification, 063 StandardItemIdentification
059 BuyersItemIdentification: ID!
061 SellersItemIdentification: ID!
063 StandardItemIdentification: 064 ID! @schemeID!{icd}
066 SellerSubstitutedLineItem: ID!, 068 Item!
068 Item: Name, 070 SellersItemIdentification, 072 StandardItemIdentification, 075 CommodityClassification,
     080 ClassifiedTaxCategory, 085 AdditionalItemProperty
070 SellersItemIdentification: ID!
072 StandardItemIdentification: 073 ID! @schemeID!{icd}
075 CommodityClassification: 076 ItemClassificationCode @listID!{item-type}
080 ClassifiedTaxCategory: ID!, Percent, 083 TaxScheme!
083 TaxScheme: ID!
085 AdditionalItemProperty: Name!, 087 NameCode @listID!, Value!, 090 ValueQuantity @unitCode!{unit},
     ValueQualifier
093 OrderLineReference: LineID!
`;
