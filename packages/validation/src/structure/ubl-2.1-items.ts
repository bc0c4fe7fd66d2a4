/** Goods and services. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_ITEMS = `
Item = Description* PackQuantity? PackSizeNumeric? CatalogueIndicator? Name? HazardousRiskIndicator?
  AdditionalInformation* Keyword* BrandName* ModelName* / BuyersItemIdentification:ItemIdentification?
  SellersItemIdentification:ItemIdentification? ManufacturersItemIdentification:ItemIdentification*
  StandardItemIdentification:ItemIdentification? CatalogueItemIdentification:ItemIdentification?
  AdditionalItemIdentification:ItemIdentification* CatalogueDocumentReference:DocumentReference?
  ItemSpecificationDocumentReference:DocumentReference* OriginCountry:Country? CommodityClassification*
  TransactionConditions* HazardousItem* ClassifiedTaxCategory:TaxCategory*
  AdditionalItemProperty:ItemProperty* ManufacturerParty:Party* InformationContentProviderParty:Party?
  OriginAddress:Address* ItemInstance* Certificate* Dimension*
ItemIdentification = ID ExtendedID? BarcodeSymbologyID? / PhysicalAttribute*
  MeasurementDimension:Dimension* IssuerParty:Party?
ItemInstance = ProductTraceID? ManufactureDate? ManufactureTime? BestBeforeDate? RegistrationID? SerialID?
  / AdditionalItemProperty:ItemProperty* LotIdentification?
ItemProperty = ID? Name NameCode? TestMethod? Value? ValueQuantity? ValueQualifier* ImportanceCode?
  ListValue* / UsabilityPeriod:Period? ItemPropertyGroup* RangeDimension:Dimension? ItemPropertyRange?
ItemPropertyGroup = ID Name? ImportanceCode?
ItemPropertyRange = MinimumValue? MaximumValue?
CommodityClassification = NatureCode? CargoTypeCode? CommodityCode? ItemClassificationCode?
Certificate = ID CertificateTypeCode CertificateType Remarks* / IssuerParty:Party DocumentReference*
  Signature*
LotIdentification = LotNumberID? ExpiryDate? / AdditionalItemProperty:ItemProperty*
Dimension = AttributeID Measure? Description* MinimumMeasure? MaximumMeasure?
PhysicalAttribute = AttributeID PositionCode? DescriptionCode? Description*
HazardousItem = ID? PlacardNotation? PlacardEndorsement? AdditionalInformation* UNDGCode?
  EmergencyProceduresCode? MedicalFirstAidGuideCode? TechnicalName? CategoryName? HazardousCategoryCode?
  UpperOrangeHazardPlacardID? LowerOrangeHazardPlacardID? MarkingID? HazardClassID? NetWeightMeasure?
  NetVolumeMeasure? Quantity? / ContactParty:Party? SecondaryHazard* HazardousGoodsTransit*
  EmergencyTemperature:Temperature? FlashpointTemperature:Temperature? AdditionalTemperature:Temperature*
HazardousGoodsTransit = TransportEmergencyCardCode? PackingCriteriaCode? HazardousRegulationCode?
  InhalationToxicityZoneCode? TransportAuthorizationCode? / MaximumTemperature:Temperature?
  MinimumTemperature:Temperature?
SecondaryHazard = ID? PlacardNotation? PlacardEndorsement? EmergencyProceduresCode? Extension*
Temperature = AttributeID Measure Description*
`;
