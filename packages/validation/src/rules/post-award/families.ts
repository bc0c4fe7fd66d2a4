import type { Family } from '../rule.ts';
import { CATALOGUE_RULES } from './catalogue-rules.ts';
import { COMMON } from './common-rules.ts';
import { DESPATCH_ADVICE_RULES } from './despatch-advice-rules.ts';
import { MESSAGE_LEVEL_STATUS_RULES } from './message-level-status.ts';
import { ORDER_AGREEMENT_RULES } from './order-agreement-rules.ts';
import { ORDER_RESPONSE_ADVANCED_RULES, ORDER_RESPONSE_RULES } from './order-response-rules.ts';
import { ORDER_CHANGE_RULES, ORDER_RULES } from './order-rules.ts';
import { PUNCH_OUT_RULES } from './punch-out-rules.ts';
import {
  CATALOGUE_RESPONSE_RULES,
  INVOICE_RESPONSE_RULES,
  MESSAGE_LEVEL_RESPONSE_RULES,
  ORDER_CANCELLATION_RULES,
} from './response-rules.ts';
import { syntaxFamily } from './syntax-rules.ts';
import type { TransactionId } from './transactions.ts';
import { CATALOGUE_TREE } from './trees/catalogue.gen.ts';
import { CATALOGUE_RESPONSE_TREE } from './trees/catalogue-response.gen.ts';
import { DESPATCH_ADVICE_TREE } from './trees/despatch-advice.gen.ts';
import { INVOICE_RESPONSE_TREE } from './trees/invoice-response.gen.ts';
import { MESSAGE_LEVEL_RESPONSE_TREE } from './trees/message-level-response.gen.ts';
import { ORDER_TREE } from './trees/order.gen.ts';
import { ORDER_AGREEMENT_TREE } from './trees/order-agreement.gen.ts';
import { ORDER_CANCELLATION_TREE } from './trees/order-cancellation.gen.ts';
import { ORDER_CHANGE_TREE } from './trees/order-change.gen.ts';
import { ORDER_RESPONSE_TREE } from './trees/order-response.gen.ts';
import { ORDER_RESPONSE_ADVANCED_TREE } from './trees/order-response-advanced.gen.ts';
import { PUNCH_OUT_TREE } from './trees/punch-out.gen.ts';

const transaction = (id: TransactionId, document: string, tree: string, rules: Family): readonly Family[] => [
  ...COMMON,
  syntaxFamily(id, document, tree),
  rules,
];

/** The rules of each transaction: post-award BIS 3, release 2026.5, and Message Level Status 1.0.1. */
export const FAMILIES: Readonly<Record<TransactionId, readonly Family[]>> = {
  T01: transaction('T01', 'Peppol order', ORDER_TREE, ORDER_RULES),
  T16: transaction('T16', 'Peppol despatch advice', DESPATCH_ADVICE_TREE, DESPATCH_ADVICE_RULES),
  T19: transaction('T19', 'Peppol catalogue', CATALOGUE_TREE, CATALOGUE_RULES),
  T58: transaction('T58', 'Peppol catalogue response', CATALOGUE_RESPONSE_TREE, CATALOGUE_RESPONSE_RULES),
  T71: transaction(
    'T71',
    'Peppol message level response',
    MESSAGE_LEVEL_RESPONSE_TREE,
    MESSAGE_LEVEL_RESPONSE_RULES,
  ),
  T76: transaction('T76', 'Peppol order response', ORDER_RESPONSE_TREE, ORDER_RESPONSE_RULES),
  T77: transaction('T77', 'Peppol punch-out cart', PUNCH_OUT_TREE, PUNCH_OUT_RULES),
  T110: transaction('T110', 'Peppol order agreement', ORDER_AGREEMENT_TREE, ORDER_AGREEMENT_RULES),
  T111: transaction('T111', 'Peppol invoice response', INVOICE_RESPONSE_TREE, INVOICE_RESPONSE_RULES),
  T114: transaction('T114', 'Peppol order change', ORDER_CHANGE_TREE, ORDER_CHANGE_RULES),
  T115: transaction('T115', 'Peppol order cancellation', ORDER_CANCELLATION_TREE, ORDER_CANCELLATION_RULES),
  T116: transaction(
    'T116',
    'Peppol advanced order response',
    ORDER_RESPONSE_ADVANCED_TREE,
    ORDER_RESPONSE_ADVANCED_RULES,
  ),
  MLS: [MESSAGE_LEVEL_STATUS_RULES],
};
