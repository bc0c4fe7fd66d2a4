import type { Node } from '../../tape/tape.ts';
import { normalised } from '../../values/space.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family, type Row } from '../rule.ts';
import { customization, isDocumentCurrency, isLineIdUnique } from './shared-blocks.ts';
import { hasOne } from './values.ts';

/** Order responses, T76, and advanced ones, T116: the same conditions. */
const orderResponseFamily = (prefix: string, start: string): Family => ({
  name: `${prefix}-R`,
  patterns: [
    [
      customization(`${prefix}-R006`, start),
      {
        at: ['cbc:PriceAmount'],
        rules: errors([
          `${prefix}-R005`,
          '',
          'Prices must be in the currency of the document.',
          (doc, node) => isDocumentCurrency(doc, doc.attribute(node, 'currencyID')),
        ]),
      },
      party(`${prefix}-R001`, 'cac:BuyerCustomerParty/cac:Party', 'buyer'),
      party(`${prefix}-R002`, 'cac:SellerSupplierParty/cac:Party', 'seller'),
      {
        at: ['cac:PromisedDeliveryPeriod'],
        rules: errors([
          `${prefix}-R004`,
          '',
          'A promised delivery must not end before it starts.',
          isPeriodInOrder,
        ]),
      },
      {
        at: ['cac:OrderLine/cac:LineItem'],
        rules: errors([
          `${prefix}-R003`,
          '',
          'Each line must have an identifier that no other line has.',
          isLineIdUnique,
        ]),
      },
      {
        at: ['cbc:OrderResponseCode'],
        rules: errors(
          lines(`${prefix}-R007`, 'CA', 'conditionally accepted', true),
          lines(`${prefix}-R008`, 'AP', 'accepted', false),
          lines(`${prefix}-R009`, 'RE', 'rejected', false),
          lines(`${prefix}-R010`, 'AB', 'acknowledged', false),
        ),
      },
    ],
  ],
});

const party = (id: string, at: string, name: string): Block => ({
  at: [at],
  rules: errors([
    id,
    '',
    `The ${name} must have an official name or an identifier.`,
    (doc, node) =>
      hasOne(doc, node, 'cac:PartyLegalEntity/cbc:RegistrationName', 'cac:PartyIdentification/cbc:ID'),
  ]),
});

/** Dates are compared as texts; of several the latest end with the earliest start. */
function isPeriodInOrder(doc: DocumentView, node: Node): boolean {
  const start = doc.strings(node, 'cbc:StartDate').sort()[0];
  const end = doc.strings(node, 'cbc:EndDate').sort().at(-1);
  return start === undefined || end === undefined || end >= start;
}

const lines = (id: string, code: string, meaning: string, mustHave: boolean): Row => [
  id,
  '',
  `A response with the code ${code}, ${meaning}, must have ${mustHave ? 'lines' : 'no lines'}.`,
  (doc, node) =>
    normalised(doc.string(node)) !== code || doc.has(doc.tape.parent(node), 'cac:OrderLine') === mustHave,
];

const TRNS = 'urn:fdc:peppol.eu:poacc:trns';
export const ORDER_RESPONSE_RULES = orderResponseFamily('PEPPOL-T76', `${TRNS}:order_response:3`);
export const ORDER_RESPONSE_ADVANCED_RULES = orderResponseFamily(
  'PEPPOL-T116',
  `${TRNS}:order_response_advanced:3`,
);
