// Made by npm run rules:generate from the official rule files of 2026.5 and 2025.11. Not to be edited.
import { codeList } from './code-list.ts';

/** Date of the invoice, of the delivery, of the payment: a part of UNTDID 2005. */
export const VAT_DATES = codeList(`
3 35 432
`);
