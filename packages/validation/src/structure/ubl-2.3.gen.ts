// Made by npm run rules:generate from the official schemas of UBL 2.3 and 2.1. Not to be edited.
import type { Notation } from './notation.ts';
import { UBL_2_1 } from './ubl-2.1.gen.ts';

/** What UBL 2.3 adds to 2.1, and what it changes in it. [UBL 2.3] */
export const UBL_2_3: Notation = {
  documents: ['OrderResponse', 'OrderChange', 'OrderCancellation'],
  extensions: 'everywhere',
  tables: [...UBL_2_1.tables, `
OrderChange = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID? SalesOrderID? CopyIndicator?
  UUID? IssueDate IssueTime? SequenceNumberID Note* RequestedInvoiceCurrencyCode? DocumentCurrencyCode?
  PricingCurrencyCode? TaxCurrencyCode? CustomerReference? AccountingCostCode? AccountingCost?
  LineCountNumeric? / ValidityPeriod:Period* OrderReference QuotationDocumentReference:DocumentReference?
  OriginatorDocumentReference:DocumentReference? AdditionalDocumentReference:DocumentReference* Contract*
  Signature* BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty
  OriginatorCustomerParty:CustomerParty? FreightForwarderParty:Party? AccountingCustomerParty:CustomerParty?
  AccountingSupplierParty:SupplierParty? Delivery* DeliveryTerms? PaymentMeans* PaymentTerms*
  TransactionConditions? AllowanceCharge* TaxExchangeRate:ExchangeRate? PricingExchangeRate:ExchangeRate?
  PaymentExchangeRate:ExchangeRate? DestinationCountry:Country? TaxTotal*
  AnticipatedMonetaryTotal:MonetaryTotal? OrderLine+
OrderCancellation = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID CopyIndicator? UUID?
  IssueDate IssueTime? Note* CancellationNote+ / OrderReference+
  OriginatorDocumentReference:DocumentReference? AdditionalDocumentReference:DocumentReference* Contract*
  Signature* BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty
  OriginatorCustomerParty:CustomerParty?
Authorization = PurposeCode? Purpose* / ValidityPeriod:Period? Certificate*
BallastWaterSummary = ID? ManagementPlanOnBoardIndicator? ManagementPlanImplementedIndicator?
  IMOGuidelinesOnBoardIndicator? TotalBallastTanksOnBoardQuantity? TanksInBallastQuantity?
  TanksExchangedQuantity? TanksNotExchangedQuantity? TotalBallastWaterOnBoardMeasure?
  TotalBallastWaterCapacityMeasure? OtherControlActions* NoControlActionsReason* /
  UptakeBallastWaterTransaction:BallastWaterTransaction*
  ExchangeBallastWaterTransaction:BallastWaterTransaction*
  DischargeBallastWaterTransaction:BallastWaterTransaction* ResponsibleOfficerPerson:Person?
BallastWaterTransaction = TankID? TankTypeCode? ExchangeMethodCode? ExchangedPercent? VolumeMeasure?
  SeaHeightMeasure? SalinityMeasure? TransactionDate? / Location? BallastWaterTemperature:Temperature?
CrewPersonEffect = EffectDescription+ / CrewPerson:Person?
DocumentDistribution = ID? DocumentTypeCode? DistributionTypeCode? DistributionType* PrintQualifier?
  CopyIndicator? MaximumCopiesNumeric? MaximumOriginalsNumeric? / Communication? Party
Event = IdentificationID? OccurrenceDate? OccurrenceTime? TypeCode? Description* CompletionIndicator? /
  CurrentStatus:Status* Contact* OccurenceLocation:Location?
ISPSRequirements = ID ValidISSCIndicator? ISSCAbsenceReason* ISSCExpiryDate? SSPOnBoardIndicator?
  SSPSecurityMeasuresAppliedIndicator? CurrentOperatingSecurityLevelCode? AdditionalMattersDescription* /
  AdditionalSecurityMeasure:SecurityMeasure* PortCallRecord* ShipToShipActivityRecord*
  ReportLocation:Location? ISSCIssuerParty:Party? SecurityOfficerPerson:Person?
MaritimeHealthDeclaration = ID? InfectiousDiseaseCaseOnBoardIndicator? MoreIllThanExpectedIndicator?
  MedicalPractitionerConsultedIndicator? StowawaysFoundOnBoardIndicator? SickAnimalOnBoardIndicator?
  FumigatedCargoTransportIndicator? SanitaryMeasuresAppliedIndicator?
  ValidSanitationCertificateOnBoardIndicator? ReinspectionRequiredIndicator? TotalDeadPersonQuantity?
  TotalIllPersonQuantity? SickAnimalDescription* StowawayDescription* LastDrinkingWaterAnalysisDate? /
  WHOAffectedAreaVisit* PersonnelHealthIncident* SanitaryMeasure* PlaceOfReportLocation:Location?
  MedicalCertificate:Certificate? ShipSanitationControlCertificate:Certificate?
  ShipSanitationControlExemptionDocumentReference:DocumentReference*
MaritimeWaste = ID? Description* WasteTypeCode? ToBeDeliveredMeasure? RetainedOnBoardMeasure?
  MaxDedicatedStorageCapacityMeasure? EstimatedGeneratedUntilNextPortMeasure? /
  RemainingWasteDeliveryPortLocation:Location*
PersonnelHealthIncident = ID JoinedShipDate? NatureOfIllnessDescription+ OnsetDate?
  ReportedToMedicalOfficerIndicator? GivenTreatmentDescription* StillIllIndicator? DiedIndicator?
  StillOnBoardIndicator? EvacuatedIndicator? BuriedAtSeaIndicator? Note* / Person?
PortCall = ID? PlannedOperationsDescription* PlannedWorksDescription* PlannedInspectionsDescription*
  ExpectedAnchorageIndicator? PositionInPortID? CargoAndBallastTankConditionDescription* / ShipRequirement*
  PrimaryPortCallPurpose:PortCallPurpose? AdditionalPortCallPurpose:PortCallPurpose*
  RequestedArrivalEvent:Event?
PortCallPurpose = PurposeTypeCode? PurposeType* Description*
PortCallRecord = ID? SecurityLevelCode? / SecurityMeasure* PortFacilityLocation:Location? Period?
PropertyIdentification = ID IssuerScopeID? / IssuerParty:Party?
SanitaryMeasure = SanitaryMeasureTypeCode ApplicationDate?
SecurityMeasure = ID? Description+
ShipRequirement = ID? Description+
ShipStoreArticle = ID Name? Quantity? OfficialUse* / Stowage?
ShipToShipActivityRecord = ID? Description+ / AppliedSecurityMeasure:SecurityMeasure* Period? Location?
SocialMediaProfile = ID? Name? SocialMediaTypeCode? URI
Storage = ID Name? GateID? AirFlowPercent? HumidityPercent? AnimalFoodApprovedIndicator?
  HumanFoodApprovedIndicator? DangerousGoodsApprovedIndicator? RefrigeratedIndicator? PowerIndicator? /
  MinimumTemperature:Temperature? MaximumTemperature:Temperature? Certificate*
VerifiedGrossMass = ID? WeighingDate? WeighingTime? WeighingMethodCode WeighingDeviceID? WeighingDeviceType?
  GrossMassMeasure / WeighingParty:Party? ShipperParty:Party? ResponsibleParty:Party? DocumentReference+
VesselDynamics = NavigationStatusCode? AtAnchorageIndicator? CourseOverGroundDirection?
  SpeedOverGroundMeasure? RateOfTurnMeasure?
WHOAffectedAreaVisit = VisitDate / WHOAffectedAreaPortLocation:Location
WebSite = ID? Name? Description* WebSiteTypeCode? URI / WebSiteAccess*
WebSiteAccess = URI? Password Login
`, `
OrderResponse ~ / OrderDocumentReference> OrderChangeDocumentReference:DocumentReference*
Address ~ BuildingNumber> Description*
Attachment ~ EmbeddedDocumentBinaryObject> EmbeddedDocument?
CardAccount ~ HolderName> RoleCode?
Certificate ~ CertificateTypeCode? CertificateType* / IssuerParty:Party?
Consignment ~ / PlannedDeliveryTransportEvent> ActualPickupTransportEvent:TransportEvent?
  ActualDeliveryTransportEvent:TransportEvent? LastExitPortLocation> OfficeOfEntryLocation:Location?
  OfficeOfSubSequentiallyEntryLocation:Location? OfficeOfExitLocation:Location?
  OfficeOfDepartureLocation:Location? OfficeOfDestinationLocation:Location? OfficeOfImportLocation:Location?
  OfficeOfExportLocation:Location? DocumentReference*
Contact ~ Name> JobTitle? Department?
Contract ~ VersionID> ModificationReasonCode? ModificationReasonDescription*
CustomsDeclaration ~ / ValidityPeriod:Period? ApplicableTerritoryAddress:Address? Shipment?
  CustomsExitOfficeLocation:Location? IssuerParty> ConsignorParty:Party? ConsigneeParty:Party?
  FreightForwarderParty:Party? CustomsParty:Party? PreviousCustomsDeclaration:CustomsDeclaration?
  AdditionalDocumentReference:DocumentReference*
DespatchLine ~ / Shipment> SubDespatchLine:DespatchLine*
DocumentReference ~ DocumentType* XPath> ReferencedDocumentInternalAddress?
GoodsItem ~ CustomsStatusCode> CustomsProcedureCode? / InvoiceLine> OrderLineReference*
HazardousGoodsTransit ~ TransportAuthorizationCode> TransitDescription*
HazardousItem ~ UNDGCode> UNPackingGroupCode? UNPackingGroup* MedicalFirstAidGuideCode>
  TunnelRestrictionCode? MaritimePollutantCode? / AdditionalTemperature> PositionOnBoardStowage:Stowage?
InvoiceLine ~ LineExtensionAmount> TaxInclusiveLineExtensionAmount?
ItemIdentification ~ BarcodeSymbologyID> IssuerScopeID?
ItemProperty ~ / ItemPropertyRange> StandardPropertyIdentification:PropertyIdentification?
  SubItemProperty:ItemProperty*
LineItem ~ LineExtensionAmount> TaxInclusiveLineExtensionAmount?
Location ~ / Address> Storage?
MaritimeTransport ~ RadioCallSignID> MMSIRegistrationID? NetTonnageMeasure> SegregatedBallastMeasure?
  ShipConfigurationCode? INFShipClassCode? AntennaLocus? / RegistryPortLocation> VesselDynamics?
MonetaryTotal ~ ChargeTotalAmount> WithholdingTaxTotalAmount?
Package ~ PackagingTypeCode> PackagingType*
Party ~ / PowerOfAttorney> PartyAuthorization:Authorization* FinancialAccount> AdditionalWebSite:WebSite*
  SocialMediaProfile*
PartyLegalEntity ~ CompanyLegalForm*
PaymentMeans ~ PaymentID> ChargeBearerCode? ServiceLevelCode? / CardAccount* TradeFinancing>
  RemittanceDocumentDistribution:DocumentDistribution*
Person ~ OrganizationDepartment> RoleCode? / BirthplaceLocation:Location? CitizenshipCountry:Country?
Price ~ / PricingExchangeRate> AlternativeCurrencyPrice:Price*
Shipment ~ ID?
ShipmentStage ~ ID> ShipmentStageTypeCode? ShipmentStageType* OnCarriageIndicator> CabotageIndicator?
  HazardousRiskIndicator? / ShipsSurgeonPerson> DestinationPortCall:PortCall? ShipStoreArticle*
  CrewPersonEffect* MaritimeWaste* BallastWaterSummary? ISPSRequirements? MaritimeHealthDeclaration?
Signature ~ ID> ReasonCode?
Status ~ / SubStatus:Status*
TaxTotal ~ TaxAmount> CalculationSequenceNumeric?
Temperature ~ AttributeID? Measure? MeasureCode?
TransportEquipment ~ / GoodsItem> VerifiedGrossMass?
`],
};
