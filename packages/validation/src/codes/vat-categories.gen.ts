// Made by npm run rules:generate from the official rule files of 2026.5 and 2025.11. Not to be edited.
import { codeList } from './code-list.ts';

/** Categories of VAT: a part of UNTDID 5305. */
export const VAT_CATEGORIES = codeList(`
AE L M E S Z G O K B
`);
