import {
  type DocumentTypeId,
  documentTypeParts,
  parseDocumentTypeId,
  WILDCARD_SCHEME,
} from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { cutText } from '@pappel/xml/cut-text';
import { attributeOf, child, findAll, textOf } from '@pappel/xml/tree';
import { fetchResource, type SmpReader } from './fetch-resource.ts';
import { IDS, SMP } from './namespaces.ts';
import { readXml } from './read-xml.ts';

export type ServiceGroup =
  | { kind: 'found'; documentTypes: DocumentTypeId[] }
  | { kind: 'not-found' }
  | { kind: 'invalid'; detail: string }
  | { kind: 'unreachable'; detail: string };

/**
 * Fetches what a participant is registered for [SMP 1.4 5.5]. The group is not signed: only the document types are
 * read from it, by the last section of each reference, and never an address.
 */
export async function fetchServiceGroup(
  context: SmpReader,
  smpUrl: string,
  participant: ParticipantId,
): Promise<ServiceGroup> {
  const fetched = await fetchResource(context, `${smpUrl}/${encodeURIComponent(canonicalId(participant))}`);
  if (fetched.kind === 'refused') return { kind: 'invalid', detail: fetched.detail };
  if (fetched.kind !== 'document') return fetched;
  try {
    const root = readXml(fetched.bytes);
    if (root.namespace !== SMP || root.localName !== 'ServiceGroup')
      return { kind: 'invalid', detail: 'the answer is no ServiceGroup' };
    const about = child(root, IDS, 'ParticipantIdentifier');
    // Some SMPs answer something for every question.
    if (!about || parseParticipantId(textOf(about)) !== participant)
      return {
        kind: 'invalid',
        detail: `the answer is about ${about ? cutText(textOf(about).trim(), 200) : 'nobody'}`,
      };
    const references = findAll(root, SMP, 'ServiceMetadataReference');
    const hrefs = references.map((reference) => attributeOf(reference, 'href') ?? '');
    return { kind: 'found', documentTypes: hrefs.map(documentTypeOf).filter((id) => id !== undefined) };
  } catch (error) {
    return { kind: 'invalid', detail: (error as Error).message };
  }
}

/** Some SMPs write %2F where a slash belongs. */
function documentTypeOf(href: string): DocumentTypeId | undefined {
  const section = href.replace(/%2F/gi, '/').split('/services/').at(-1) ?? '';
  try {
    return parseDocumentTypeId(decodeURIComponent(section));
  } catch {
    return undefined;
  }
}

/**
 * The registration to use for a wanted document type [PFUOI policies 16-23]: the same identifier; for the wildcard
 * scheme otherwise the registration with a star whose parts begin the wanted ones, the longest first.
 */
export function matchDocumentType(
  wanted: DocumentTypeId,
  registered: readonly DocumentTypeId[],
): DocumentTypeId | undefined {
  if (registered.includes(wanted)) return wanted;
  const target = documentTypeParts(wanted);
  if (target.scheme !== WILDCARD_SCHEME) return undefined;
  const wantedParts = target.customizationId.split('@');
  const candidates = registered
    .map((id) => ({ id, ...documentTypeParts(id) }))
    .filter((entry) => entry.scheme === WILDCARD_SCHEME && entry.customizationId.endsWith('*'))
    .filter(
      (entry) =>
        entry.namespace === target.namespace &&
        entry.localName === target.localName &&
        entry.version === target.version,
    )
    .map(({ id, customizationId }) => ({ id, parts: customizationId.slice(0, -1).split('@') }))
    .filter(({ parts }) => parts.every((part, i) => part === wantedParts[i]));
  return candidates.sort((a, b) => b.parts.length - a.parts.length)[0]?.id;
}
