import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, PARTICIPANT_SCHEME, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type SigningKey, signEnveloped } from '@pappel/xml/enveloped';
import { parseXml } from '@pappel/xml/parse';
import { escapeAttribute, escapeText } from '@pappel/xml/write';
import { IDS, SMP, WSA } from './namespaces.ts';

const NAMESPACES = `xmlns:smp="${SMP}" xmlns:ids="${IDS}" xmlns:wsa="${WSA}"`;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The service group an SMP serves: what a participant is registered for [SMP 1.4 5.5.1]. */
export function serviceGroupXml(
  smpUrl: string,
  participant: ParticipantId,
  documentTypes: readonly DocumentTypeId[],
): string {
  const base = `${smpUrl}/${encodeURIComponent(canonicalId(participant))}/services/`;
  const references = documentTypes.map(
    (id) => `<smp:ServiceMetadataReference href="${escapeAttribute(base + encodeURIComponent(id))}"/>`,
  );
  return (
    `${DECLARATION}<smp:ServiceGroup xmlns:smp="${SMP}" xmlns:ids="${IDS}">${participantXml(participant)}` +
    `<smp:ServiceMetadataReferenceCollection>${references.join('')}</smp:ServiceMetadataReferenceCollection></smp:ServiceGroup>`
  );
}

export interface PublishedEndpoint {
  url: string;
  /** The access point's certificate, DER. */
  certificateDer: Uint8Array;
  activation: Date;
  expiration: Date;
  /** Where somebody who operates it can be reached: a URL or an e-mail address. */
  contact: string;
}

/** Signed service metadata of one document type: its processes, all at the same AS4 endpoint [SMP 1.4 5.5.2, 5.6]. */
export function signedServiceMetadataXml(
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
  processes: readonly ProcessId[],
  endpoint: PublishedEndpoint,
  key: SigningKey,
): Promise<string> {
  return signEnveloped(envelope(informationXml(participant, documentTypeId, processes, endpoint)), key);
}

/** The same unsigned, as an SMP is told by who publishes there. */
export function serviceMetadataXml(
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
  processes: readonly ProcessId[],
  endpoint: PublishedEndpoint,
): string {
  const information = informationXml(participant, documentTypeId, processes, endpoint);
  return `${DECLARATION}<smp:ServiceMetadata ${NAMESPACES}>${information}</smp:ServiceMetadata>`;
}

/**
 * Signs service metadata as it was written, without touching it.
 *
 * @param serviceMetadata a document whose root is smp:ServiceMetadata
 */
export function signedMetadataXml(serviceMetadata: string, key: SigningKey): Promise<string> {
  const bytes = Buffer.from(serviceMetadata, 'utf8');
  const { start, end } = parseXml(bytes);
  const element = bytes.subarray(start, end).toString('utf8');
  return signEnveloped(
    `${DECLARATION}<smp:SignedServiceMetadata ${NAMESPACES}>${element}</smp:SignedServiceMetadata>`,
    key,
  );
}

function informationXml(
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
  processes: readonly ProcessId[],
  endpoint: PublishedEndpoint,
): string {
  const list = processes.map(
    (process) =>
      `<smp:Process>${identifierXml('ProcessIdentifier', process)}<smp:ServiceEndpointList>${endpointXml(endpoint)}</smp:ServiceEndpointList></smp:Process>`,
  );
  return (
    `<smp:ServiceInformation>${participantXml(participant)}${identifierXml('DocumentIdentifier', documentTypeId)}` +
    `<smp:ProcessList>${list.join('')}</smp:ProcessList></smp:ServiceInformation>`
  );
}

/** Signed service metadata that sends the asker to another SMP, once [SMP 1.4 5.2.3]. */
export function signedRedirectXml(href: string, certificateUid: string, key: SigningKey): Promise<string> {
  const redirect = `<smp:Redirect href="${escapeAttribute(href)}"><smp:CertificateUID>${escapeText(certificateUid)}</smp:CertificateUID></smp:Redirect>`;
  return signEnveloped(envelope(redirect), key);
}

function envelope(content: string): string {
  return `${DECLARATION}<smp:SignedServiceMetadata ${NAMESPACES}><smp:ServiceMetadata>${content}</smp:ServiceMetadata></smp:SignedServiceMetadata>`;
}

function participantXml(participant: ParticipantId): string {
  return `<ids:ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escapeText(participant)}</ids:ParticipantIdentifier>`;
}

function identifierXml(name: string, id: DocumentTypeId | ProcessId): string {
  const separator = id.indexOf('::');
  return `<ids:${name} scheme="${id.slice(0, separator)}">${escapeText(id.slice(separator + 2))}</ids:${name}>`;
}

function endpointXml(endpoint: PublishedEndpoint): string {
  return (
    '<smp:Endpoint transportProfile="peppol-transport-as4-v2_0"><wsa:EndpointReference>' +
    `<wsa:Address>${escapeText(endpoint.url)}</wsa:Address></wsa:EndpointReference>` +
    '<smp:RequireBusinessLevelSignature>false</smp:RequireBusinessLevelSignature>' +
    `<smp:ServiceActivationDate>${endpoint.activation.toISOString()}</smp:ServiceActivationDate>` +
    `<smp:ServiceExpirationDate>${endpoint.expiration.toISOString()}</smp:ServiceExpirationDate>` +
    `<smp:Certificate>${Buffer.from(endpoint.certificateDer).toString('base64')}</smp:Certificate>` +
    '<smp:ServiceDescription>Peppol access point</smp:ServiceDescription>' +
    `<smp:TechnicalContactUrl>${escapeText(endpoint.contact)}</smp:TechnicalContactUrl></smp:Endpoint>`
  );
}
