/** What UBL 2.3 adds, and what it changes in the aggregates of 2.1. Notation: see `notation.ts`. [UBL 2.3] */
export const UBL_2_3_ADDITIONS = `
OrderChange = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID? SalesOrderID?
  CopyIndicator? UUID? IssueDate IssueTime? SequenceNumberID Note* RequestedInvoiceCurrencyCode?
  DocumentCurrencyCode? PricingCurrencyCode? TaxCurrencyCode? CustomerReference? AccountingCostCode?
  AccountingCost? LineCountNumeric? / ValidityPeriod:Period* OrderReference
  QuotationDocumentReference:DocumentReference? OriginatorDocumentReference:DocumentReference?
  AdditionalDocumentReference:DocumentReference* Contract* Signature* BuyerCustomerParty:CustomerParty
  SellerSupplierParty:SupplierParty OriginatorCustomerParty:CustomerParty? FreightForwarderParty:Party?
  AccountingCustomerParty:CustomerParty? AccountingSupplierParty:SupplierParty? Delivery* DeliveryTerms?
  PaymentMeans* PaymentTerms* TransactionConditions? AllowanceCharge* TaxExchangeRate:ExchangeRate?
  PricingExchangeRate:ExchangeRate? PaymentExchangeRate:ExchangeRate? DestinationCountry:Country?
  TaxTotal* AnticipatedMonetaryTotal:MonetaryTotal? OrderLine+
OrderCancellation = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator?
  UUID? IssueDate IssueTime? Note* CancellationNote+ / OrderReference+
  OriginatorDocumentReference:DocumentReference? AdditionalDocumentReference:DocumentReference*
  Contract* Signature* BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty
  OriginatorCustomerParty:CustomerParty?
Authorization = PurposeCode? Purpose* / ValidityPeriod:Period? Certificate*
WebSite = ID? Name? Description* WebSiteTypeCode? URI / WebSiteAccess*
SocialMediaProfile = ID? Name? SocialMediaTypeCode? URI
WebSiteAccess = URI? Password Login
Storage = ID Name? GateID? AirFlowPercent? HumidityPercent? AnimalFoodApprovedIndicator?
  HumanFoodApprovedIndicator? DangerousGoodsApprovedIndicator? RefrigeratedIndicator? PowerIndicator? /
  MinimumTemperature:Temperature? MaximumTemperature:Temperature? Certificate*
DocumentDistribution = ID? DocumentTypeCode? DistributionTypeCode? DistributionType* PrintQualifier?
  CopyIndicator? MaximumCopiesNumeric? MaximumOriginalsNumeric? / Communication? Party
VesselDynamics = NavigationStatusCode? AtAnchorageIndicator? CourseOverGroundDirection?
  SpeedOverGroundMeasure? RateOfTurnMeasure?
VerifiedGrossMass = ID? WeighingDate? WeighingTime? WeighingMethodCode WeighingDeviceID?
  WeighingDeviceType? GrossMassMeasure / WeighingParty:Party? ShipperParty:Party?
  ResponsibleParty:Party? DocumentReference+
PropertyIdentification = ID IssuerScopeID? / IssuerParty:Party?
PortCall = ID? PlannedOperationsDescription* PlannedWorksDescription* PlannedInspectionsDescription*
  ExpectedAnchorageIndicator? PositionInPortID? CargoAndBallastTankConditionDescription* /
  ShipRequirement* PrimaryPortCallPurpose:PortCallPurpose? AdditionalPortCallPurpose:PortCallPurpose*
  RequestedArrivalEvent:Event?
ShipStoreArticle = ID Name? Quantity? OfficialUse* / Stowage?
CrewPersonEffect = EffectDescription+ / CrewPerson:Person?
MaritimeWaste = ID? Description* WasteTypeCode? ToBeDeliveredMeasure? RetainedOnBoardMeasure?
  MaxDedicatedStorageCapacityMeasure? EstimatedGeneratedUntilNextPortMeasure? /
  RemainingWasteDeliveryPortLocation:Location*
BallastWaterSummary = ID? ManagementPlanOnBoardIndicator? ManagementPlanImplementedIndicator?
  IMOGuidelinesOnBoardIndicator? TotalBallastTanksOnBoardQuantity? TanksInBallastQuantity?
  TanksExchangedQuantity? TanksNotExchangedQuantity? TotalBallastWaterOnBoardMeasure?
  TotalBallastWaterCapacityMeasure? OtherControlActions* NoControlActionsReason* /
  UptakeBallastWaterTransaction:BallastWaterTransaction*
  ExchangeBallastWaterTransaction:BallastWaterTransaction*
  DischargeBallastWaterTransaction:BallastWaterTransaction* ResponsibleOfficerPerson:Person?
ISPSRequirements = ID ValidISSCIndicator? ISSCAbsenceReason* ISSCExpiryDate? SSPOnBoardIndicator?
  SSPSecurityMeasuresAppliedIndicator? CurrentOperatingSecurityLevelCode? AdditionalMattersDescription*
  / AdditionalSecurityMeasure:SecurityMeasure* PortCallRecord* ShipToShipActivityRecord*
  ReportLocation:Location? ISSCIssuerParty:Party? SecurityOfficerPerson:Person?
MaritimeHealthDeclaration = ID? InfectiousDiseaseCaseOnBoardIndicator? MoreIllThanExpectedIndicator?
  MedicalPractitionerConsultedIndicator? StowawaysFoundOnBoardIndicator? SickAnimalOnBoardIndicator?
  FumigatedCargoTransportIndicator? SanitaryMeasuresAppliedIndicator?
  ValidSanitationCertificateOnBoardIndicator? ReinspectionRequiredIndicator? TotalDeadPersonQuantity?
  TotalIllPersonQuantity? SickAnimalDescription* StowawayDescription* LastDrinkingWaterAnalysisDate? /
  WHOAffectedAreaVisit* PersonnelHealthIncident* SanitaryMeasure* PlaceOfReportLocation:Location?
  MedicalCertificate:Certificate? ShipSanitationControlCertificate:Certificate?
  ShipSanitationControlExemptionDocumentReference:DocumentReference*
WHOAffectedAreaVisit = VisitDate / WHOAffectedAreaPortLocation:Location
PersonnelHealthIncident = ID JoinedShipDate? NatureOfIllnessDescription+ OnsetDate?
  ReportedToMedicalOfficerIndicator? GivenTreatmentDescription* StillIllIndicator? DiedIndicator?
  StillOnBoardIndicator? EvacuatedIndicator? BuriedAtSeaIndicator? Note* / Person?
SanitaryMeasure = SanitaryMeasureTypeCode ApplicationDate?
SecurityMeasure = ID? Description+
PortCallRecord = ID? SecurityLevelCode? / SecurityMeasure* PortFacilityLocation:Location? Period?
ShipToShipActivityRecord = ID? Description+ / AppliedSecurityMeasure:SecurityMeasure* Period? Location?
BallastWaterTransaction = TankID? TankTypeCode? ExchangeMethodCode? ExchangedPercent? VolumeMeasure?
  SeaHeightMeasure? SalinityMeasure? TransactionDate? / Location? BallastWaterTemperature:Temperature?
ShipRequirement = ID? Description+
PortCallPurpose = PurposeTypeCode? PurposeType* Description*
Event = IdentificationID? OccurrenceDate? OccurrenceTime? TypeCode? Description* CompletionIndicator? /
  CurrentStatus:Status* Contact* OccurenceLocation:Location?
`;

export const UBL_2_3_CHANGES = `
OrderResponse ~ / OrderDocumentReference> OrderChangeDocumentReference:DocumentReference*
DocumentReference ~ DocumentType* XPath> ReferencedDocumentInternalAddress?
Contract ~ VersionID> ModificationReasonCode? ModificationReasonDescription*
Signature ~ ID> ReasonCode?
Party ~ / PowerOfAttorney> PartyAuthorization:Authorization* FinancialAccount>
  AdditionalWebSite:WebSite* SocialMediaProfile*
Contact ~ Name> JobTitle? Department?
Address ~ BuildingNumber> Description*
Location ~ / Address> Storage?
PartyLegalEntity ~ CompanyLegalForm*
Person ~ OrganizationDepartment> RoleCode? / BirthplaceLocation:Location? CitizenshipCountry:Country?
Certificate ~ CertificateTypeCode? CertificateType* / IssuerParty:Party?
Temperature ~ AttributeID? Measure? MeasureCode?
Attachment ~ EmbeddedDocumentBinaryObject> EmbeddedDocument?
Shipment ~ ID?
Consignment ~ / PlannedDeliveryTransportEvent> ActualPickupTransportEvent:TransportEvent?
  ActualDeliveryTransportEvent:TransportEvent? LastExitPortLocation> OfficeOfEntryLocation:Location?
  OfficeOfSubSequentiallyEntryLocation:Location? OfficeOfExitLocation:Location?
  OfficeOfDepartureLocation:Location? OfficeOfDestinationLocation:Location?
  OfficeOfImportLocation:Location? OfficeOfExportLocation:Location? DocumentReference*
GoodsItem ~ CustomsStatusCode> CustomsProcedureCode? / InvoiceLine> OrderLineReference*
ShipmentStage ~ ID> ShipmentStageTypeCode? ShipmentStageType* OnCarriageIndicator> CabotageIndicator?
  HazardousRiskIndicator? / ShipsSurgeonPerson> DestinationPortCall:PortCall? ShipStoreArticle*
  CrewPersonEffect* MaritimeWaste* BallastWaterSummary? ISPSRequirements? MaritimeHealthDeclaration?
TaxTotal ~ TaxAmount> CalculationSequenceNumeric?
PaymentMeans ~ PaymentID> ChargeBearerCode? ServiceLevelCode? / CardAccount* TradeFinancing>
  RemittanceDocumentDistribution:DocumentDistribution*
CardAccount ~ HolderName> RoleCode?
DespatchLine ~ / Shipment> SubDespatchLine:DespatchLine*
Package ~ PackagingTypeCode> PackagingType*
TransportEquipment ~ / GoodsItem> VerifiedGrossMass?
HazardousGoodsTransit ~ TransportAuthorizationCode> TransitDescription*
Status ~ / SubStatus:Status*
CustomsDeclaration ~ / ValidityPeriod:Period? ApplicableTerritoryAddress:Address? Shipment?
  CustomsExitOfficeLocation:Location? IssuerParty> ConsignorParty:Party? ConsigneeParty:Party?
  FreightForwarderParty:Party? CustomsParty:Party? PreviousCustomsDeclaration:CustomsDeclaration?
  AdditionalDocumentReference:DocumentReference*
MaritimeTransport ~ RadioCallSignID> MMSIRegistrationID? NetTonnageMeasure> SegregatedBallastMeasure?
  ShipConfigurationCode? INFShipClassCode? AntennaLocus? / RegistryPortLocation> VesselDynamics?
ItemIdentification ~ BarcodeSymbologyID> IssuerScopeID?
HazardousItem ~ UNDGCode> UNPackingGroupCode? UNPackingGroup* MedicalFirstAidGuideCode>
  TunnelRestrictionCode? MaritimePollutantCode? / AdditionalTemperature> PositionOnBoardStowage:Stowage?
ItemProperty ~ / ItemPropertyRange> StandardPropertyIdentification:PropertyIdentification?
  SubItemProperty:ItemProperty*
InvoiceLine ~ LineExtensionAmount> TaxInclusiveLineExtensionAmount?
Price ~ / PricingExchangeRate> AlternativeCurrencyPrice:Price*
MonetaryTotal ~ ChargeTotalAmount> WithholdingTaxTotalAmount?
LineItem ~ LineExtensionAmount> TaxInclusiveLineExtensionAmount?
`;
