import { STATUS_ACTIONS, STATUS_REASONS } from '../../codes/post-award.gen.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family, warnings } from '../rule.ts';
import { customization, profile } from './shared-blocks.ts';
import { someText } from './values.ts';

const TRNS = 'urn:fdc:peppol.eu:poacc:trns';
const BIS = 'urn:fdc:peppol.eu:poacc:bis';

/** T58. */
export const CATALOGUE_RESPONSE_RULES: Family = {
  name: 'PEPPOL-T58-R',
  patterns: [[customization('PEPPOL-T58-R001', `${TRNS}:catalogue_response:3`)]],
};

/** T71. */
export const MESSAGE_LEVEL_RESPONSE_RULES: Family = {
  name: 'PEPPOL-T71-R',
  patterns: [[customization('PEPPOL-T71-R001', `${TRNS}:mlr:3`)]],
};

/** T115. */
export const ORDER_CANCELLATION_RULES: Family = {
  name: 'PEPPOL-T115-R',
  patterns: [
    [
      profile('PEPPOL-T115-R031', `${BIS}:advanced_ordering:3`),
      customization('PEPPOL-T115-R034', `${TRNS}:order_cancellation:3`),
    ],
  ],
};

const withReasonCode =
  (code: string) =>
  (doc: DocumentView, node: number): boolean =>
    someText(doc, node, 'cbc:StatusReasonCode', code);
const hasReason = (doc: DocumentView, node: number): boolean => doc.has(node, 'cbc:StatusReason');

const clarification = (id: string, list: string, codes: ReadonlySet<string>): Block => ({
  at: ['cac:Status'],
  where: (doc, node) =>
    doc.all(node, 'cbc:StatusReasonCode').some((code) => doc.attribute(code, 'listID') === list),
  rules: errors([
    id,
    '',
    `The clarification must be a code of the list ${list}.`,
    (doc, node) => codes.has(doc.onlyText(node, 'cbc:StatusReasonCode')),
  ]),
});

/**
 * T111. Of its rules PEPPOL-T111-R005 is missing: it means that PPD goes with PD only, but as it is written nothing can
 * break it.
 */
export const INVOICE_RESPONSE_RULES: Family = {
  name: 'PEPPOL-T111-R',
  patterns: [
    [
      {
        at: ['cac:Response'],
        where: (doc, node) => ' CA UQ RE '.includes(` ${doc.onlyText(node, 'cbc:ResponseCode')} `),
        rules: errors([
          'PEPPOL-T111-R001',
          '',
          'A response with the code CA, UQ or RE must say why.',
          (doc, node) => doc.has(node, 'cac:Status/cbc:StatusReasonCode'),
        ]),
      },
      {
        at: ['cac:Status'],
        where: withReasonCode('OTH'),
        rules: warnings([
          'PEPPOL-T111-R002',
          '',
          'The clarification OTH, other, should come with the reason in words.',
          hasReason,
        ]),
      },
      customization('PEPPOL-T111-R003', `${TRNS}:invoice_response:3`),
      {
        at: ['cac:Status'],
        where: withReasonCode('PPD'),
        rules: errors([
          'PEPPOL-T111-R004',
          '',
          'The clarification PPD, partially paid, must come with the reason in words.',
          hasReason,
        ]),
      },
      profile('PEPPOL-T111-R008', `${BIS}:invoice_response:3`, 'urn:peppol:bis:billing_with_response'),
    ],
    [
      clarification('PEPPOL-T111-R006', 'OPStatusAction', STATUS_ACTIONS),
      clarification('PEPPOL-T111-R007', 'OPStatusReason', STATUS_REASONS),
    ],
  ],
};
