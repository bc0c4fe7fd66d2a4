// Made by npm run rules:generate from the official rule files of 2026.5 and 2025.11. Not to be edited.
import { changedList, codeList } from './code-list.ts';

/** Types of an invoice: a part of UNTDID 1001. */
export const INVOICE_TYPES = codeList(`
71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393
394 395 456 457 471 472 473 500 501 527 553 575 623 633 751 780 817 870 875 876 877 935
`);

/** The same in release 2025.11. */
export const INVOICE_TYPES_2025_11 = changedList(INVOICE_TYPES, { without: '', and: '502 503' });

/** Types of a credit note: a part of UNTDID 1001. */
export const CREDIT_NOTE_TYPES = codeList(`
81 83 261 262 296 308 381 396 420 458 502 503 532
`);

/** The same in release 2025.11. */
export const CREDIT_NOTE_TYPES_2025_11 = changedList(CREDIT_NOTE_TYPES, { without: '502 503', and: '' });

/** Of these, what Peppol BIS Billing has. */
export const BILLED_INVOICE_TYPES = codeList(`
71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877
`);

/** Of these, what Peppol BIS Billing has. */
export const BILLED_CREDIT_NOTE_TYPES = codeList(`
381 396 81 83 532
`);

/** Of these, what Peppol BIS Self-Billing has. */
export const SELF_BILLED_INVOICE_TYPES = codeList(`
389 527
`);

/** Of these, what Peppol BIS Self-Billing has. */
export const SELF_BILLED_CREDIT_NOTE_TYPES = codeList(`
261
`);
