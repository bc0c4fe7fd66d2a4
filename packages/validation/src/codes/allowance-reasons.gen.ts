// Made by npm run rules:generate from the official rule files of 2026.5 and 2025.11. Not to be edited.
import { codeList } from './code-list.ts';

/** Reasons of an allowance: a part of UNTDID 5189. */
export const ALLOWANCE_REASONS = codeList(`
41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105
`);
