// Made by npm run rules:generate from the official rule files of 2026.5. Not to be edited.
/** What may stand in a Peppol invoice response (T111); the notation is explained in `../syntax-tree.ts`. */
export const INVOICE_RESPONSE_TREE = `
001 ApplicationResponse: CustomizationID!, ProfileID!, ID!, IssueDate!, IssueTime, Note, 008 SenderParty!,
     020 ReceiverParty!, 028 DocumentResponse!
008 SenderParty: 009 EndpointID! @schemeID!{eas}, 011 PartyIdentification, 014 PartyLegalEntity!,
     016 Contact
011 PartyIdentification: 012 ID! @schemeID{icd}, ...
014 PartyLegalEntity: RegistrationName!
016 Contact: Name, Telephone, ElectronicMail
020 ReceiverParty: 021 EndpointID! @schemeID!{eas}, 023 PartyIdentification, 026 PartyLegalEntity!
023 PartyIdentification: 024 ID! @schemeID{icd}, ...
026 PartyLegalEntity: RegistrationName!
028 DocumentResponse: 029 Response!, 039 DocumentReference!, 043 IssuerParty, 049 RecipientParty
029 Response: 030 ResponseCode!{invoice-response}, EffectiveDate, 032 Status
032 Status: 033 StatusReasonCode{status-reason|status-action} @listID!{clarification-list}, StatusReason,
     036 Condition
036 Condition: AttributeID!, Description
039 DocumentReference: ID!, IssueDate, 042 DocumentTypeCode!{document-name}
043 IssuerParty: 044 PartyIdentification, 047 PartyName!
044 PartyIdentification: 045 ID! @schemeID{icd}, ...
047 PartyName: Name!, ...
049 RecipientParty: 050 PartyIdentification, 053 PartyName!
050 PartyIdentification: 051 ID! @schemeID{icd}, ...
053 PartyName: Name!, ...
`;
