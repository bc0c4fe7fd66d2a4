import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
  parseProcessId,
} from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type Certificate, readCertificate } from '@pappel/pki/certificate';
import { cutText } from '@pappel/xml/cut-text';
import { verifyEnveloped } from '@pappel/xml/enveloped';
import { attributeOf, child, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import type { SmpContext } from './context.ts';
import { fetchResource } from './fetch-resource.ts';
import { IDS, SMP, WSA } from './namespaces.ts';
import { readXml } from './read-xml.ts';

declare const brand: unique symbol;

export interface Endpoint {
  transportProfile: string;
  url: string;
  readonly certificate: Certificate | undefined;
  activation: Date | undefined;
  expiration: Date | undefined;
}

export interface Process {
  processId: ProcessId;
  endpoints: Endpoint[];
}

/** Service metadata whose signature and signer were verified. Made only by {@link fetchServiceMetadata}. */
export interface VerifiedServiceMetadata {
  readonly [brand]: 'VerifiedServiceMetadata';
  readonly documentTypeId: DocumentTypeId;
  readonly processes: Process[];
  /** Whose signature it bears. */
  readonly signer: Certificate;
}

export type ServiceMetadata =
  | { kind: 'verified'; metadata: VerifiedServiceMetadata }
  | { kind: 'not-found' }
  | { kind: 'invalid'; detail: string }
  /** The SMP does not answer, or whether its certificate was revoked cannot be told. */
  | { kind: 'unreachable'; code: 'SMP_UNAVAILABLE' | 'REVOCATION_UNKNOWN'; detail: string };

/**
 * Fetches signed service metadata, verifies signature and SMP certificate, and follows one redirect, whose target must
 * be signed with the announced certificate [SMP 1.4 5.2.3, 5.6].
 */
export async function fetchServiceMetadata(
  context: SmpContext,
  smpUrl: string,
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
): Promise<ServiceMetadata> {
  const url = `${smpUrl}/${encodeURIComponent(canonicalId(participant))}/services/${encodeURIComponent(documentTypeId)}`;
  const first = await fetchSigned(context, url);
  if (first.kind !== 'signed') return first;
  const redirect = child(first.metadata, SMP, 'Redirect');
  if (!redirect) return read(first, participant, documentTypeId);
  const second = await fetchSigned(context, attributeOf(redirect, 'href') ?? '');
  if (second.kind === 'not-found') return { kind: 'invalid', detail: 'the redirect leads to nothing' };
  if (second.kind !== 'signed') return second;
  if (child(second.metadata, SMP, 'Redirect'))
    return { kind: 'invalid', detail: 'a redirect leads to a redirect' };
  const announced = child(redirect, SMP, 'CertificateUID');
  if (!announced || !sameName(textOf(announced), second.signer)) {
    return { kind: 'invalid', detail: 'the target of the redirect is signed by another SMP than announced' };
  }
  return read(second, participant, documentTypeId);
}

type Signed =
  | { kind: 'signed'; metadata: XmlElement; signer: Certificate }
  | Exclude<ServiceMetadata, { kind: 'verified' }>;

async function fetchSigned(context: SmpContext, url: string): Promise<Signed> {
  const fetched = await fetchResource(context, url);
  if (fetched.kind === 'refused') return { kind: 'invalid', detail: fetched.detail };
  if (fetched.kind === 'unreachable') return { code: 'SMP_UNAVAILABLE', ...fetched };
  if (fetched.kind !== 'document') return fetched;
  let root: XmlElement;
  try {
    root = readXml(fetched.bytes);
  } catch (error) {
    return { kind: 'invalid', detail: (error as Error).message };
  }
  const metadata =
    root.namespace === SMP && root.localName === 'SignedServiceMetadata'
      ? child(root, SMP, 'ServiceMetadata')
      : undefined;
  if (!metadata) return { kind: 'invalid', detail: 'the answer is no SignedServiceMetadata' };
  const signature = await verifyEnveloped(root);
  if (!signature.ok) return { kind: 'invalid', detail: signature.reason };
  const signer = readCertificate(signature.certificateDer);
  if (!signer) return { kind: 'invalid', detail: 'the signing certificate cannot be read' };
  const verdict = await context.trust.check(signer, 'smp');
  if (verdict.trusted) return { kind: 'signed', metadata, signer };
  const detail = `the SMP's certificate is not trusted: ${verdict.detail}`;
  return verdict.reason === 'REVOCATION_UNKNOWN'
    ? { kind: 'unreachable', code: verdict.reason, detail }
    : { kind: 'invalid', detail };
}

/** Characters of a distinguished name that is worth comparing. */
const LONGEST_NAME = 4_096;
const LONGEST_SHOWN = 200;

/** Names are compared by their parts: SMPs write them in either order. */
function sameName(announced: string, signer: Certificate): boolean {
  const parts = (name: string): string =>
    cutText(name, LONGEST_NAME)
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .sort()
      .join(',');
  return parts(announced) === parts(signer.subjectName);
}

/** Some SMPs answer something for every question: the answer must be about what was asked. */
function read(
  { metadata, signer }: Signed & { kind: 'signed' },
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
): ServiceMetadata {
  const information = child(metadata, SMP, 'ServiceInformation');
  const about = information && identifier(information, 'ParticipantIdentifier');
  const type = information && identifier(information, 'DocumentIdentifier');
  if (!information || !about || !type) return { kind: 'invalid', detail: 'ServiceInformation is incomplete' };
  if (parseParticipantId(about) !== participant)
    return { kind: 'invalid', detail: `the answer is about ${cutText(about, LONGEST_SHOWN)}` };
  if (parseDocumentTypeId(type) !== documentTypeId)
    return { kind: 'invalid', detail: `the answer is about ${cutText(type, LONGEST_SHOWN)}` };
  const list = child(information, SMP, 'ProcessList');
  const processes = (list ? childrenNamed(list, SMP, 'Process') : [])
    .map(readProcess)
    .filter((process) => process !== undefined);
  return {
    kind: 'verified',
    metadata: { documentTypeId, processes, signer } as unknown as VerifiedServiceMetadata,
  };
}

export function identifier(parent: XmlElement, name: string): string | undefined {
  const found = child(parent, IDS, name);
  const scheme = found && attributeOf(found, 'scheme');
  return found && (scheme ? `${scheme}::${textOf(found).trim()}` : textOf(found).trim());
}

export function readProcess(element: XmlElement): Process | undefined {
  const processId = parseProcessId(identifier(element, 'ProcessIdentifier') ?? '');
  const list = child(element, SMP, 'ServiceEndpointList');
  return (
    processId && { processId, endpoints: list ? childrenNamed(list, SMP, 'Endpoint').map(readEndpoint) : [] }
  );
}

function readEndpoint(element: XmlElement): Endpoint {
  const text = (name: string): string | undefined => {
    const found = child(element, SMP, name);
    return found && textOf(found).trim();
  };
  const time = (name: string): Date | undefined => {
    const value = text(name);
    return value ? new Date(value) : undefined;
  };
  const reference = child(element, WSA, 'EndpointReference');
  const address = reference && child(reference, WSA, 'Address');
  return {
    transportProfile: attributeOf(element, 'transportProfile') ?? '',
    url: address ? textOf(address).trim() : '',
    // Read when it is asked for: of many endpoints one is used.
    get certificate() {
      return readCertificate(text('Certificate') ?? '');
    },
    activation: time('ServiceActivationDate'),
    expiration: time('ServiceExpirationDate'),
  };
}
