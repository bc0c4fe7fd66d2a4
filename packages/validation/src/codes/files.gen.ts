// Made by npm run rules:generate from the official rule files of 2026.5 and 2025.11. Not to be edited.
import { codeList } from './code-list.ts';

/** Kinds of files that may be attached, as EN 16931 has them. */
export const EN_FILES = codeList(`
application/pdf image/png image/jpeg text/csv
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
application/vnd.oasis.opendocument.spreadsheet
`);

/** Kinds of files that may be attached, as Peppol has them. */
export const PEPPOL_FILES = codeList(`
application/pdf image/png image/jpeg text/csv
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
application/vnd.oasis.opendocument.spreadsheet
`);
