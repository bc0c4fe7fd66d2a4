import { type Block, errors, type Family, warnings } from '../rule.ts';
import { customization, isItemIdentified, isNotNegative, isPartyKnown } from './shared-blocks.ts';

const party = (id: string, at: string, name: string): Block => ({
  at: [at],
  rules: errors([id, '', `The ${name} must have a name or an identifier.`, isPartyKnown]),
});

/** Conditions of the despatch advice, T16. */
export const DESPATCH_ADVICE_RULES: Family = {
  name: 'PEPPOL-T16-R',
  patterns: [
    [
      customization('PEPPOL-T16-R011', 'urn:fdc:peppol.eu:poacc:trns:despatch_advice:3'),
      party('PEPPOL-T16-R008', 'cac:BuyerCustomerParty', 'buyer'),
      party('PEPPOL-T16-R009', 'cac:SellerSupplierParty', 'seller'),
      party('PEPPOL-T16-R010', 'cac:OriginatorCustomerParty', 'originator'),
      {
        at: ['cac:DespatchLine'],
        rules: [
          ...errors(
            [
              'PEPPOL-T16-R003',
              '',
              "The item of a line must have the seller's identifier or a standard one.",
              (doc, node) => doc.all(node, 'cac:Item').some((item) => isItemIdentified(doc, item) === true),
            ],
            [
              'PEPPOL-T16-R004',
              '',
              'The item of a line must have a name.',
              (doc, node) => doc.has(node, 'cac:Item/cbc:Name'),
            ],
            [
              'PEPPOL-T16-R006',
              '',
              'The delivered quantity must not be negative.',
              isNotNegative('cbc:DeliveredQuantity'),
            ],
          ),
          ...warnings(
            [
              'PEPPOL-T16-R005',
              '',
              'A line should have a delivered quantity.',
              (doc, node) => doc.has(node, 'cbc:DeliveredQuantity'),
            ],
            [
              'PEPPOL-T16-R007',
              '',
              'An outstanding quantity should come with the reason why it is outstanding.',
              (doc, node) =>
                doc.has(node, 'cbc:OutstandingReason') || !doc.has(node, 'cbc:OutstandingQuantity'),
            ],
          ),
        ],
      },
    ],
  ],
};
