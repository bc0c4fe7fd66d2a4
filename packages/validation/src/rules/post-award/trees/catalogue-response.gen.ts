// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol catalogue response (T58); the notation is explained in `../syntax-tree.ts`. */
export const CATALOGUE_RESPONSE_TREE = `
001 ApplicationResponse: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:catalogue_only:3, ID!,
     IssueDate!, IssueTime, Note, 008 SenderParty!, 016 ReceiverParty!, 024 DocumentResponse
008 SenderParty: 009 EndpointID! @schemeID!{eas}, 011 PartyIdentification, 014 PartyLegalEntity
011 PartyIdentification: 012 ID! @schemeID{icd}, ...
014 PartyLegalEntity: RegistrationName!
016 ReceiverParty: 017 EndpointID! @schemeID!{eas}, 019 PartyIdentification, 022 PartyLegalEntity
019 PartyIdentification: 020 ID! @schemeID{icd}, ...
022 PartyLegalEntity: RegistrationName!
024 DocumentResponse: 025 Response!, 027 DocumentReference!
025 Response: 026 ResponseCode!{response}
027 DocumentReference: ID!, VersionID
`;
