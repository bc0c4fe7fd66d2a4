import { describe } from 'node:test';
import { testBreaches } from '../../../tests/breaking.ts';
import { fixture } from '../../../tests/run-rules.ts';
import { FAMILIES } from './families.ts';

const RESPONSE = /<cac:DocumentResponse>[\s\S]*<\/cac:DocumentResponse>/;
const ISSUE = /<cac:LineResponse>[\s\S]*<\/cac:LineResponse>/;
const TWO_REFERENCES = '<cac:DocumentReference><cbc:ID>1</cbc:ID></cac:DocumentReference>'.repeat(2);

describe('message level status', () => {
  testBreaches(FAMILIES.MLS, fixture('message-level-status.xml'), [
    ['The specification is that of the status', 'SCH-MLS-01', 'mls:1.0<', 'mls:1.1<'],
    ['The process is that of the status', 'SCH-MLS-02', 'mls<', 'mlr<'],
    ['The identifier is not empty', 'SCH-MLS-03', '>M-1<', '> <'],
    ['The date has no time zone', 'SCH-MLS-04', '2026-11-21', '2026-11-21Z'],
    ['There is a time', 'SCH-MLS-05 SCH-MLS-06', /<cbc:IssueTime>.*>/, ''],
    ['The time has a time zone', 'SCH-MLS-06', '+01:00', ''],
    [
      'The sender has an address',
      'SCH-MLS-07 SCH-MLS-08 SCH-MLS-09 SCH-MLS-10 SCH-MLS-11',
      /<cbc:EndpointID.*000001<\/cbc:EndpointID>/,
      '',
    ],
    ['The sender is a service provider', 'SCH-MLS-09', '>000001<', '>5567321707<'],
    ['The address of the sender has a scheme', 'SCH-MLS-10 SCH-MLS-11', ' schemeID="0242"', ''],
    ['The scheme of the sender is that of service providers', 'SCH-MLS-11', '"0242">000001', '"0007">000001'],
    [
      'The receiver has an address',
      'SCH-MLS-12 SCH-MLS-13 SCH-MLS-14 SCH-MLS-15 SCH-MLS-16',
      /<cbc:EndpointID.*000002.*<\/cbc:EndpointID>/,
      '',
    ],
    ['The receiver is a service provider', 'SCH-MLS-14', '-tst', '-t'],
    ['Its scheme is that of service providers', 'SCH-MLS-16', '"0242">000002', '"0007">000002'],
    ['There is one response', 'SCH-MLS-17', RESPONSE, ''],
    [
      'There is a response code',
      'SCH-MLS-18 SCH-MLS-19 SCH-MLS-25',
      '<cbc:ResponseCode>RE</cbc:ResponseCode>',
      '',
    ],
    ['The response code is one of three', 'SCH-MLS-19 SCH-MLS-25', '>RE<', '>CA<'],
    ['A rejection has a description', 'SCH-MLS-20 SCH-MLS-21', /<cbc:Description>Not.*>/, ''],
    ['It is not empty', 'SCH-MLS-21', '>Not delivered<', '><'],
    ['There is one reference', 'SCH-MLS-22', /<cac:DocumentReference>.*>/, TWO_REFERENCES],
    ['A rejection has an issue', 'SCH-MLS-23 SCH-MLS-24', ISSUE, ''],
    ['One of them is a failure', 'SCH-MLS-24', '>FD<', '>BW<'],
    ['An acceptance has no failure', 'SCH-MLS-25', '>RE<', '>AP<'],
    ['The identifier of the document is not empty', 'SCH-MLS-26', '8b1f', ''],
    ['The place of an issue is not empty', 'SCH-MLS-27', '>NA<', '><'],
    ['An issue has a description', 'SCH-MLS-28 SCH-MLS-29', /<cbc:Description>The.*>/, ''],
    ['An issue has a status', 'SCH-MLS-24 SCH-MLS-30', /<cac:Status>.*>/, ''],
    ['The reason of a status is one of four', 'SCH-MLS-24 SCH-MLS-31', '>FD<', '>XX<'],
    [
      'A doubled code cannot be checked',
      'SCH-MLS-19 SCH-MLS-20 SCH-MLS-21 SCH-MLS-23 SCH-MLS-24 SCH-MLS-25',
      '<cbc:ResponseCode>',
      '<cbc:ResponseCode>AP</cbc:ResponseCode><cbc:ResponseCode>',
    ],
  ]);
});
