import type { Node } from '../../tape/tape.ts';
import { type DocumentView, normalised } from '../../view.ts';
import { type Block, errors, type Row, type Test, warnings } from '../rule.ts';
import { areGerman } from './parties.ts';

const TRANSFER = 'cac:PayeeFinancialAccount';
const CARD = 'cac:CardAccount';
const DEBIT = 'cac:PaymentMandate';

/** Whether this is an IBAN, its own digits in order [ISO 13616]. Lower-case letters count on from capital ones. */
function isIban(text: string): boolean {
  const iban = normalised(text.replace(/[ \t\r\n]/g, ''));
  if (!/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{0,30}$/.test(iban)) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const code = character.charCodeAt(0);
    const value = code > 64 ? code - 55 : code - 48;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const pays = (doc: DocumentView, means: Node, codes: readonly string[]): boolean =>
  codes.includes(doc.onlyText(means, 'cbc:PaymentMeansCode'));

/** An IBAN at a path, wherever something is paid by these means. */
export const ibanAt =
  (path: string, code: string, paysBy = pays): Test =>
  (doc, means) =>
    !paysBy(doc, means, [code]) || isIban(doc.onlyString(means, path));

const demanded = (id: string, terms: string, how: string, group: string): Row => [
  id,
  terms,
  `Between German parties, ${how} must come with its account or card.`,
  (doc, means) => doc.has(means, group),
];
const alone = (id: string, terms: string, how: string, others: readonly string[]): Row => [
  id,
  terms,
  `Between German parties, ${how} must not come with details of another way to pay.`,
  (doc, means) => !others.some((group) => doc.has(means, group)),
];

const block = (codes: readonly string[], rules: Block['rules']): Block => ({
  at: ['/Invoice/cac:PaymentMeans', '/CreditNote/cac:PaymentMeans'],
  where: (doc, means) => areGerman(doc) && pays(doc, means, codes),
  rules,
});

/** By payment means code (BT-81): credit transfer, card, direct debit. */
// biome-ignore format: a rule is a row
export const GERMAN_PAYMENTS: readonly Block[] = [
  block(['30', '58'], [
    ...warnings(['DE-R-019', 'BT-84', 'A SEPA credit transfer should go to a valid IBAN.', ibanAt('cac:PayeeFinancialAccount/cbc:ID', '58')]),
    ...errors(
      demanded('DE-R-023-1', 'BG-17', 'a credit transfer', TRANSFER),
      alone('DE-R-023-2', 'BG-18 BG-19', 'a credit transfer', [CARD, DEBIT]),
    ),
  ]),
  block(['48', '54', '55'], errors(
    demanded('DE-R-024-1', 'BG-18', 'a payment by card', CARD),
    alone('DE-R-024-2', 'BG-17 BG-19', 'a payment by card', [TRANSFER, DEBIT]),
  )),
  block(['59'], [
    ...warnings(['DE-R-020', 'BT-91', 'A SEPA direct debit should be from a valid IBAN.', ibanAt('cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID', '59')]),
    ...errors(
      demanded('DE-R-025-1', 'BG-19', 'a direct debit', DEBIT),
      alone('DE-R-025-2', 'BG-17 BG-18', 'a direct debit', [TRANSFER, CARD]),
    ),
  ]),
];
