/** A document of the post-award BIS by its official number, or a message level status. */
export interface Transaction {
  id: string;
  /** Local name of its UBL document. */
  root: string;
  customizationId: string;
  /** Processes that it is part of. */
  profileIds: readonly string[];
}

const TRNS = 'urn:fdc:peppol.eu:poacc:trns';
const BIS = 'urn:fdc:peppol.eu:poacc:bis';

const row = <Id extends string>(id: Id, root: string, name: string, ...profiles: string[]) => ({
  id,
  root,
  customizationId: name.startsWith('urn:') ? name : `${TRNS}:${name}:3`,
  profileIds: profiles.map((profile) => (profile.startsWith('urn:') ? profile : `${BIS}:${profile}:3`)),
});

/** Which specification is which transaction. */
export const TRANSACTIONS = [
  row('T01', 'Order', 'order', 'order_only', 'ordering', 'advanced_ordering'),
  row('T16', 'DespatchAdvice', 'despatch_advice', 'despatch_advice'),
  row('T19', 'Catalogue', 'catalogue', 'catalogue_only', 'catalogue_wo_response'),
  row('T58', 'ApplicationResponse', 'catalogue_response', 'catalogue_only'),
  row('T71', 'ApplicationResponse', 'mlr', 'mlr'),
  row('T76', 'OrderResponse', 'order_response', 'ordering'),
  row('T77', 'Catalogue', 'punch_out', 'punch_out'),
  row('T110', 'OrderResponse', 'order_agreement', 'order_agreement'),
  row(
    'T111',
    'ApplicationResponse',
    'invoice_response',
    'invoice_response',
    'urn:peppol:bis:billing_with_response',
  ),
  row('T114', 'OrderChange', 'order_change', 'advanced_ordering'),
  row('T115', 'OrderCancellation', 'order_cancellation', 'advanced_ordering'),
  row('T116', 'OrderResponse', 'order_response_advanced', 'advanced_ordering'),
  row('MLS', 'ApplicationResponse', 'urn:peppol:edec:mls:1.0', 'urn:peppol:edec:mls'),
] as const satisfies readonly Transaction[];

export type TransactionId = (typeof TRANSACTIONS)[number]['id'];

/**
 * The transaction of a document type; undefined when it is none of these.
 *
 * @param root local name of the root element
 * @param customizationId exactly: what is built on one of these, extended or restrictive, may have rules of its own
 */
export const transactionOf = (root: string, customizationId: string): TransactionId | undefined =>
  TRANSACTIONS.find((one) => one.root === root && one.customizationId === customizationId)?.id;
