// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol message level response (T71); the notation is explained in `../syntax-tree.ts`. */
export const MESSAGE_LEVEL_RESPONSE_TREE = `
001 ApplicationResponse: CustomizationID!, 003 ProfileID!=urn:fdc:peppol.eu:poacc:bis:mlr:3, ID!, IssueDate!,
     IssueTime, 007 SenderParty!, 010 ReceiverParty!, 013 DocumentResponse!
007 SenderParty: 008 EndpointID! @schemeID!{eas}
010 ReceiverParty: 011 EndpointID! @schemeID!{eas}
013 DocumentResponse: 014 Response!, 017 DocumentReference!, 021 LineResponse
014 Response: 015 ResponseCode!{response}, Description
017 DocumentReference: ID!, 019 DocumentTypeCode{document-name}, VersionID
021 LineResponse: 022 LineReference!, 024 Response!, ...
022 LineReference: LineID!
024 Response: 025 ResponseCode{response}, Description!, 027 Status!
027 Status: 028 StatusReasonCode!{message-status-reason}
`;
