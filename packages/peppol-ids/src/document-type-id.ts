import { DOCUMENT_TYPES } from './document-types.gen.ts';

declare const brand: unique symbol;

/** `scheme::value`, case-sensitive. Made only by {@link parseDocumentTypeId}. */
export type DocumentTypeId = string & { readonly [brand]: 'DocumentTypeId' };
/** `cenbii-procid-ubl::value`, case-sensitive. Made only by {@link parseProcessId}. */
export type ProcessId = string & { readonly [brand]: 'ProcessId' };

export const BUSDOX_SCHEME = 'busdox-docid-qns';
export const WILDCARD_SCHEME = 'peppol-doctype-wildcard';
export const PROCESS_SCHEME = 'cenbii-procid-ubl';

export interface DocumentTypeParts {
  scheme: typeof BUSDOX_SCHEME | typeof WILDCARD_SCHEME;
  /** Without the scheme. */
  value: string;
  /** Namespace of the document's root element; for non-XML types everything before `##`. */
  namespace: string;
  /** Local name of the root element; empty for non-XML types. */
  localName: string;
  customizationId: string;
  /** Version of the syntax, e.g. `2.1`. */
  version: string;
}

const MAX_DOCUMENT_TYPE = 500;
const MAX_PROCESS = 200;
/** Visible ISO-8859-1 without white space [PFUOI 5, policy 12]. */
const VISIBLE = /^[\x21-\x7e\xa1-\xff]+$/;

/**
 * Reads a document type identifier, with its scheme or bare. A bare one belongs to the wildcard scheme exactly when it
 * is a PINT type [PFUOI policy 23b]. Undefined when the form is wrong.
 */
export function parseDocumentTypeId(text: string): DocumentTypeId | undefined {
  const trimmed = text.trim();
  for (const scheme of [BUSDOX_SCHEME, WILDCARD_SCHEME] as const) {
    if (!trimmed.startsWith(`${scheme}::`)) continue;
    return isDocumentTypeValue(trimmed.slice(scheme.length + 2), scheme)
      ? (trimmed as DocumentTypeId)
      : undefined;
  }
  const scheme = trimmed.includes('##urn:peppol:pint:') ? WILDCARD_SCHEME : BUSDOX_SCHEME;
  return isDocumentTypeValue(trimmed, scheme) ? (`${scheme}::${trimmed}` as DocumentTypeId) : undefined;
}

function isDocumentTypeValue(value: string, scheme: DocumentTypeParts['scheme']): boolean {
  if (value.length > MAX_DOCUMENT_TYPE || !VISIBLE.test(value)) return false;
  const hashes = value.indexOf('##');
  const version = value.lastIndexOf('::');
  if (hashes < 1 || version <= hashes + 2 || version + 2 === value.length) return false;
  if (scheme === BUSDOX_SCHEME) return !value.includes('*');
  return !value.slice(0, hashes).includes('*') && areParts(value.slice(hashes + 2, version));
}

/** Parts joined by `@`, none empty or twice; one star may end the last, in registrations [PFUOI 5.1]. */
function areParts(customizationId: string): boolean {
  const bare = customizationId.endsWith('*') ? customizationId.slice(0, -1) : customizationId;
  const parts = bare.split('@');
  return !bare.includes('*') && !parts.includes('') && new Set(parts).size === parts.length;
}

/** Reads a process identifier, with the scheme `cenbii-procid-ubl` or bare. */
export function parseProcessId(text: string): ProcessId | undefined {
  const trimmed = text.trim();
  const prefix = `${PROCESS_SCHEME}::`;
  const value = trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : trimmed;
  if (value.length === 0 || value.length > MAX_PROCESS || !VISIBLE.test(value)) return undefined;
  return `${prefix}${value}` as ProcessId;
}

/** A document type identifier that stands in a program. @throws when it is none */
export function documentTypeIdOf(text: string): DocumentTypeId {
  const id = parseDocumentTypeId(text);
  if (!id) throw new Error(`${text} is no document type identifier`);
  return id;
}

/** A process identifier that stands in a program. @throws when it is none */
export function processIdOf(text: string): ProcessId {
  const id = parseProcessId(text);
  if (!id) throw new Error(`${text} is no process identifier`);
  return id;
}

/** The parts of a document type identifier [PFUOI 5.2]. */
export function documentTypeParts(id: DocumentTypeId): DocumentTypeParts {
  const separator = id.indexOf('::');
  const value = id.slice(separator + 2);
  const hashes = value.indexOf('##');
  const root = value.slice(0, hashes);
  const rest = value.slice(hashes + 2);
  const localStart = root.lastIndexOf('::');
  const versionStart = rest.lastIndexOf('::');
  return {
    scheme: id.slice(0, separator) as DocumentTypeParts['scheme'],
    value,
    namespace: localStart < 0 ? root : root.slice(0, localStart),
    localName: localStart < 0 ? '' : root.slice(localStart + 2),
    customizationId: rest.slice(0, versionStart),
    version: rest.slice(versionStart + 2),
  };
}

/** Scheme and value of a process identifier. */
export function processParts(id: ProcessId): { scheme: string; value: string } {
  return { scheme: PROCESS_SCHEME, value: id.slice(PROCESS_SCHEME.length + 2) };
}

export type CodeListState = 'active' | 'deprecated' | 'removed' | 'unknown';

const byId = new Map(
  DOCUMENT_TYPES.map(([id, state, processes, abstract]) => [id, { state, processes, abstract }]),
);

/** The code list's entry; a registration `a*` is looked up as `a`, which the list writes without the star. */
function entryOf(id: DocumentTypeId) {
  return byId.get(id) ?? (id.startsWith(WILDCARD_SCHEME) ? byId.get(id.replace('*::', '::')) : undefined);
}

/** What the Peppol code list says of this type: deprecated ones get no new registrations, removed ones nothing. */
export function documentTypeState(id: DocumentTypeId): CodeListState {
  return (entryOf(id)?.state ?? 'unknown') as CodeListState;
}

/** Whether no document may be of this type: it stands only with a star, in an SMP [PFUOI 5.1]. */
export function isAbstractType(id: DocumentTypeId): boolean {
  return byId.get(id)?.abstract ?? false;
}

/** The processes that the code list names for this type; empty for an unknown one. */
export function processesOf(id: DocumentTypeId): ProcessId[] {
  return (entryOf(id)?.processes ?? []).map((value) => `${PROCESS_SCHEME}::${value}` as ProcessId);
}
