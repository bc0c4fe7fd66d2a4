import { LISTS_2026_5, type ReleaseLists } from '../../codes/release-lists.ts';
import type { Family } from '../rule.ts';
import { ABSENCES } from './absences.ts';
import { ALLOWANCES } from './allowances.ts';
import { codeListRules } from './code-lists.ts';
import { DATA_TYPES } from './data-types.ts';
import { DOCUMENT } from './document.ts';
import { LINES_AND_PERIODS } from './lines.ts';
import { OCCURRENCES } from './occurrences.ts';
import { PARTIES } from './parties.ts';
import { PAYMENT_AND_REFERENCES } from './payment-and-references.ts';
import { SUMS } from './sums.ts';
import { VAT_BREAKDOWN } from './vat-breakdown.ts';
import { VAT_CATEGORIES } from './vat-categories.ts';

/** All rules of EN 16931 for UBL invoices and credit notes, validation artefacts 1.3.16, with the lists of a release. */
export const en16931 = (lists: ReleaseLists): readonly Family[] => [
  DOCUMENT,
  PARTIES,
  LINES_AND_PERIODS,
  ALLOWANCES,
  SUMS,
  VAT_BREAKDOWN,
  VAT_CATEGORIES,
  PAYMENT_AND_REFERENCES,
  codeListRules(lists),
  OCCURRENCES,
  DATA_TYPES,
  ABSENCES,
];

/** Of the newest release. */
export const EN16931 = en16931(LISTS_2026_5);
