/** Parties, people and places. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_PARTIES = `
Party = MarkCareIndicator? MarkAttentionIndicator? WebsiteURI? LogoReferenceID? EndpointID?
  IndustryClassificationCode? / PartyIdentification* PartyName* Language? PostalAddress:Address?
  PhysicalLocation:Location? PartyTaxScheme* PartyLegalEntity* Contact? Person* AgentParty:Party?
  ServiceProviderParty* PowerOfAttorney* FinancialAccount?
SupplierParty = CustomerAssignedAccountID? AdditionalAccountID* DataSendingCapability? / Party?
  DespatchContact:Contact? AccountingContact:Contact? SellerContact:Contact?
CustomerParty = CustomerAssignedAccountID? SupplierAssignedAccountID? AdditionalAccountID* / Party?
  DeliveryContact:Contact? AccountingContact:Contact? BuyerContact:Contact?
ServiceProviderParty = ID? ServiceTypeCode? ServiceType* / Party SellerContact:Contact?
ShareholderParty = PartecipationPercent? / Party?
PartyIdentification = ID
PartyName = Name
PartyLegalEntity = RegistrationName? CompanyID? RegistrationDate? RegistrationExpirationDate?
  CompanyLegalFormCode? CompanyLegalForm? SoleProprietorshipIndicator? CompanyLiquidationStatusCode?
  CorporateStockAmount? FullyPaidSharesIndicator? / RegistrationAddress:Address?
  CorporateRegistrationScheme? HeadOfficeParty:Party? ShareholderParty*
PartyTaxScheme = RegistrationName? CompanyID? TaxLevelCode? ExemptionReasonCode? ExemptionReason* /
  RegistrationAddress:Address? TaxScheme
CorporateRegistrationScheme = ID? Name? CorporateRegistrationTypeCode? /
  JurisdictionRegionAddress:Address*
PowerOfAttorney = ID? IssueDate? IssueTime? Description* / NotaryParty:Party? AgentParty:Party
  WitnessParty:Party* MandateDocumentReference:DocumentReference*
Person = ID? FirstName? FamilyName? Title? MiddleName? OtherName? NameSuffix? JobTitle? NationalityID?
  GenderCode? BirthDate? BirthplaceName? OrganizationDepartment? / Contact? FinancialAccount?
  IdentityDocumentReference:DocumentReference* ResidenceAddress:Address?
Contact = ID? Name? Telephone? Telefax? ElectronicMail? Note* / OtherCommunication:Communication*
Communication = ChannelCode? Channel? Value?
Language = ID? Name? LocaleCode?
Address = ID? AddressTypeCode? AddressFormatCode? Postbox? Floor? Room? StreetName? AdditionalStreetName?
  BlockName? BuildingName? BuildingNumber? InhouseMail? Department? MarkAttention? MarkCare?
  PlotIdentification? CitySubdivisionName? CityName? PostalZone? CountrySubentity? CountrySubentityCode?
  Region? District? TimezoneOffset? / AddressLine* Country? LocationCoordinate*
AddressLine = Line
Country = IdentificationCode? Name?
Location = ID? Description* Conditions* CountrySubentity? CountrySubentityCode? LocationTypeCode?
  InformationURI? Name? / ValidityPeriod:Period* Address? SubsidiaryLocation:Location* LocationCoordinate*
LocationCoordinate = CoordinateSystemCode? LatitudeDegreesMeasure? LatitudeMinutesMeasure?
  LatitudeDirectionCode? LongitudeDegreesMeasure? LongitudeMinutesMeasure? LongitudeDirectionCode?
  AltitudeMeasure?
`;
