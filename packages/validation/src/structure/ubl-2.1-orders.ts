/** Orders, despatch advices, application responses and their lines. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_ORDERS = `
Order = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID SalesOrderID? CopyIndicator?
  UUID? IssueDate IssueTime? OrderTypeCode? Note* RequestedInvoiceCurrencyCode? DocumentCurrencyCode?
  PricingCurrencyCode? TaxCurrencyCode? CustomerReference? AccountingCostCode? AccountingCost?
  LineCountNumeric? / ValidityPeriod:Period* QuotationDocumentReference:DocumentReference?
  OrderDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference?
  CatalogueReference? AdditionalDocumentReference:DocumentReference* Contract* ProjectReference*
  Signature* BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty
  OriginatorCustomerParty:CustomerParty? FreightForwarderParty:Party?
  AccountingCustomerParty:CustomerParty? Delivery* DeliveryTerms* PaymentMeans* PaymentTerms*
  TransactionConditions? AllowanceCharge* TaxExchangeRate:ExchangeRate?
  PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate? DestinationCountry:Country?
  TaxTotal* AnticipatedMonetaryTotal:MonetaryTotal? OrderLine+
OrderResponse = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID SalesOrderID?
  CopyIndicator? UUID? IssueDate IssueTime? OrderResponseCode? Note* DocumentCurrencyCode?
  PricingCurrencyCode? TaxCurrencyCode? TotalPackagesQuantity? GrossWeightMeasure? NetWeightMeasure?
  NetNetWeightMeasure? GrossVolumeMeasure? NetVolumeMeasure? CustomerReference? AccountingCostCode?
  AccountingCost? LineCountNumeric? / ValidityPeriod:Period* OrderReference+
  OrderDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference?
  AdditionalDocumentReference:DocumentReference* Contract* Signature* SellerSupplierParty:SupplierParty
  BuyerCustomerParty:CustomerParty OriginatorCustomerParty:CustomerParty? FreightForwarderParty:Party?
  AccountingSupplierParty:SupplierParty? AccountingCustomerParty:CustomerParty? Delivery* DeliveryTerms?
  PaymentMeans* PaymentTerms* AllowanceCharge* TransactionConditions? TaxExchangeRate:ExchangeRate?
  PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate? DestinationCountry:Country?
  TaxTotal* LegalMonetaryTotal:MonetaryTotal? OrderLine*
OrderLine = SubstitutionStatusCode? Note* / LineItem SellerProposedSubstituteLineItem:LineItem*
  SellerSubstitutedLineItem:LineItem* BuyerProposedSubstituteLineItem:LineItem*
  CatalogueLineReference:LineReference? QuotationLineReference:LineReference? OrderLineReference*
  DocumentReference*
LineItem = ID SalesOrderID? UUID? Note* LineStatusCode? Quantity? LineExtensionAmount? TotalTaxAmount?
  MinimumQuantity? MaximumQuantity? MinimumBackorderQuantity? MaximumBackorderQuantity?
  InspectionMethodCode? PartialDeliveryIndicator? BackOrderAllowedIndicator? AccountingCostCode?
  AccountingCost? WarrantyInformation* / Delivery* DeliveryTerms? OriginatorParty:Party?
  OrderedShipment* PricingReference? AllowanceCharge* Price? Item SubLineItem:LineItem*
  WarrantyValidityPeriod:Period? WarrantyParty:Party? TaxTotal* ItemPriceExtension:PriceExtension?
  LineReference*
OrderedShipment = / Shipment Package*
DespatchAdvice = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
  IssueDate IssueTime? DocumentStatusCode? DespatchAdviceTypeCode? Note* LineCountNumeric? /
  OrderReference* AdditionalDocumentReference:DocumentReference* Signature*
  DespatchSupplierParty:SupplierParty DeliveryCustomerParty:CustomerParty
  BuyerCustomerParty:CustomerParty? SellerSupplierParty:SupplierParty?
  OriginatorCustomerParty:CustomerParty? Shipment? DespatchLine+
ApplicationResponse = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID UUID? IssueDate
  IssueTime? ResponseDate? ResponseTime? Note* VersionID? / Signature* SenderParty:Party
  ReceiverParty:Party DocumentResponse*
DocumentResponse = / Response DocumentReference+ IssuerParty:Party? RecipientParty:Party? LineResponse*
LineResponse = / LineReference Response+
`;
