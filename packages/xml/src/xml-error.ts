import { cutText } from './cut-text.ts';

export type XmlErrorCode = 'NOT_WELL_FORMED' | 'DTD_FORBIDDEN' | 'LIMIT_EXCEEDED' | 'ENCODING_UNSUPPORTED';

const LONGEST = 300;

/** Why a document cannot be read, and where: line and column count from 1, columns in bytes. */
export class XmlError extends Error {
  readonly code: XmlErrorCode;
  readonly line: number;
  readonly column: number;

  constructor(code: XmlErrorCode, message: string, line: number, column: number) {
    // It may repeat what stands in the document, which may be anything.
    super(`${cutText(message, LONGEST)} (line ${line}, column ${column})`);
    this.name = 'XmlError';
    this.code = code;
    this.line = line;
    this.column = column;
  }
}
