import { ALIASES, aliasToType } from '@pappel/peppol-ids/aliases';
import {
  BUSDOX_SCHEME,
  type DocumentTypeId,
  documentTypeParts,
  documentTypeState,
  parseDocumentTypeId,
  WILDCARD_SCHEME,
} from '@pappel/peppol-ids/document-type-id';
import { type DocumentFacts, factsOf } from './document-facts.ts';
import type { Tape } from './tape/tape.ts';

const KNOWN = ALIASES.flatMap((alias) => {
  const type = aliasToType(alias);
  return type ? [{ ...type, parts: documentTypeParts(type.documentTypeId) }] : [];
});

/** The type that a document says it is by root element and CustomizationID, if Peppol knows one of that name. */
export function detectType(tape: Tape): DocumentTypeId | undefined {
  return typeByFacts(factsOf(tape));
}

/** The same from facts that were read before. */
export function typeByFacts(facts: DocumentFacts): DocumentTypeId | undefined {
  const found = KNOWN.find(
    ({ parts }) =>
      parts.localName === facts.localName &&
      parts.namespace === facts.namespace &&
      parts.customizationId === facts.customizationId,
  );
  return found?.documentTypeId ?? listedType(facts);
}

/** A type that Pappel has no alias for: a national one, or one of PINT. */
function listedType({ namespace, localName, customizationId }: DocumentFacts): DocumentTypeId | undefined {
  if (customizationId === undefined) return undefined;
  const scheme = customizationId.startsWith('urn:peppol:pint:') ? WILDCARD_SCHEME : BUSDOX_SCHEME;
  const type = parseDocumentTypeId(`${scheme}::${namespace}::${localName}##${customizationId}::2.1`);
  return type && documentTypeState(type) !== 'unknown' ? type : undefined;
}
