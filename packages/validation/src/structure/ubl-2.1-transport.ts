/** Delivery and transport. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_TRANSPORT = `
Delivery = ID? Quantity? MinimumQuantity? MaximumQuantity? ActualDeliveryDate? ActualDeliveryTime?
  LatestDeliveryDate? LatestDeliveryTime? ReleaseID? TrackingID? / DeliveryAddress:Address?
  DeliveryLocation:Location? AlternativeDeliveryLocation:Location? RequestedDeliveryPeriod:Period?
  PromisedDeliveryPeriod:Period? EstimatedDeliveryPeriod:Period? CarrierParty:Party? DeliveryParty:Party?
  NotifyParty:Party* Despatch? DeliveryTerms* MinimumDeliveryUnit:DeliveryUnit?
  MaximumDeliveryUnit:DeliveryUnit? Shipment?
DeliveryTerms = ID? SpecialTerms* LossRiskResponsibilityCode? LossRisk* Amount? /
  DeliveryLocation:Location? AllowanceCharge?
AirTransport = AircraftID
Consignment = ID CarrierAssignedID? ConsigneeAssignedID? ConsignorAssignedID? FreightForwarderAssignedID?
  BrokerAssignedID? ContractedCarrierAssignedID? PerformingCarrierAssignedID? SummaryDescription*
  TotalInvoiceAmount? DeclaredCustomsValueAmount? TariffDescription* TariffCode? InsurancePremiumAmount?
  GrossWeightMeasure? NetWeightMeasure? NetNetWeightMeasure? ChargeableWeightMeasure? GrossVolumeMeasure?
  NetVolumeMeasure? LoadingLengthMeasure? Remarks* HazardousRiskIndicator? AnimalFoodIndicator?
  HumanFoodIndicator? LivestockIndicator? BulkCargoIndicator? ContainerizedIndicator?
  GeneralCargoIndicator? SpecialSecurityIndicator? ThirdPartyPayerIndicator? CarrierServiceInstructions*
  CustomsClearanceServiceInstructions* ForwarderServiceInstructions* SpecialServiceInstructions*
  SequenceID? ShippingPriorityLevelCode? HandlingCode? HandlingInstructions* Information*
  TotalGoodsItemQuantity? TotalTransportHandlingUnitQuantity? InsuranceValueAmount?
  DeclaredForCarriageValueAmount? DeclaredStatisticsValueAmount? FreeOnBoardValueAmount?
  SpecialInstructions* SplitConsignmentIndicator? DeliveryInstructions* ConsignmentQuantity?
  ConsolidatableIndicator? HaulageInstructions* LoadingSequenceID? ChildConsignmentQuantity?
  TotalPackagesQuantity? / ConsolidatedShipment:Shipment* CustomsDeclaration*
  RequestedPickupTransportEvent:TransportEvent? RequestedDeliveryTransportEvent:TransportEvent?
  PlannedPickupTransportEvent:TransportEvent? PlannedDeliveryTransportEvent:TransportEvent? Status*
  ChildConsignment:Consignment* ConsigneeParty:Party? ExporterParty:Party? ConsignorParty:Party?
  ImporterParty:Party? CarrierParty:Party? FreightForwarderParty:Party? NotifyParty:Party?
  OriginalDespatchParty:Party? FinalDeliveryParty:Party? PerformingCarrierParty:Party?
  SubstituteCarrierParty:Party? LogisticsOperatorParty:Party? TransportAdvisorParty:Party?
  HazardousItemNotificationParty:Party? InsuranceParty:Party? MortgageHolderParty:Party?
  BillOfLadingHolderParty:Party? OriginalDepartureCountry:Country? FinalDestinationCountry:Country?
  TransitCountry:Country* TransportContract:Contract? TransportEvent*
  OriginalDespatchTransportationService:TransportationService?
  FinalDeliveryTransportationService:TransportationService? DeliveryTerms? PaymentTerms?
  CollectPaymentTerms:PaymentTerms? DisbursementPaymentTerms:PaymentTerms?
  PrepaidPaymentTerms:PaymentTerms? FreightAllowanceCharge:AllowanceCharge*
  ExtraAllowanceCharge:AllowanceCharge* MainCarriageShipmentStage:ShipmentStage*
  PreCarriageShipmentStage:ShipmentStage* OnCarriageShipmentStage:ShipmentStage* TransportHandlingUnit*
  FirstArrivalPortLocation:Location? LastExitPortLocation:Location?
CustomsDeclaration = ID / IssuerParty:Party?
DeliveryUnit = BatchQuantity ConsumerUnitQuantity? HazardousRiskIndicator?
Despatch = ID? RequestedDespatchDate? RequestedDespatchTime? EstimatedDespatchDate? EstimatedDespatchTime?
  ActualDespatchDate? ActualDespatchTime? GuaranteedDespatchDate? GuaranteedDespatchTime? ReleaseID?
  Instructions* / DespatchAddress:Address? DespatchLocation:Location? DespatchParty:Party?
  CarrierParty:Party? NotifyParty:Party* Contact? EstimatedDespatchPeriod:Period?
  RequestedDespatchPeriod:Period?
EmissionCalculationMethod = CalculationMethodCode? FullnessIndicationCode? /
  MeasurementFromLocation:Location? MeasurementToLocation:Location?
EnvironmentalEmission = EnvironmentalEmissionTypeCode ValueMeasure Description* /
  EmissionCalculationMethod*
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
MaritimeTransport = VesselID? VesselName? RadioCallSignID? ShipsRequirements* GrossTonnageMeasure?
  NetTonnageMeasure? / RegistryCertificateDocumentReference:DocumentReference?
  RegistryPortLocation:Location?
Package = ID? Quantity? ReturnableMaterialIndicator? PackageLevelCode? PackagingTypeCode? PackingMaterial*
  TraceID? / ContainedPackage:Package* ContainingTransportEquipment:TransportEquipment? GoodsItem*
  MeasurementDimension:Dimension* DeliveryUnit* Delivery? Pickup? Despatch?
Pickup = ID? ActualPickupDate? ActualPickupTime? EarliestPickupDate? EarliestPickupTime? LatestPickupDate?
  LatestPickupTime? / PickupLocation:Location? PickupParty:Party?
RailTransport = TrainID RailCarID?
RoadTransport = LicensePlateID
ServiceFrequency = WeekDayCode
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
Stowage = LocationID? Location* / MeasurementDimension:Dimension*
TransportEquipment = ID? ReferencedConsignmentID* TransportEquipmentTypeCode? ProviderTypeCode?
  OwnerTypeCode? SizeTypeCode? DispositionCode? FullnessIndicationCode? RefrigerationOnIndicator?
  Information* ReturnabilityIndicator? LegalStatusIndicator? AirFlowPercent? HumidityPercent?
  AnimalFoodApprovedIndicator? HumanFoodApprovedIndicator? DangerousGoodsApprovedIndicator?
  RefrigeratedIndicator? Characteristics? DamageRemarks* Description* SpecialTransportRequirements*
  GrossWeightMeasure? GrossVolumeMeasure? TareWeightMeasure? TrackingDeviceCode? PowerIndicator? TraceID?
  / MeasurementDimension:Dimension* TransportEquipmentSeal* MinimumTemperature:Temperature?
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
  MeasurementDimension:Dimension* MinimumTemperature:Temperature? MaximumTemperature:Temperature?
  GoodsItem* FloorSpaceMeasurementDimension:Dimension? PalletSpaceMeasurementDimension:Dimension?
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
`;
