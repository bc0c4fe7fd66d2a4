import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
  parseProcessId,
} from './document-type-id.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc';
const TRNS = 'urn:fdc:peppol.eu:poacc:trns';
const BIS = 'urn:fdc:peppol.eu:poacc:bis';

type Row = [alias: string, root: string, customization: string, version: string, process: string];

const ROWS: Row[] = [
  ['invoice', 'Invoice', `${BILLING}:billing:3.0`, '2.1', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'],
  [
    'credit-note',
    'CreditNote',
    `${BILLING}:billing:3.0`,
    '2.1',
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'self-billing-invoice',
    'Invoice',
    `${BILLING}:selfbilling:3.0`,
    '2.1',
    'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  ],
  [
    'self-billing-credit-note',
    'CreditNote',
    `${BILLING}:selfbilling:3.0`,
    '2.1',
    'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  ],
  ['order', 'Order', `${TRNS}:order:3`, '2.1', `${BIS}:ordering:3`],
  ['order-response', 'OrderResponse', `${TRNS}:order_response:3`, '2.1', `${BIS}:ordering:3`],
  ['order-agreement', 'OrderResponse', `${TRNS}:order_agreement:3`, '2.1', `${BIS}:order_agreement:3`],
  ['order-change', 'OrderChange', `${TRNS}:order_change:3`, '2.3', `${BIS}:advanced_ordering:3`],
  [
    'order-cancellation',
    'OrderCancellation',
    `${TRNS}:order_cancellation:3`,
    '2.3',
    `${BIS}:advanced_ordering:3`,
  ],
  [
    'order-response-advanced',
    'OrderResponse',
    `${TRNS}:order_response_advanced:3`,
    '2.3',
    `${BIS}:advanced_ordering:3`,
  ],
  ['despatch-advice', 'DespatchAdvice', `${TRNS}:despatch_advice:3`, '2.1', `${BIS}:despatch_advice:3`],
  ['catalogue', 'Catalogue', `${TRNS}:catalogue:3`, '2.1', `${BIS}:catalogue_only:3`],
  [
    'catalogue-response',
    'ApplicationResponse',
    `${TRNS}:catalogue_response:3`,
    '2.1',
    `${BIS}:catalogue_only:3`,
  ],
  ['punch-out', 'Catalogue', `${TRNS}:punch_out:3`, '2.1', `${BIS}:punch_out:3`],
  [
    'invoice-response',
    'ApplicationResponse',
    `${TRNS}:invoice_response:3`,
    '2.1',
    `${BIS}:invoice_response:3`,
  ],
  ['message-level-response', 'ApplicationResponse', `${TRNS}:mlr:3`, '2.1', `${BIS}:mlr:3`],
];

export interface AliasedType {
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
}

const byAlias = new Map<string, AliasedType>();
const byType = new Map<DocumentTypeId, string>();
for (const [alias, root, customization, version, process] of ROWS) {
  const documentTypeId = parseDocumentTypeId(`${UBL}:${root}-2::${root}##${customization}::${version}`);
  const processId = parseProcessId(process);
  if (!documentTypeId || !processId) throw new Error(`The alias ${alias} stands for no document type`);
  byAlias.set(alias, { documentTypeId, processId });
  byType.set(documentTypeId, alias);
}

/** Every short name by which a caller may name a document type. */
export const ALIASES: readonly string[] = [...byAlias.keys()];

/** The document type and process that a short name stands for, or undefined. */
export function aliasToType(alias: string): AliasedType | undefined {
  return byAlias.get(alias);
}

/** The short name of a document type, or undefined when it has none. */
export function typeToAlias(documentTypeId: DocumentTypeId): string | undefined {
  return byType.get(documentTypeId);
}
