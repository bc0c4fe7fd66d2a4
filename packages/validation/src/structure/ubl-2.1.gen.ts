// Made by npm run rules:generate from the official schemas of UBL 2.1. Not to be edited.
import type { Notation } from './notation.ts';

/** The documents of the Peppol BIS, and all that may stand in them. [UBL 2.1] */
export const UBL_2_1: Notation = {
  documents: ['Invoice', 'CreditNote', 'Order', 'OrderResponse', 'DespatchAdvice', 'ApplicationResponse', 'Catalogue'],
  extensions: 'documents',
  tables: [`
Invoice = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID? IssueDate
  IssueTime? DueDate? InvoiceTypeCode? Note* TaxPointDate? DocumentCurrencyCode? TaxCurrencyCode?
  PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode?
  AccountingCost? LineCountNumeric? BuyerReference? / InvoicePeriod:Period* OrderReference?
  BillingReference* DespatchDocumentReference:DocumentReference* ReceiptDocumentReference:DocumentReference*
  StatementDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference*
  ContractDocumentReference:DocumentReference* AdditionalDocumentReference:DocumentReference*
  ProjectReference* Signature* AccountingSupplierParty:SupplierParty AccountingCustomerParty:CustomerParty
  PayeeParty:Party? BuyerCustomerParty:CustomerParty? SellerSupplierParty:SupplierParty?
  TaxRepresentativeParty:Party? Delivery* DeliveryTerms? PaymentMeans* PaymentTerms* PrepaidPayment:Payment*
  AllowanceCharge* TaxExchangeRate:ExchangeRate? PricingExchangeRate:ExchangeRate?
  PaymentExchangeRate:ExchangeRate? PaymentAlternativeExchangeRate:ExchangeRate? TaxTotal*
  WithholdingTaxTotal:TaxTotal* LegalMonetaryTotal:MonetaryTotal InvoiceLine+
CreditNote = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID? IssueDate
  IssueTime? TaxPointDate? CreditNoteTypeCode? Note* DocumentCurrencyCode? TaxCurrencyCode?
  PricingCurrencyCode? PaymentCurrencyCode? PaymentAlternativeCurrencyCode? AccountingCostCode?
  AccountingCost? LineCountNumeric? BuyerReference? / InvoicePeriod:Period* DiscrepancyResponse:Response*
  OrderReference? BillingReference* DespatchDocumentReference:DocumentReference*
  ReceiptDocumentReference:DocumentReference* ContractDocumentReference:DocumentReference*
  AdditionalDocumentReference:DocumentReference* StatementDocumentReference:DocumentReference*
  OriginatorDocumentReference:DocumentReference* Signature* AccountingSupplierParty:SupplierParty
  AccountingCustomerParty:CustomerParty PayeeParty:Party? BuyerCustomerParty:CustomerParty?
  SellerSupplierParty:SupplierParty? TaxRepresentativeParty:Party? Delivery* DeliveryTerms* PaymentMeans*
  PaymentTerms* TaxExchangeRate:ExchangeRate? PricingExchangeRate:ExchangeRate?
  PaymentExchangeRate:ExchangeRate? PaymentAlternativeExchangeRate:ExchangeRate? AllowanceCharge* TaxTotal*
  LegalMonetaryTotal:MonetaryTotal CreditNoteLine+
Order = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID SalesOrderID? CopyIndicator? UUID?
  IssueDate IssueTime? OrderTypeCode? Note* RequestedInvoiceCurrencyCode? DocumentCurrencyCode?
  PricingCurrencyCode? TaxCurrencyCode? CustomerReference? AccountingCostCode? AccountingCost?
  LineCountNumeric? / ValidityPeriod:Period* QuotationDocumentReference:DocumentReference?
  OrderDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference?
  CatalogueReference? AdditionalDocumentReference:DocumentReference* Contract* ProjectReference* Signature*
  BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty OriginatorCustomerParty:CustomerParty?
  FreightForwarderParty:Party? AccountingCustomerParty:CustomerParty? Delivery* DeliveryTerms* PaymentMeans*
  PaymentTerms* TransactionConditions? AllowanceCharge* TaxExchangeRate:ExchangeRate?
  PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate? DestinationCountry:Country? TaxTotal*
  AnticipatedMonetaryTotal:MonetaryTotal? OrderLine+
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
  PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate? DestinationCountry:Country? TaxTotal*
  LegalMonetaryTotal:MonetaryTotal? OrderLine*
DespatchAdvice = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
  IssueDate IssueTime? DocumentStatusCode? DespatchAdviceTypeCode? Note* LineCountNumeric? / OrderReference*
  AdditionalDocumentReference:DocumentReference* Signature* DespatchSupplierParty:SupplierParty
  DeliveryCustomerParty:CustomerParty BuyerCustomerParty:CustomerParty? SellerSupplierParty:SupplierParty?
  OriginatorCustomerParty:CustomerParty? Shipment? DespatchLine+
ApplicationResponse = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID UUID? IssueDate
  IssueTime? ResponseDate? ResponseTime? Note* VersionID? / Signature* SenderParty:Party ReceiverParty:Party
  DocumentResponse*
Catalogue = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID UUID? ActionCode? Name?
  IssueDate IssueTime? RevisionDate? RevisionTime? Note* Description* VersionID? PreviousVersionID?
  LineCountNumeric? / ValidityPeriod:Period* ReferencedContract:Contract*
  SourceCatalogueReference:CatalogueReference? DocumentReference* Signature* ProviderParty:Party
  ReceiverParty:Party SellerSupplierParty:SupplierParty? ContractorCustomerParty:CustomerParty?
  TradingTerms* CatalogueLine+
Address = ID? AddressTypeCode? AddressFormatCode? Postbox? Floor? Room? StreetName? AdditionalStreetName?
  BlockName? BuildingName? BuildingNumber? InhouseMail? Department? MarkAttention? MarkCare?
  PlotIdentification? CitySubdivisionName? CityName? PostalZone? CountrySubentity? CountrySubentityCode?
  Region? District? TimezoneOffset? / AddressLine* Country? LocationCoordinate*
AddressLine = Line
AirTransport = AircraftID
AllowanceCharge = ID? ChargeIndicator AllowanceChargeReasonCode? AllowanceChargeReason*
  MultiplierFactorNumeric? PrepaidIndicator? SequenceNumeric? Amount BaseAmount? AccountingCostCode?
  AccountingCost? PerUnitAmount? / TaxCategory* TaxTotal? PaymentMeans*
Attachment = EmbeddedDocumentBinaryObject? / ExternalReference?
BillingReference = / InvoiceDocumentReference:DocumentReference?
  SelfBilledInvoiceDocumentReference:DocumentReference? CreditNoteDocumentReference:DocumentReference?
  SelfBilledCreditNoteDocumentReference:DocumentReference? DebitNoteDocumentReference:DocumentReference?
  ReminderDocumentReference:DocumentReference? AdditionalDocumentReference:DocumentReference?
  BillingReferenceLine*
BillingReferenceLine = ID Amount? / AllowanceCharge*
Branch = ID? Name? / FinancialInstitution? Address?
CardAccount = PrimaryAccountNumberID NetworkID CardTypeCode? ValidityStartDate? ExpiryDate? IssuerID?
  IssueNumberID? CV2ID? CardChipCode? ChipApplicationID? HolderName?
CatalogueLine = ID ActionCode? LifeCycleStatusCode? ContractSubdivision? Note* OrderableIndicator?
  OrderableUnit? ContentUnitQuantity? OrderQuantityIncrementNumeric? MinimumOrderQuantity?
  MaximumOrderQuantity? WarrantyInformation* PackLevelCode? / ContractorCustomerParty:CustomerParty?
  SellerSupplierParty:SupplierParty? WarrantyParty:Party? WarrantyValidityPeriod:Period?
  LineValidityPeriod:Period? ItemComparison* ComponentRelatedItem:RelatedItem*
  AccessoryRelatedItem:RelatedItem* RequiredRelatedItem:RelatedItem* ReplacementRelatedItem:RelatedItem*
  ComplementaryRelatedItem:RelatedItem* ReplacedRelatedItem:RelatedItem*
  RequiredItemLocationQuantity:ItemLocationQuantity* DocumentReference* Item
  KeywordItemProperty:ItemProperty* CallForTendersLineReference:LineReference?
  CallForTendersDocumentReference:DocumentReference?
CatalogueReference = ID UUID? IssueDate? IssueTime? RevisionDate? RevisionTime? Note* Description*
  VersionID? PreviousVersionID?
Certificate = ID CertificateTypeCode CertificateType Remarks* / IssuerParty:Party DocumentReference*
  Signature*
Clause = ID? Content*
CommodityClassification = NatureCode? CargoTypeCode? CommodityCode? ItemClassificationCode?
Communication = ChannelCode? Channel? Value?
Condition = AttributeID Measure? Description* MinimumMeasure? MaximumMeasure?
Consignment = ID CarrierAssignedID? ConsigneeAssignedID? ConsignorAssignedID? FreightForwarderAssignedID?
  BrokerAssignedID? ContractedCarrierAssignedID? PerformingCarrierAssignedID? SummaryDescription*
  TotalInvoiceAmount? DeclaredCustomsValueAmount? TariffDescription* TariffCode? InsurancePremiumAmount?
  GrossWeightMeasure? NetWeightMeasure? NetNetWeightMeasure? ChargeableWeightMeasure? GrossVolumeMeasure?
  NetVolumeMeasure? LoadingLengthMeasure? Remarks* HazardousRiskIndicator? AnimalFoodIndicator?
  HumanFoodIndicator? LivestockIndicator? BulkCargoIndicator? ContainerizedIndicator? GeneralCargoIndicator?
  SpecialSecurityIndicator? ThirdPartyPayerIndicator? CarrierServiceInstructions*
  CustomsClearanceServiceInstructions* ForwarderServiceInstructions* SpecialServiceInstructions* SequenceID?
  ShippingPriorityLevelCode? HandlingCode? HandlingInstructions* Information* TotalGoodsItemQuantity?
  TotalTransportHandlingUnitQuantity? InsuranceValueAmount? DeclaredForCarriageValueAmount?
  DeclaredStatisticsValueAmount? FreeOnBoardValueAmount? SpecialInstructions* SplitConsignmentIndicator?
  DeliveryInstructions* ConsignmentQuantity? ConsolidatableIndicator? HaulageInstructions*
  LoadingSequenceID? ChildConsignmentQuantity? TotalPackagesQuantity? / ConsolidatedShipment:Shipment*
  CustomsDeclaration* RequestedPickupTransportEvent:TransportEvent?
  RequestedDeliveryTransportEvent:TransportEvent? PlannedPickupTransportEvent:TransportEvent?
  PlannedDeliveryTransportEvent:TransportEvent? Status* ChildConsignment:Consignment* ConsigneeParty:Party?
  ExporterParty:Party? ConsignorParty:Party? ImporterParty:Party? CarrierParty:Party?
  FreightForwarderParty:Party? NotifyParty:Party? OriginalDespatchParty:Party? FinalDeliveryParty:Party?
  PerformingCarrierParty:Party? SubstituteCarrierParty:Party? LogisticsOperatorParty:Party?
  TransportAdvisorParty:Party? HazardousItemNotificationParty:Party? InsuranceParty:Party?
  MortgageHolderParty:Party? BillOfLadingHolderParty:Party? OriginalDepartureCountry:Country?
  FinalDestinationCountry:Country? TransitCountry:Country* TransportContract:Contract? TransportEvent*
  OriginalDespatchTransportationService:TransportationService?
  FinalDeliveryTransportationService:TransportationService? DeliveryTerms? PaymentTerms?
  CollectPaymentTerms:PaymentTerms? DisbursementPaymentTerms:PaymentTerms? PrepaidPaymentTerms:PaymentTerms?
  FreightAllowanceCharge:AllowanceCharge* ExtraAllowanceCharge:AllowanceCharge*
  MainCarriageShipmentStage:ShipmentStage* PreCarriageShipmentStage:ShipmentStage*
  OnCarriageShipmentStage:ShipmentStage* TransportHandlingUnit* FirstArrivalPortLocation:Location?
  LastExitPortLocation:Location?
Contact = ID? Name? Telephone? Telefax? ElectronicMail? Note* / OtherCommunication:Communication*
Contract = ID? IssueDate? IssueTime? NominationDate? NominationTime? ContractTypeCode? ContractType? Note*
  VersionID? Description* / ValidityPeriod:Period? ContractDocumentReference:DocumentReference*
  NominationPeriod:Period? ContractualDelivery:Delivery?
CorporateRegistrationScheme = ID? Name? CorporateRegistrationTypeCode? / JurisdictionRegionAddress:Address*
Country = IdentificationCode? Name?
CreditAccount = AccountID
CreditNoteLine = ID UUID? Note* CreditedQuantity? LineExtensionAmount? TaxPointDate? AccountingCostCode?
  AccountingCost? PaymentPurposeCode? FreeOfChargeIndicator? / InvoicePeriod:Period* OrderLineReference*
  DiscrepancyResponse:Response* DespatchLineReference:LineReference* ReceiptLineReference:LineReference*
  BillingReference* DocumentReference* PricingReference? OriginatorParty:Party? Delivery* PaymentTerms*
  TaxTotal* AllowanceCharge* Item? Price? DeliveryTerms* SubCreditNoteLine:CreditNoteLine*
  ItemPriceExtension:PriceExtension?
CustomerParty = CustomerAssignedAccountID? SupplierAssignedAccountID? AdditionalAccountID* / Party?
  DeliveryContact:Contact? AccountingContact:Contact? BuyerContact:Contact?
CustomsDeclaration = ID / IssuerParty:Party?
Delivery = ID? Quantity? MinimumQuantity? MaximumQuantity? ActualDeliveryDate? ActualDeliveryTime?
  LatestDeliveryDate? LatestDeliveryTime? ReleaseID? TrackingID? / DeliveryAddress:Address?
  DeliveryLocation:Location? AlternativeDeliveryLocation:Location? RequestedDeliveryPeriod:Period?
  PromisedDeliveryPeriod:Period? EstimatedDeliveryPeriod:Period? CarrierParty:Party? DeliveryParty:Party?
  NotifyParty:Party* Despatch? DeliveryTerms* MinimumDeliveryUnit:DeliveryUnit?
  MaximumDeliveryUnit:DeliveryUnit? Shipment?
DeliveryTerms = ID? SpecialTerms* LossRiskResponsibilityCode? LossRisk* Amount? / DeliveryLocation:Location?
  AllowanceCharge?
DeliveryUnit = BatchQuantity ConsumerUnitQuantity? HazardousRiskIndicator?
DependentPriceReference = Percent? / LocationAddress:Address? DependentLineReference:LineReference?
Despatch = ID? RequestedDespatchDate? RequestedDespatchTime? EstimatedDespatchDate? EstimatedDespatchTime?
  ActualDespatchDate? ActualDespatchTime? GuaranteedDespatchDate? GuaranteedDespatchTime? ReleaseID?
  Instructions* / DespatchAddress:Address? DespatchLocation:Location? DespatchParty:Party?
  CarrierParty:Party? NotifyParty:Party* Contact? EstimatedDespatchPeriod:Period?
  RequestedDespatchPeriod:Period?
DespatchLine = ID UUID? Note* LineStatusCode? DeliveredQuantity? BackorderQuantity? BackorderReason*
  OutstandingQuantity? OutstandingReason* OversupplyQuantity? / OrderLineReference+ DocumentReference* Item
  Shipment*
Dimension = AttributeID Measure? Description* MinimumMeasure? MaximumMeasure?
DocumentReference = ID CopyIndicator? UUID? IssueDate? IssueTime? DocumentTypeCode? DocumentType? XPath*
  LanguageID? LocaleCode? VersionID? DocumentStatusCode? DocumentDescription* / Attachment?
  ValidityPeriod:Period? IssuerParty:Party? ResultOfVerification?
DocumentResponse = / Response DocumentReference+ IssuerParty:Party? RecipientParty:Party? LineResponse*
EmissionCalculationMethod = CalculationMethodCode? FullnessIndicationCode? /
  MeasurementFromLocation:Location? MeasurementToLocation:Location?
EnvironmentalEmission = EnvironmentalEmissionTypeCode ValueMeasure Description* / EmissionCalculationMethod*
ExchangeRate = SourceCurrencyCode SourceCurrencyBaseRate? TargetCurrencyCode TargetCurrencyBaseRate?
  ExchangeMarketID? CalculationRate? MathematicOperatorCode? Date? / ForeignExchangeContract:Contract?
ExternalReference = URI? DocumentHash? HashAlgorithmMethod? ExpiryDate? ExpiryTime? MimeCode? FormatCode?
  EncodingCode? CharacterSetCode? FileName? Description*
FinancialAccount = ID? Name? AliasName? AccountTypeCode? AccountFormatCode? CurrencyCode? PaymentNote* /
  FinancialInstitutionBranch:Branch? Country?
FinancialInstitution = ID? Name? / Address?
GoodsItem = ID? SequenceNumberID? Description* HazardousRiskIndicator? DeclaredCustomsValueAmount?
  DeclaredForCarriageValueAmount? DeclaredStatisticsValueAmount? FreeOnBoardValueAmount?
  InsuranceValueAmount? ValueAmount? GrossWeightMeasure? NetWeightMeasure? NetNetWeightMeasure?
  ChargeableWeightMeasure? GrossVolumeMeasure? NetVolumeMeasure? Quantity? PreferenceCriterionCode?
  RequiredCustomsID? CustomsStatusCode? CustomsTariffQuantity? CustomsImportClassifiedIndicator?
  ChargeableQuantity? ReturnableQuantity? TraceID? / Item* GoodsItemContainer*
  FreightAllowanceCharge:AllowanceCharge* InvoiceLine* Temperature* ContainedGoodsItem:GoodsItem*
  OriginAddress:Address? Delivery? Pickup? Despatch? MeasurementDimension:Dimension*
  ContainingPackage:Package* ShipmentDocumentReference:DocumentReference? MinimumTemperature:Temperature?
  MaximumTemperature:Temperature?
GoodsItemContainer = ID Quantity? / TransportEquipment*
HazardousGoodsTransit = TransportEmergencyCardCode? PackingCriteriaCode? HazardousRegulationCode?
  InhalationToxicityZoneCode? TransportAuthorizationCode? / MaximumTemperature:Temperature?
  MinimumTemperature:Temperature?
HazardousItem = ID? PlacardNotation? PlacardEndorsement? AdditionalInformation* UNDGCode?
  EmergencyProceduresCode? MedicalFirstAidGuideCode? TechnicalName? CategoryName? HazardousCategoryCode?
  UpperOrangeHazardPlacardID? LowerOrangeHazardPlacardID? MarkingID? HazardClassID? NetWeightMeasure?
  NetVolumeMeasure? Quantity? / ContactParty:Party? SecondaryHazard* HazardousGoodsTransit*
  EmergencyTemperature:Temperature? FlashpointTemperature:Temperature? AdditionalTemperature:Temperature*
InvoiceLine = ID UUID? Note* InvoicedQuantity? LineExtensionAmount TaxPointDate? AccountingCostCode?
  AccountingCost? PaymentPurposeCode? FreeOfChargeIndicator? / InvoicePeriod:Period* OrderLineReference*
  DespatchLineReference:LineReference* ReceiptLineReference:LineReference* BillingReference*
  DocumentReference* PricingReference? OriginatorParty:Party? Delivery* PaymentTerms* AllowanceCharge*
  TaxTotal* WithholdingTaxTotal:TaxTotal* Item Price? DeliveryTerms? SubInvoiceLine:InvoiceLine*
  ItemPriceExtension:PriceExtension?
Item = Description* PackQuantity? PackSizeNumeric? CatalogueIndicator? Name? HazardousRiskIndicator?
  AdditionalInformation* Keyword* BrandName* ModelName* / BuyersItemIdentification:ItemIdentification?
  SellersItemIdentification:ItemIdentification? ManufacturersItemIdentification:ItemIdentification*
  StandardItemIdentification:ItemIdentification? CatalogueItemIdentification:ItemIdentification?
  AdditionalItemIdentification:ItemIdentification* CatalogueDocumentReference:DocumentReference?
  ItemSpecificationDocumentReference:DocumentReference* OriginCountry:Country? CommodityClassification*
  TransactionConditions* HazardousItem* ClassifiedTaxCategory:TaxCategory*
  AdditionalItemProperty:ItemProperty* ManufacturerParty:Party* InformationContentProviderParty:Party?
  OriginAddress:Address* ItemInstance* Certificate* Dimension*
ItemComparison = PriceAmount? Quantity?
ItemIdentification = ID ExtendedID? BarcodeSymbologyID? / PhysicalAttribute* MeasurementDimension:Dimension*
  IssuerParty:Party?
ItemInstance = ProductTraceID? ManufactureDate? ManufactureTime? BestBeforeDate? RegistrationID? SerialID? /
  AdditionalItemProperty:ItemProperty* LotIdentification?
ItemLocationQuantity = LeadTimeMeasure? MinimumQuantity? MaximumQuantity? HazardousRiskIndicator?
  TradingRestrictions* / ApplicableTerritoryAddress:Address* Price? DeliveryUnit*
  ApplicableTaxCategory:TaxCategory* Package? AllowanceCharge* DependentPriceReference?
ItemProperty = ID? Name NameCode? TestMethod? Value? ValueQuantity? ValueQualifier* ImportanceCode?
  ListValue* / UsabilityPeriod:Period? ItemPropertyGroup* RangeDimension:Dimension? ItemPropertyRange?
ItemPropertyGroup = ID Name? ImportanceCode?
ItemPropertyRange = MinimumValue? MaximumValue?
Language = ID? Name? LocaleCode?
LineItem = ID SalesOrderID? UUID? Note* LineStatusCode? Quantity? LineExtensionAmount? TotalTaxAmount?
  MinimumQuantity? MaximumQuantity? MinimumBackorderQuantity? MaximumBackorderQuantity?
  InspectionMethodCode? PartialDeliveryIndicator? BackOrderAllowedIndicator? AccountingCostCode?
  AccountingCost? WarrantyInformation* / Delivery* DeliveryTerms? OriginatorParty:Party? OrderedShipment*
  PricingReference? AllowanceCharge* Price? Item SubLineItem:LineItem* WarrantyValidityPeriod:Period?
  WarrantyParty:Party? TaxTotal* ItemPriceExtension:PriceExtension? LineReference*
LineReference = LineID UUID? LineStatusCode? / DocumentReference?
LineResponse = / LineReference Response+
Location = ID? Description* Conditions* CountrySubentity? CountrySubentityCode? LocationTypeCode?
  InformationURI? Name? / ValidityPeriod:Period* Address? SubsidiaryLocation:Location* LocationCoordinate*
LocationCoordinate = CoordinateSystemCode? LatitudeDegreesMeasure? LatitudeMinutesMeasure?
  LatitudeDirectionCode? LongitudeDegreesMeasure? LongitudeMinutesMeasure? LongitudeDirectionCode?
  AltitudeMeasure?
LotIdentification = LotNumberID? ExpiryDate? / AdditionalItemProperty:ItemProperty*
MaritimeTransport = VesselID? VesselName? RadioCallSignID? ShipsRequirements* GrossTonnageMeasure?
  NetTonnageMeasure? / RegistryCertificateDocumentReference:DocumentReference?
  RegistryPortLocation:Location?
MonetaryTotal = LineExtensionAmount? TaxExclusiveAmount? TaxInclusiveAmount? AllowanceTotalAmount?
  ChargeTotalAmount? PrepaidAmount? PayableRoundingAmount? PayableAmount PayableAlternativeAmount?
OrderLine = SubstitutionStatusCode? Note* / LineItem SellerProposedSubstituteLineItem:LineItem*
  SellerSubstitutedLineItem:LineItem* BuyerProposedSubstituteLineItem:LineItem*
  CatalogueLineReference:LineReference? QuotationLineReference:LineReference? OrderLineReference*
  DocumentReference*
OrderLineReference = LineID SalesOrderLineID? UUID? LineStatusCode? / OrderReference?
OrderReference = ID SalesOrderID? CopyIndicator? UUID? IssueDate? IssueTime? CustomerReference?
  OrderTypeCode? / DocumentReference?
OrderedShipment = / Shipment Package*
Package = ID? Quantity? ReturnableMaterialIndicator? PackageLevelCode? PackagingTypeCode? PackingMaterial*
  TraceID? / ContainedPackage:Package* ContainingTransportEquipment:TransportEquipment? GoodsItem*
  MeasurementDimension:Dimension* DeliveryUnit* Delivery? Pickup? Despatch?
Party = MarkCareIndicator? MarkAttentionIndicator? WebsiteURI? LogoReferenceID? EndpointID?
  IndustryClassificationCode? / PartyIdentification* PartyName* Language? PostalAddress:Address?
  PhysicalLocation:Location? PartyTaxScheme* PartyLegalEntity* Contact? Person* AgentParty:Party?
  ServiceProviderParty* PowerOfAttorney* FinancialAccount?
PartyIdentification = ID
PartyLegalEntity = RegistrationName? CompanyID? RegistrationDate? RegistrationExpirationDate?
  CompanyLegalFormCode? CompanyLegalForm? SoleProprietorshipIndicator? CompanyLiquidationStatusCode?
  CorporateStockAmount? FullyPaidSharesIndicator? / RegistrationAddress:Address?
  CorporateRegistrationScheme? HeadOfficeParty:Party? ShareholderParty*
PartyName = Name
PartyTaxScheme = RegistrationName? CompanyID? TaxLevelCode? ExemptionReasonCode? ExemptionReason* /
  RegistrationAddress:Address? TaxScheme
Payment = ID? PaidAmount? ReceivedDate? PaidDate? PaidTime? InstructionID?
PaymentMandate = ID? MandateTypeCode? MaximumPaymentInstructionsNumeric? MaximumPaidAmount? SignatureID? /
  PayerParty:Party? PayerFinancialAccount:FinancialAccount? ValidityPeriod:Period?
  PaymentReversalPeriod:Period? Clause*
PaymentMeans = ID? PaymentMeansCode PaymentDueDate? PaymentChannelCode? InstructionID? InstructionNote*
  PaymentID* / CardAccount? PayerFinancialAccount:FinancialAccount? PayeeFinancialAccount:FinancialAccount?
  CreditAccount? PaymentMandate? TradeFinancing?
PaymentTerms = ID? PaymentMeansID* PrepaidPaymentReferenceID? Note* ReferenceEventCode?
  SettlementDiscountPercent? PenaltySurchargePercent? PaymentPercent? Amount? SettlementDiscountAmount?
  PenaltyAmount? PaymentTermsDetailsURI? PaymentDueDate? InstallmentDueDate? InvoicingPartyReference? /
  SettlementPeriod:Period? PenaltyPeriod:Period? ExchangeRate? ValidityPeriod:Period?
Period = StartDate? StartTime? EndDate? EndTime? DurationMeasure? DescriptionCode* Description*
Person = ID? FirstName? FamilyName? Title? MiddleName? OtherName? NameSuffix? JobTitle? NationalityID?
  GenderCode? BirthDate? BirthplaceName? OrganizationDepartment? / Contact? FinancialAccount?
  IdentityDocumentReference:DocumentReference* ResidenceAddress:Address?
PhysicalAttribute = AttributeID PositionCode? DescriptionCode? Description*
Pickup = ID? ActualPickupDate? ActualPickupTime? EarliestPickupDate? EarliestPickupTime? LatestPickupDate?
  LatestPickupTime? / PickupLocation:Location? PickupParty:Party?
PowerOfAttorney = ID? IssueDate? IssueTime? Description* / NotaryParty:Party? AgentParty:Party
  WitnessParty:Party* MandateDocumentReference:DocumentReference*
Price = PriceAmount BaseQuantity? PriceChangeReason* PriceTypeCode? PriceType? OrderableUnitFactorRate? /
  ValidityPeriod:Period* PriceList? AllowanceCharge* PricingExchangeRate:ExchangeRate?
PriceExtension = Amount / TaxTotal*
PriceList = ID? StatusCode? / ValidityPeriod:Period* PreviousPriceList:PriceList?
PricingReference = / OriginalItemLocationQuantity:ItemLocationQuantity? AlternativeConditionPrice:Price*
ProjectReference = ID UUID? IssueDate? / WorkPhaseReference*
RailTransport = TrainID RailCarID?
ReceiptLine = ID UUID? Note* ReceivedQuantity? ShortQuantity? ShortageActionCode? RejectedQuantity?
  RejectReasonCode? RejectReason* RejectActionCode? QuantityDiscrepancyCode? OversupplyQuantity?
  ReceivedDate? TimingComplaintCode? TimingComplaint? / OrderLineReference?
  DespatchLineReference:LineReference* DocumentReference* Item* Shipment*
RelatedItem = ID? Quantity? Description*
Response = ReferenceID? ResponseCode? Description* EffectiveDate? EffectiveTime? / Status*
ResultOfVerification = ValidatorID? ValidationResultCode? ValidationDate? ValidationTime? ValidateProcess?
  ValidateTool? ValidateToolVersion? / SignatoryParty:Party?
RoadTransport = LicensePlateID
SecondaryHazard = ID? PlacardNotation? PlacardEndorsement? EmergencyProceduresCode? Extension*
ServiceFrequency = WeekDayCode
ServiceProviderParty = ID? ServiceTypeCode? ServiceType* / Party SellerContact:Contact?
ShareholderParty = PartecipationPercent? / Party?
Shipment = ID ShippingPriorityLevelCode? HandlingCode? HandlingInstructions* Information*
  GrossWeightMeasure? NetWeightMeasure? NetNetWeightMeasure? GrossVolumeMeasure? NetVolumeMeasure?
  TotalGoodsItemQuantity? TotalTransportHandlingUnitQuantity? InsuranceValueAmount?
  DeclaredCustomsValueAmount? DeclaredForCarriageValueAmount? DeclaredStatisticsValueAmount?
  FreeOnBoardValueAmount? SpecialInstructions* DeliveryInstructions* SplitConsignmentIndicator?
  ConsignmentQuantity? / Consignment* GoodsItem* ShipmentStage* Delivery? TransportHandlingUnit*
  ReturnAddress:Address? OriginAddress:Address? FirstArrivalPortLocation:Location?
  LastExitPortLocation:Location? ExportCountry:Country? FreightAllowanceCharge:AllowanceCharge*
ShipmentStage = ID? TransportModeCode? TransportMeansTypeCode? TransitDirectionCode? PreCarriageIndicator?
  OnCarriageIndicator? EstimatedDeliveryDate? EstimatedDeliveryTime? RequiredDeliveryDate?
  RequiredDeliveryTime? LoadingSequenceID? SuccessiveSequenceID? Instructions* DemurrageInstructions*
  CrewQuantity? PassengerQuantity? / TransitPeriod:Period? CarrierParty:Party* TransportMeans?
  LoadingPortLocation:Location? UnloadingPortLocation:Location? TransshipPortLocation:Location?
  LoadingTransportEvent:TransportEvent? ExaminationTransportEvent:TransportEvent?
  AvailabilityTransportEvent:TransportEvent? ExportationTransportEvent:TransportEvent?
  DischargeTransportEvent:TransportEvent? WarehousingTransportEvent:TransportEvent?
  TakeoverTransportEvent:TransportEvent? OptionalTakeoverTransportEvent:TransportEvent?
  DropoffTransportEvent:TransportEvent? ActualPickupTransportEvent:TransportEvent?
  DeliveryTransportEvent:TransportEvent? ReceiptTransportEvent:TransportEvent?
  StorageTransportEvent:TransportEvent? AcceptanceTransportEvent:TransportEvent?
  TerminalOperatorParty:Party? CustomsAgentParty:Party? EstimatedTransitPeriod:Period?
  FreightAllowanceCharge:AllowanceCharge* FreightChargeLocation:Location?
  DetentionTransportEvent:TransportEvent* RequestedDepartureTransportEvent:TransportEvent?
  RequestedArrivalTransportEvent:TransportEvent? RequestedWaypointTransportEvent:TransportEvent*
  PlannedDepartureTransportEvent:TransportEvent? PlannedArrivalTransportEvent:TransportEvent?
  PlannedWaypointTransportEvent:TransportEvent* ActualDepartureTransportEvent:TransportEvent?
  ActualWaypointTransportEvent:TransportEvent? ActualArrivalTransportEvent:TransportEvent? TransportEvent*
  EstimatedDepartureTransportEvent:TransportEvent? EstimatedArrivalTransportEvent:TransportEvent?
  PassengerPerson:Person* DriverPerson:Person* ReportingPerson:Person? CrewMemberPerson:Person*
  SecurityOfficerPerson:Person? MasterPerson:Person? ShipsSurgeonPerson:Person?
Signature = ID Note* ValidationDate? ValidationTime? ValidatorID? CanonicalizationMethod? SignatureMethod? /
  SignatoryParty:Party? DigitalSignatureAttachment:Attachment? OriginalDocumentReference:DocumentReference?
Status = ConditionCode? ReferenceDate? ReferenceTime? Description* StatusReasonCode? StatusReason*
  SequenceID? Text* IndicationIndicator? Percent? ReliabilityPercent? / Condition*
Stowage = LocationID? Location* / MeasurementDimension:Dimension*
SupplierParty = CustomerAssignedAccountID? AdditionalAccountID* DataSendingCapability? / Party?
  DespatchContact:Contact? AccountingContact:Contact? SellerContact:Contact?
TaxCategory = ID? Name? Percent? BaseUnitMeasure? PerUnitAmount? TaxExemptionReasonCode? TaxExemptionReason*
  TierRange? TierRatePercent? / TaxScheme
TaxScheme = ID? Name? TaxTypeCode? CurrencyCode? / JurisdictionRegionAddress:Address*
TaxSubtotal = TaxableAmount? TaxAmount CalculationSequenceNumeric? TransactionCurrencyTaxAmount? Percent?
  BaseUnitMeasure? PerUnitAmount? TierRange? TierRatePercent? / TaxCategory
TaxTotal = TaxAmount RoundingAmount? TaxEvidenceIndicator? TaxIncludedIndicator? / TaxSubtotal*
Temperature = AttributeID Measure Description*
TradeFinancing = ID? FinancingInstrumentCode? / ContractDocumentReference:DocumentReference?
  DocumentReference* FinancingParty:Party FinancingFinancialAccount:FinancialAccount? Clause*
TradingTerms = Information* Reference? / ApplicableAddress:Address?
TransactionConditions = ID? ActionCode? Description* / DocumentReference*
TransportEquipment = ID? ReferencedConsignmentID* TransportEquipmentTypeCode? ProviderTypeCode?
  OwnerTypeCode? SizeTypeCode? DispositionCode? FullnessIndicationCode? RefrigerationOnIndicator?
  Information* ReturnabilityIndicator? LegalStatusIndicator? AirFlowPercent? HumidityPercent?
  AnimalFoodApprovedIndicator? HumanFoodApprovedIndicator? DangerousGoodsApprovedIndicator?
  RefrigeratedIndicator? Characteristics? DamageRemarks* Description* SpecialTransportRequirements*
  GrossWeightMeasure? GrossVolumeMeasure? TareWeightMeasure? TrackingDeviceCode? PowerIndicator? TraceID? /
  MeasurementDimension:Dimension* TransportEquipmentSeal* MinimumTemperature:Temperature?
  MaximumTemperature:Temperature? ProviderParty:Party? LoadingProofParty:Party? SupplierParty?
  OwnerParty:Party? OperatingParty:Party? LoadingLocation:Location? UnloadingLocation:Location?
  StorageLocation:Location? PositioningTransportEvent:TransportEvent*
  QuarantineTransportEvent:TransportEvent* DeliveryTransportEvent:TransportEvent*
  PickupTransportEvent:TransportEvent* HandlingTransportEvent:TransportEvent*
  LoadingTransportEvent:TransportEvent* TransportEvent* ApplicableTransportMeans:TransportMeans?
  HaulageTradingTerms:TradingTerms* HazardousGoodsTransit*
  PackagedTransportHandlingUnit:TransportHandlingUnit* ServiceAllowanceCharge:AllowanceCharge*
  FreightAllowanceCharge:AllowanceCharge* AttachedTransportEquipment:TransportEquipment* Delivery? Pickup?
  Despatch? ShipmentDocumentReference:DocumentReference* ContainedInTransportEquipment:TransportEquipment*
  Package* GoodsItem*
TransportEquipmentSeal = ID SealIssuerTypeCode? Condition? SealStatusCode? SealingPartyType?
TransportEvent = IdentificationID? OccurrenceDate? OccurrenceTime? TransportEventTypeCode? Description*
  CompletionIndicator? / ReportedShipment:Shipment? CurrentStatus:Status* Contact* Location? Signature?
  Period*
TransportHandlingUnit = ID? TransportHandlingUnitTypeCode? HandlingCode? HandlingInstructions*
  HazardousRiskIndicator? TotalGoodsItemQuantity? TotalPackageQuantity? DamageRemarks* ShippingMarks*
  TraceID? / HandlingUnitDespatchLine:DespatchLine* ActualPackage:Package*
  ReceivedHandlingUnitReceiptLine:ReceiptLine* TransportEquipment* TransportMeans* HazardousGoodsTransit*
  MeasurementDimension:Dimension* MinimumTemperature:Temperature? MaximumTemperature:Temperature? GoodsItem*
  FloorSpaceMeasurementDimension:Dimension? PalletSpaceMeasurementDimension:Dimension?
  ShipmentDocumentReference:DocumentReference* Status* CustomsDeclaration* ReferencedShipment:Shipment*
  Package*
TransportMeans = JourneyID? RegistrationNationalityID? RegistrationNationality* DirectionCode?
  TransportMeansTypeCode? TradeServiceCode? / Stowage? AirTransport? RoadTransport? RailTransport?
  MaritimeTransport? OwnerParty:Party? MeasurementDimension:Dimension*
TransportationService = TransportServiceCode TariffClassCode? Priority? FreightRateClassCode?
  TransportationServiceDescription* TransportationServiceDetailsURI? NominationDate? NominationTime? Name?
  SequenceNumeric? / TransportEquipment* SupportedTransportEquipment:TransportEquipment*
  UnsupportedTransportEquipment:TransportEquipment* CommodityClassification*
  SupportedCommodityClassification:CommodityClassification*
  UnsupportedCommodityClassification:CommodityClassification* TotalCapacityDimension:Dimension?
  ShipmentStage* TransportEvent* ResponsibleTransportServiceProviderParty:Party? EnvironmentalEmission*
  EstimatedDurationPeriod:Period? ScheduledServiceFrequency:ServiceFrequency*
UBLExtension = ID? Name? / ExtensionAgencyID? ExtensionAgencyName? ExtensionVersionID? ExtensionAgencyURI?
  ExtensionURI? ExtensionReasonCode? ExtensionReason? ExtensionContent
UBLExtensions = / UBLExtension+
WorkPhaseReference = ID? WorkPhaseCode? WorkPhase* ProgressPercent? StartDate? EndDate? /
  WorkOrderDocumentReference:DocumentReference*
`],
};
