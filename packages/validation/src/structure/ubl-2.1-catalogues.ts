/** Catalogues. Notation: see `notation.ts`. [UBL 2.1] */
export const UBL_CATALOGUES = `
Catalogue = UBLVersionID? CustomizationID? ProfileID? ProfileExecutionID? ID UUID? ActionCode? Name?
  IssueDate IssueTime? RevisionDate? RevisionTime? Note* Description* VersionID? PreviousVersionID?
  LineCountNumeric? / ValidityPeriod:Period* ReferencedContract:Contract*
  SourceCatalogueReference:CatalogueReference? DocumentReference* Signature* ProviderParty:Party
  ReceiverParty:Party SellerSupplierParty:SupplierParty? ContractorCustomerParty:CustomerParty?
  TradingTerms* CatalogueLine+
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
ItemComparison = PriceAmount? Quantity?
RelatedItem = ID? Quantity? Description*
`;
