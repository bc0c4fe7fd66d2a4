/** One `eb:Error`, ours or theirs. Answered, never thrown. */
export interface EbmsError {
  code: string;
  severity: 'failure' | 'warning';
  description: string;
  /** What Peppol adds, such as `PEPPOL:NOT_SERVICED`. */
  detail?: string;
}

interface EbmsErrorKind {
  shortDescription: string;
  category: 'Content' | 'Unpackaging' | 'Processing' | 'Communication';
  /** Whether the same message may succeed later. */
  retry: boolean;
}

/** The ebMS errors [ebMS3 6.7.1, AS4 3.2]; whether a repeat makes sense is what Peppol practice says. */
export const EBMS_ERRORS = {
  'EBMS:0001': { shortDescription: 'ValueNotRecognized', category: 'Content', retry: false },
  'EBMS:0003': { shortDescription: 'ValueInconsistent', category: 'Content', retry: false },
  'EBMS:0004': { shortDescription: 'Other', category: 'Content', retry: true },
  'EBMS:0005': { shortDescription: 'ConnectionFailure', category: 'Communication', retry: true },
  'EBMS:0007': { shortDescription: 'MimeInconsistency', category: 'Unpackaging', retry: false },
  'EBMS:0008': { shortDescription: 'FeatureNotSupported', category: 'Unpackaging', retry: false },
  'EBMS:0009': { shortDescription: 'InvalidHeader', category: 'Unpackaging', retry: false },
  'EBMS:0010': { shortDescription: 'ProcessingModeMismatch', category: 'Processing', retry: false },
  'EBMS:0011': { shortDescription: 'ExternalPayloadError', category: 'Content', retry: false },
  'EBMS:0101': { shortDescription: 'FailedAuthentication', category: 'Processing', retry: false },
  'EBMS:0102': { shortDescription: 'FailedDecryption', category: 'Processing', retry: true },
  'EBMS:0103': { shortDescription: 'PolicyNoncompliance', category: 'Processing', retry: false },
  'EBMS:0202': { shortDescription: 'DeliveryFailure', category: 'Communication', retry: true },
  'EBMS:0301': { shortDescription: 'MissingReceipt', category: 'Communication', retry: true },
  'EBMS:0302': { shortDescription: 'InvalidReceipt', category: 'Communication', retry: true },
  'EBMS:0303': { shortDescription: 'DecompressionFailure', category: 'Communication', retry: true },
} as const satisfies Record<string, EbmsErrorKind>;

export type EbmsErrorCode = keyof typeof EBMS_ERRORS;

export const NOT_SERVICED = 'PEPPOL:NOT_SERVICED';

export function ebmsError(code: EbmsErrorCode, description: string, detail?: string): EbmsError {
  return { code, severity: 'failure', description, ...(detail ? { detail } : {}) };
}

/** C3 does not serve this receiver, document type or process [AS4-prof 4.4]. */
export function notServiced(description: string): EbmsError {
  return ebmsError('EBMS:0004', description, NOT_SERVICED);
}

/** Stacks put the Peppol code into the detail, the description or the short description. */
export function isNotServiced(error: EbmsError): boolean {
  return `${error.detail ?? ''} ${error.description}`.includes(NOT_SERVICED);
}

/** Whether the same message may be sent again after this error. An unknown code may be temporary. */
export function isWorthRetrying(error: EbmsError): boolean {
  if (isNotServiced(error)) return false;
  return (EBMS_ERRORS as Record<string, EbmsErrorKind | undefined>)[error.code]?.retry ?? true;
}
