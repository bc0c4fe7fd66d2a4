import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { factsOf } from './document-facts.ts';
import { detectType } from './document-type.ts';
import type { Judgement } from './finding.ts';
import { BUILTIN, type RuleBook } from './rule-book.ts';
import { readTape } from './tape/tape.ts';
import { illFormed, judge } from './validate.ts';

/** What a document is, and whether it keeps the rules of that. */
export interface Inspection {
  /** Undefined when there are no rules. */
  judgement: Judgement | undefined;
  /** The one that was asked for, or what the document says it is. */
  documentTypeId: DocumentTypeId | undefined;
  documentNumber: string | undefined;
}

/** As `validate`, and says what the document is. */
export function inspectDocument(
  bytes: Uint8Array,
  documentTypeId?: DocumentTypeId,
  rules: RuleBook = BUILTIN,
): Inspection {
  const reading = readTape(bytes);
  if (!reading.ok)
    return { judgement: illFormed(reading.problem), documentTypeId, documentNumber: undefined };
  const { tape } = reading;
  const type = documentTypeId ?? detectType(tape);
  const ruleSet = type ? rules.for(type) : rules.forDocument(tape);
  const { documentNumber } = factsOf(tape);
  return { judgement: ruleSet && judge(tape, ruleSet), documentTypeId: type, documentNumber };
}
