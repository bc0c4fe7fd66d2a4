import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { IDS, SMP } from './namespaces.ts';
import { readXml } from './read-xml.ts';
import { type Endpoint, identifier, type Process, readProcess } from './service-metadata.ts';

export type WrittenMetadata =
  | { ok: true; participant: ParticipantId | undefined; documentTypeId: DocumentTypeId | undefined }
  | { ok: false; problem: string };

/**
 * Whether an SMP may sign this smp:ServiceMetadata and serve it [SMP 1.4 5.5.2]: endpoints are https, their certificates
 * can be read and hold at `now`, and a transport profile stands once in a process. Answers whom and what it is about; a
 * redirect does not say.
 *
 * @param bytes the document as it was written to the SMP
 */
export function checkWrittenMetadata(bytes: Uint8Array, now: Date): WrittenMetadata {
  const root = rootNamed(bytes, 'ServiceMetadata');
  if (typeof root === 'string') return { ok: false, problem: root };
  const redirect = child(root, SMP, 'Redirect');
  if (redirect) return checkRedirect(redirect);
  const information = child(root, SMP, 'ServiceInformation');
  if (!information) return { ok: false, problem: 'there is neither ServiceInformation nor Redirect' };
  const participant = parseParticipantId(identifier(information, 'ParticipantIdentifier') ?? '');
  const documentTypeId = parseDocumentTypeId(identifier(information, 'DocumentIdentifier') ?? '');
  if (!participant || !documentTypeId)
    return { ok: false, problem: 'participant or document type are missing or malformed' };
  const list = child(information, SMP, 'ProcessList');
  const processes = (list ? childrenNamed(list, SMP, 'Process') : []).map(readProcess);
  const problem = problemOf(processes, now);
  return problem ? { ok: false, problem } : { ok: true, participant, documentTypeId };
}

/** The participant of an smp:ServiceGroup as it was written, or what is wrong with it. */
export function checkWrittenGroup(
  bytes: Uint8Array,
): { ok: true; participant: ParticipantId } | { ok: false; problem: string } {
  const root = rootNamed(bytes, 'ServiceGroup');
  if (typeof root === 'string') return { ok: false, problem: root };
  const about = child(root, IDS, 'ParticipantIdentifier');
  const participant = about && parseParticipantId(textOf(about));
  return participant
    ? { ok: true, participant }
    : { ok: false, problem: 'the participant is missing or malformed' };
}

function rootNamed(bytes: Uint8Array, name: string): XmlElement | string {
  try {
    const root = readXml(bytes);
    return root.namespace === SMP && root.localName === name ? root : `this is no smp:${name}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function checkRedirect(redirect: XmlElement): WrittenMetadata {
  const href = attributeOf(redirect, 'href') ?? '';
  const uid = child(redirect, SMP, 'CertificateUID');
  if (!URL.canParse(href) || new URL(href).protocol !== 'https:')
    return { ok: false, problem: 'the redirect does not lead to an https address' };
  if (!uid || textOf(uid).trim() === '') return { ok: false, problem: 'CertificateUID is missing' };
  return { ok: true, participant: undefined, documentTypeId: undefined };
}

function problemOf(processes: readonly (Process | undefined)[], now: Date): string | undefined {
  if (processes.length === 0) return 'there is no process';
  for (const process of processes) {
    const problem = process ? processProblem(process, now) : 'a process identifier is missing or malformed';
    if (problem) return problem;
  }
  return undefined;
}

function processProblem({ processId, endpoints }: Process, now: Date): string | undefined {
  if (endpoints.length === 0) return `${processId} has no endpoint`;
  const profiles = endpoints.map(({ transportProfile }) => transportProfile);
  if (new Set(profiles).size < profiles.length) return `${processId} has a transport profile twice`;
  return endpoints.map((endpoint) => endpointProblem(endpoint, now)).find((problem) => problem !== undefined);
}

function endpointProblem({ url, certificate }: Endpoint, now: Date): string | undefined {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return `${url} is no https address`;
  if (!certificate) return `the certificate of ${url} cannot be read`;
  return certificate.validTo < now ? `the certificate of ${url} has expired` : undefined;
}
