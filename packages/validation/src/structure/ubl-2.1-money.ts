/** Taxes, totals, prices, allowances and payment. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_MONEY = `
TaxTotal = TaxAmount RoundingAmount? TaxEvidenceIndicator? TaxIncludedIndicator? / TaxSubtotal*
TaxSubtotal = TaxableAmount? TaxAmount CalculationSequenceNumeric? TransactionCurrencyTaxAmount? Percent?
  BaseUnitMeasure? PerUnitAmount? TierRange? TierRatePercent? / TaxCategory
TaxCategory = ID? Name? Percent? BaseUnitMeasure? PerUnitAmount? TaxExemptionReasonCode?
  TaxExemptionReason* TierRange? TierRatePercent? / TaxScheme
TaxScheme = ID? Name? TaxTypeCode? CurrencyCode? / JurisdictionRegionAddress:Address*
MonetaryTotal = LineExtensionAmount? TaxExclusiveAmount? TaxInclusiveAmount? AllowanceTotalAmount?
  ChargeTotalAmount? PrepaidAmount? PayableRoundingAmount? PayableAmount PayableAlternativeAmount?
AllowanceCharge = ID? ChargeIndicator AllowanceChargeReasonCode? AllowanceChargeReason*
  MultiplierFactorNumeric? PrepaidIndicator? SequenceNumeric? Amount BaseAmount? AccountingCostCode?
  AccountingCost? PerUnitAmount? / TaxCategory* TaxTotal? PaymentMeans*
Price = PriceAmount BaseQuantity? PriceChangeReason* PriceTypeCode? PriceType? OrderableUnitFactorRate? /
  ValidityPeriod:Period* PriceList? AllowanceCharge* PricingExchangeRate:ExchangeRate?
PriceExtension = Amount / TaxTotal*
PriceList = ID? StatusCode? / ValidityPeriod:Period* PreviousPriceList:PriceList?
PricingReference = / OriginalItemLocationQuantity:ItemLocationQuantity? AlternativeConditionPrice:Price*
DependentPriceReference = Percent? / LocationAddress:Address? DependentLineReference:LineReference?
ItemLocationQuantity = LeadTimeMeasure? MinimumQuantity? MaximumQuantity? HazardousRiskIndicator?
  TradingRestrictions* / ApplicableTerritoryAddress:Address* Price? DeliveryUnit*
  ApplicableTaxCategory:TaxCategory* Package? AllowanceCharge* DependentPriceReference?
ExchangeRate = SourceCurrencyCode SourceCurrencyBaseRate? TargetCurrencyCode TargetCurrencyBaseRate?
  ExchangeMarketID? CalculationRate? MathematicOperatorCode? Date? / ForeignExchangeContract:Contract?
Payment = ID? PaidAmount? ReceivedDate? PaidDate? PaidTime? InstructionID?
PaymentMeans = ID? PaymentMeansCode PaymentDueDate? PaymentChannelCode? InstructionID? InstructionNote*
  PaymentID* / CardAccount? PayerFinancialAccount:FinancialAccount?
  PayeeFinancialAccount:FinancialAccount? CreditAccount? PaymentMandate? TradeFinancing?
PaymentMandate = ID? MandateTypeCode? MaximumPaymentInstructionsNumeric? MaximumPaidAmount? SignatureID? /
  PayerParty:Party? PayerFinancialAccount:FinancialAccount? ValidityPeriod:Period?
  PaymentReversalPeriod:Period? Clause*
PaymentTerms = ID? PaymentMeansID* PrepaidPaymentReferenceID? Note* ReferenceEventCode?
  SettlementDiscountPercent? PenaltySurchargePercent? PaymentPercent? Amount? SettlementDiscountAmount?
  PenaltyAmount? PaymentTermsDetailsURI? PaymentDueDate? InstallmentDueDate? InvoicingPartyReference? /
  SettlementPeriod:Period? PenaltyPeriod:Period? ExchangeRate? ValidityPeriod:Period?
CardAccount = PrimaryAccountNumberID NetworkID CardTypeCode? ValidityStartDate? ExpiryDate? IssuerID?
  IssueNumberID? CV2ID? CardChipCode? ChipApplicationID? HolderName?
CreditAccount = AccountID
FinancialAccount = ID? Name? AliasName? AccountTypeCode? AccountFormatCode? CurrencyCode? PaymentNote* /
  FinancialInstitutionBranch:Branch? Country?
FinancialInstitution = ID? Name? / Address?
Branch = ID? Name? / FinancialInstitution? Address?
TradeFinancing = ID? FinancingInstrumentCode? / ContractDocumentReference:DocumentReference?
  DocumentReference* FinancingParty:Party FinancingFinancialAccount:FinancialAccount? Clause*
Clause = ID? Content*
TradingTerms = Information* Reference? / ApplicableAddress:Address?
TransactionConditions = ID? ActionCode? Description* / DocumentReference*
`;
