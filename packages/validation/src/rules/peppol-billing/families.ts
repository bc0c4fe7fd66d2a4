import { LISTS_2026_5, type ReleaseLists } from '../../codes/release-lists.ts';
import { emptyElements } from '../common/empty-elements.ts';
import { PARTY_IDENTIFIERS } from '../common/party-identifiers.ts';
import type { Family } from '../rule.ts';
import { amountRules } from './amounts.ts';
import { codeRules, GERMAN_TYPE_RULES } from './codes.ts';
import { DENMARK } from './denmark.ts';
import { documentRules } from './document.ts';
import { BILLING, SELF_BILLING } from './edition.ts';
import { GERMANY } from './germany.ts';
import { GREECE } from './greece.ts';
import { ICELAND } from './iceland.ts';
import { ITALY } from './italy.ts';
import { LINE_FAMILY } from './lines.ts';
import { NETHERLANDS } from './netherlands.ts';
import { NORWAY } from './norway.ts';
import { SWEDEN } from './sweden.ts';

const EMPTY_ELEMENTS = emptyElements('PEPPOL-EN16931-R008');

/** The rules of Peppol BIS Billing 3.0.21 beside those of EN 16931, with the lists of a release. */
export const peppolBilling = (lists: ReleaseLists, edition = BILLING): readonly Family[] => [
  EMPTY_ELEMENTS,
  documentRules(edition),
  amountRules(['cac:TaxSubtotal/cbc:TaxAmount']),
  LINE_FAMILY,
  PARTY_IDENTIFIERS,
  codeRules(edition, lists, GERMAN_TYPE_RULES),
  NORWAY,
  DENMARK,
  ITALY,
  SWEDEN,
  GREECE,
  ICELAND,
  NETHERLANDS,
  GERMANY,
];

/** The same for self-billing 3.0.2, which has no national rules. */
const peppolSelfBilling = (lists: ReleaseLists): readonly Family[] => [
  EMPTY_ELEMENTS,
  documentRules(SELF_BILLING),
  amountRules([]),
  LINE_FAMILY,
  PARTY_IDENTIFIERS,
  codeRules(SELF_BILLING, lists),
];

/** Of the newest release. */
export const PEPPOL_BILLING = peppolBilling(LISTS_2026_5);
export const PEPPOL_SELF_BILLING = peppolSelfBilling(LISTS_2026_5);
