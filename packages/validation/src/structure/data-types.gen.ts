// Made by npm run rules:generate from the official schemas of UBL 2.1 and 2.3. Not to be edited.
/** By kind of value, which `value-kind.ts` tells: its type of XML Schema and its attributes; `!` is mandatory. */
export const DATA_TYPES = `
Amount decimal currencyID! currencyCodeListVersionID
BinaryObject base64Binary format mimeCode! encodingCode characterSetCode uri filename
Code normalizedString listID listAgencyID listAgencyName listName listVersionID name languageID listURI
  listSchemeURI
Date date
ID normalizedString schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI
  schemeURI
Indicator boolean
Measure decimal unitCode! unitCodeListVersionID
Numeric decimal format
Percent decimal format
Quantity decimal unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName
Rate decimal format
Text string languageID languageLocaleID
Time time
`;
