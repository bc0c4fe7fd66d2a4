/** Invoices, credit notes, their lines and what they refer to. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_DOCUMENTS = `
Invoice = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID? IssueDate
  IssueTime? DueDate? InvoiceTypeCode? Note* TaxPointDate? DocumentCurrencyCode? TaxCurrencyCode?
  PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode?
  AccountingCost? LineCountNumeric? BuyerReference? / InvoicePeriod:Period* OrderReference?
  BillingReference* DespatchDocumentReference:DocumentReference*
  ReceiptDocumentReference:DocumentReference* StatementDocumentReference:DocumentReference*
  OriginatorDocumentReference:DocumentReference* ContractDocumentReference:DocumentReference*
  AdditionalDocumentReference:DocumentReference* ProjectReference* Signature*
  AccountingSupplierParty:SupplierParty AccountingCustomerParty:CustomerParty PayeeParty:Party?
  BuyerCustomerParty:CustomerParty? SellerSupplierParty:SupplierParty? TaxRepresentativeParty:Party?
  Delivery* DeliveryTerms? PaymentMeans* PaymentTerms* PrepaidPayment:Payment* AllowanceCharge*
  TaxExchangeRate:ExchangeRate? PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate?
  PaymentAlternativeExchangeRate:ExchangeRate? TaxTotal* WithholdingTaxTotal:TaxTotal*
  LegalMonetaryTotal:MonetaryTotal InvoiceLine+
CreditNote = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
  IssueDate IssueTime? TaxPointDate? CreditNoteTypeCode? Note* DocumentCurrencyCode? TaxCurrencyCode?
  PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode?
  AccountingCost? LineCountNumeric? BuyerReference? / InvoicePeriod:Period* DiscrepancyResponse:Response*
  OrderReference? BillingReference* DespatchDocumentReference:DocumentReference*
  ReceiptDocumentReference:DocumentReference* ContractDocumentReference:DocumentReference*
  AdditionalDocumentReference:DocumentReference* StatementDocumentReference:DocumentReference*
  OriginatorDocumentReference:DocumentReference* Signature* AccountingSupplierParty:SupplierParty
  AccountingCustomerParty:CustomerParty PayeeParty:Party? BuyerCustomerParty:CustomerParty?
  SellerSupplierParty:SupplierParty? TaxRepresentativeParty:Party? Delivery* DeliveryTerms* PaymentMeans*
  PaymentTerms* TaxExchangeRate:ExchangeRate? PricingExchangeRate:ExchangeRate?
  PaymentExchangeRate:ExchangeRate? PaymentAlternativeExchangeRate:ExchangeRate? AllowanceCharge*
  TaxTotal* LegalMonetaryTotal:MonetaryTotal CreditNoteLine+
InvoiceLine = ID UUID? Note* InvoicedQuantity? LineExtensionAmount TaxPointDate? AccountingCostCode?
  AccountingCost? PaymentPurposeCode? FreeOfChargeIndicator? / InvoicePeriod:Period* OrderLineReference*
  DespatchLineReference:LineReference* ReceiptLineReference:LineReference* BillingReference*
  DocumentReference* PricingReference? OriginatorParty:Party? Delivery* PaymentTerms* AllowanceCharge*
  TaxTotal* WithholdingTaxTotal:TaxTotal* Item Price? DeliveryTerms? SubInvoiceLine:InvoiceLine*
  ItemPriceExtension:PriceExtension?
CreditNoteLine = ID UUID? Note* CreditedQuantity? LineExtensionAmount? TaxPointDate? AccountingCostCode?
  AccountingCost? PaymentPurposeCode? FreeOfChargeIndicator? / InvoicePeriod:Period* OrderLineReference*
  DiscrepancyResponse:Response* DespatchLineReference:LineReference* ReceiptLineReference:LineReference*
  BillingReference* DocumentReference* PricingReference? OriginatorParty:Party? Delivery* PaymentTerms*
  TaxTotal* AllowanceCharge* Item? Price? DeliveryTerms* SubCreditNoteLine:CreditNoteLine*
  ItemPriceExtension:PriceExtension?
BillingReference = / InvoiceDocumentReference:DocumentReference?
  SelfBilledInvoiceDocumentReference:DocumentReference? CreditNoteDocumentReference:DocumentReference?
  SelfBilledCreditNoteDocumentReference:DocumentReference? DebitNoteDocumentReference:DocumentReference?
  ReminderDocumentReference:DocumentReference? AdditionalDocumentReference:DocumentReference?
  BillingReferenceLine*
BillingReferenceLine = ID Amount? / AllowanceCharge*
OrderReference = ID SalesOrderID? CopyIndicator? UUID? IssueDate? IssueTime? CustomerReference?
  OrderTypeCode? / DocumentReference?
OrderLineReference = LineID SalesOrderLineID? UUID? LineStatusCode? / OrderReference?
LineReference = LineID UUID? LineStatusCode? / DocumentReference?
DespatchLine = ID UUID? Note* LineStatusCode? DeliveredQuantity? BackorderQuantity? BackorderReason*
  OutstandingQuantity? OutstandingReason* OversupplyQuantity? / OrderLineReference+ DocumentReference*
  Item Shipment*
ReceiptLine = ID UUID? Note* ReceivedQuantity? ShortQuantity? ShortageActionCode? RejectedQuantity?
  RejectReasonCode? RejectReason* RejectActionCode? QuantityDiscrepancyCode? OversupplyQuantity?
  ReceivedDate? TimingComplaintCode? TimingComplaint? / OrderLineReference?
  DespatchLineReference:LineReference* DocumentReference* Item* Shipment*
DocumentReference = ID CopyIndicator? UUID? IssueDate? IssueTime? DocumentTypeCode? DocumentType? XPath*
  LanguageID? LocaleCode? VersionID? DocumentStatusCode? DocumentDescription* / Attachment?
  ValidityPeriod:Period? IssuerParty:Party? ResultOfVerification?
Attachment = EmbeddedDocumentBinaryObject? / ExternalReference?
ExternalReference = URI? DocumentHash? HashAlgorithmMethod? ExpiryDate? ExpiryTime? MimeCode? FormatCode?
  EncodingCode? CharacterSetCode? FileName? Description*
Contract = ID? IssueDate? IssueTime? NominationDate? NominationTime? ContractTypeCode? ContractType? Note*
  VersionID? Description* / ValidityPeriod:Period? ContractDocumentReference:DocumentReference*
  NominationPeriod:Period? ContractualDelivery:Delivery?
ProjectReference = ID UUID? IssueDate? / WorkPhaseReference*
WorkPhaseReference = ID? WorkPhaseCode? WorkPhase* ProgressPercent? StartDate? EndDate? /
  WorkOrderDocumentReference:DocumentReference*
Signature = ID Note* ValidationDate? ValidationTime? ValidatorID? CanonicalizationMethod? SignatureMethod?
  / SignatoryParty:Party? DigitalSignatureAttachment:Attachment?
  OriginalDocumentReference:DocumentReference?
ResultOfVerification = ValidatorID? ValidationResultCode? ValidationDate? ValidationTime? ValidateProcess?
  ValidateTool? ValidateToolVersion? / SignatoryParty:Party?
Period = StartDate? StartTime? EndDate? EndTime? DurationMeasure? DescriptionCode* Description*
Response = ReferenceID? ResponseCode? Description* EffectiveDate? EffectiveTime? / Status*
Status = ConditionCode? ReferenceDate? ReferenceTime? Description* StatusReasonCode? StatusReason*
  SequenceID? Text* IndicationIndicator? Percent? ReliabilityPercent? / Condition*
Condition = AttributeID Measure? Description* MinimumMeasure? MaximumMeasure?
`;
