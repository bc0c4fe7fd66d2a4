import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { changed, fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';
import {
  CATALOGUE_RESPONSE_RULES,
  INVOICE_RESPONSE_RULES,
  MESSAGE_LEVEL_RESPONSE_RULES,
  ORDER_CANCELLATION_RULES,
} from './response-rules.ts';

const invoiceResponse = fixture('invoice-response.xml');
const STATUS = '<cbc:StatusReasonCode listID="OPStatusReason">REF</cbc:StatusReasonCode>';
const ANOTHER = STATUS.replace('REF', 'PPD').replace('OPStatusReason', 'OPStatusAction');

describe('invoice responses, T111', () => {
  testBreaches(FAMILIES.T111, invoiceResponse, []);
  testBreaches([INVOICE_RESPONSE_RULES], invoiceResponse, [
    ['The specification is that of invoice responses', 'PEPPOL-T111-R003', 'trns:invoice', 'trns:bill'],
    ['The process is one with invoice responses', 'PEPPOL-T111-R008', 'bis:invoice', 'bis:bill'],
    ['Some answers say why', 'PEPPOL-T111-R001', /<cac:Status>[\s\S]*<\/cac:Status>/, ''],
    ['Others need not', '', /UQ([\s\S]*)<cac:Status>[\s\S]*<\/cac:Status>/, 'AP</cbc:ResponseCode>'],
    ['Another reason is put in words', 'PEPPOL-T111-R002', '>REF<', '>OTH<'],
    ['A partial payment is put in words', 'PEPPOL-T111-R004', '>REF<', '>PPD<'],
    ['A reason is on its list', 'PEPPOL-T111-R007', '>REF<', '>PIN<'],
    ['An action is on its list', 'PEPPOL-T111-R006', '>PIN<', '>REF<'],
    ['Two codes side by side are on no list', 'PEPPOL-T111-R006', '>PIN<', '>PIN NIN<'],
    [
      'Of two lists the one for actions counts',
      'PEPPOL-T111-R004 PEPPOL-T111-R006',
      STATUS,
      STATUS + ANOTHER,
    ],
  ]);
});

describe('other responses', () => {
  const ofCatalogue = changed(
    changed(invoiceResponse, 'trns:invoice_response', 'trns:catalogue_response'),
    /<cac:Response>[\s\S]*<\/cac:DocumentReference>/,
    '<cac:Response><cbc:ResponseCode>AP</cbc:ResponseCode></cac:Response><cac:DocumentReference><cbc:ID>C-1</cbc:ID></cac:DocumentReference>',
  );
  testBreaches(FAMILIES.T58, changed(ofCatalogue, 'bis:invoice_response', 'bis:catalogue_only'), []);
  testBreaches([CATALOGUE_RESPONSE_RULES], ofCatalogue, [
    ['The specification is that of catalogue responses', 'PEPPOL-T58-R001', 'trns:catalogue', 'trns:x'],
  ]);

  const ofMessage = changed(changed(ofCatalogue, 'catalogue_response', 'mlr'), 'invoice_response', 'mlr');
  testBreaches(FAMILIES.T71, ofMessage.replaceAll(/<cac:PartyLegalEntity>.*>/g, ''), []);
  testBreaches([MESSAGE_LEVEL_RESPONSE_RULES], ofMessage, [
    ['The specification is that of message level responses', 'PEPPOL-T71-R001', 'trns:mlr:3', 'trns:mls:3'],
  ]);
});

describe('order cancellations, T115', () => {
  const order = fixture('order.xml');
  const parties = order.slice(order.indexOf('<cac:BuyerC'), order.indexOf('<cac:AllowanceC'));
  const cancellation = `<OrderCancellation xmlns="urn:oasis:names:specification:ubl:schema:xsd:OrderCancellation-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order_cancellation:3</cbc:CustomizationID>
    <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3</cbc:ProfileID>
    <cbc:ID>X-1</cbc:ID>
    <cbc:IssueDate>2026-11-21</cbc:IssueDate>
    <cbc:CancellationNote>Not needed</cbc:CancellationNote>
    <cac:OrderReference><cbc:ID>O-1</cbc:ID></cac:OrderReference>
    ${parties}</OrderCancellation>`;
  testBreaches(FAMILIES.T115, cancellation, []);
  testBreaches([ORDER_CANCELLATION_RULES], cancellation, [
    ['The process is that of advanced ordering', 'PEPPOL-T115-R031', 'advanced_ordering', 'ordering'],
    ['The specification is that of cancellations', 'PEPPOL-T115-R034', 'order_cancellation', 'order'],
  ]);
});
