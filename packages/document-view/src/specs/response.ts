import type { GroupSpec } from '../read-group.ts';
import { BUYER_TERMS, party } from './party.ts';

/** Answers to documents: invoice response, message level response, catalogue response, Message Level Status. */

const STATUS: GroupSpec = {
  id: 'status',
  at: 'Status',
  terms: { statusReason: 'StatusReason', statusReasonCode: 'StatusReasonCode' },
  groups: [
    {
      id: 'condition',
      at: 'Condition',
      terms: { conditionName: 'AttributeID', conditionValue: 'Description' },
    },
  ],
};

const ANSWER: GroupSpec = {
  id: 'answer',
  at: 'Response',
  terms: { responseCode: 'ResponseCode', 'BT-123': 'Description', effectiveDate: 'EffectiveDate' },
  groups: [STATUS],
};

const LINE_ANSWER: GroupSpec = {
  id: 'BG-25',
  at: 'DocumentResponse/LineResponse',
  terms: { lineReference: 'LineReference/LineID' },
  groups: [ANSWER],
};

export const APPLICATION_RESPONSE: GroupSpec = {
  id: 'document',
  at: '',
  terms: {
    'BT-1': 'ID',
    'BT-2': 'IssueDate',
    issueTime: 'IssueTime',
    'BT-22': 'Note',
    'BT-23': 'ProfileID',
    'BT-24': 'CustomizationID',
  },
  groups: [
    party('sender', 'SenderParty', BUYER_TERMS),
    party('receiver', 'ReceiverParty', BUYER_TERMS),
    { ...ANSWER, at: 'DocumentResponse/Response' },
    {
      id: 'answered',
      at: 'DocumentResponse/DocumentReference',
      terms: { 'BT-122': 'ID', 'BT-26': 'IssueDate', documentType: ['DocumentTypeCode', 'DocumentType'] },
    },
    party('issuer', 'DocumentResponse/IssuerParty', BUYER_TERMS),
    party('payer', 'DocumentResponse/RecipientParty', BUYER_TERMS),
    LINE_ANSWER,
  ],
};
