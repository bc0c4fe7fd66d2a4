/** Bytes of a document, out and in. [LIM-2] */
export const DOCUMENT_LIMIT = 41_943_040;
