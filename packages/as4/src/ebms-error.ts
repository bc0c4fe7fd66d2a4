import { cutText } from '@pappel/xml/cut-text';

/** One `eb:Error`, ours or theirs. Answered, never thrown. */
export interface EbmsError {
  code: string;
  severity: 'failure' | 'warning';
  description: string;
  /** As a peer wrote it. Only the code is ever compared: stacks differ in the rest. */
  shortDescription?: string;
  /** What Peppol adds, such as `PEPPOL:NOT_SERVICED`. */
  detail?: string;
  /** SOAP wants a fault besides, in the body of the answer [SOAP 1.2 2.4]. */
  fault?: 'MustUnderstand';
}

interface EbmsErrorKind {
  shortDescription: string;
  severity: 'failure' | 'warning';
  category: 'Content' | 'Unpackaging' | 'Processing' | 'Communication';
  /** How many repeats of the same message make sense after this error; 0 when it is final. */
  repeats: number;
}

const SOME = 3;
const ANY = Number.POSITIVE_INFINITY;

function kind(
  shortDescription: string,
  severity: EbmsErrorKind['severity'],
  category: EbmsErrorKind['category'],
  repeats: number,
): EbmsErrorKind {
  return { shortDescription, severity, category, repeats };
}

/** The ebMS errors [ebMS3 6.7, AS4 3.2]; how often a repeat makes sense is what Peppol practice says. */
const KINDS = {
  'EBMS:0001': kind('ValueNotRecognized', 'failure', 'Content', 0),
  'EBMS:0002': kind('FeatureNotSupported', 'warning', 'Content', ANY),
  'EBMS:0003': kind('ValueInconsistent', 'failure', 'Content', 0),
  'EBMS:0004': kind('Other', 'failure', 'Content', SOME),
  'EBMS:0005': kind('ConnectionFailure', 'failure', 'Communication', ANY),
  'EBMS:0006': kind('EmptyMessagePartitionChannel', 'warning', 'Communication', ANY),
  'EBMS:0007': kind('MimeInconsistency', 'failure', 'Unpackaging', SOME),
  'EBMS:0008': kind('FeatureNotSupported', 'failure', 'Unpackaging', SOME),
  'EBMS:0009': kind('InvalidHeader', 'failure', 'Unpackaging', 0),
  'EBMS:0010': kind('ProcessingModeMismatch', 'failure', 'Processing', 0),
  'EBMS:0011': kind('ExternalPayloadError', 'failure', 'Content', 0),
  'EBMS:0101': kind('FailedAuthentication', 'failure', 'Processing', 0),
  // Once, after a fresh look at the SMP: the receiver may have changed its key.
  'EBMS:0102': kind('FailedDecryption', 'failure', 'Processing', 1),
  'EBMS:0103': kind('PolicyNoncompliance', 'failure', 'Processing', 0),
  'EBMS:0201': kind('DysfunctionalReliability', 'failure', 'Processing', ANY),
  'EBMS:0202': kind('DeliveryFailure', 'failure', 'Communication', ANY),
  'EBMS:0301': kind('MissingReceipt', 'failure', 'Communication', ANY),
  'EBMS:0302': kind('InvalidReceipt', 'failure', 'Communication', ANY),
  'EBMS:0303': kind('DecompressionFailure', 'failure', 'Communication', 1),
};

export type EbmsErrorCode = keyof typeof KINDS;

export const EBMS_ERRORS: Readonly<Record<EbmsErrorCode, EbmsErrorKind>> = KINDS;

/** What the standard says of a code; undefined for one of a vendor's own, such as EBMS:4001. */
export function ebmsErrorKind(code: string): EbmsErrorKind | undefined {
  return Object.hasOwn(EBMS_ERRORS, code) ? EBMS_ERRORS[code as EbmsErrorCode] : undefined;
}

export const NOT_SERVICED = 'PEPPOL:NOT_SERVICED';

/** It may repeat what stands in a message, which may be anything. */
export const LONGEST_DESCRIPTION = 1_000;

/** An error of ours. `description` is read by the operators of the other access point: no secrets, no stack traces. */
export function ebmsError(code: EbmsErrorCode, description: string, detail?: string): EbmsError {
  const said = cutText(description, LONGEST_DESCRIPTION);
  return { code, severity: EBMS_ERRORS[code].severity, description: said, ...(detail ? { detail } : {}) };
}

/** C3 does not serve this receiver, document type or process [AS4-prof 4.4]. */
export function notServiced(description: string): EbmsError {
  return ebmsError('EBMS:0004', description, NOT_SERVICED);
}

/** Stacks put the Peppol code into the detail, the description or the short description. */
export function isNotServiced(error: EbmsError): boolean {
  return `${error.detail} ${error.description} ${error.shortDescription}`.includes(NOT_SERVICED);
}

/** How many repeats of the same message make sense after this error. An unknown code may be temporary. */
export function worthwhileRepeats(error: EbmsError): number {
  if (isNotServiced(error)) return 0;
  return ebmsErrorKind(error.code)?.repeats ?? ANY;
}
