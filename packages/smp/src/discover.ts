import { type DocumentTypeId, type ProcessId, WILDCARD_SCHEME } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { TrustedCertificate, TrustVerdict } from '@pappel/pki/trust';
import type { SmpContext } from './context.ts';
import { locate } from './locate.ts';
import { fetchServiceGroup, matchDocumentType } from './service-group.ts';
import { type Endpoint, fetchServiceMetadata, type VerifiedServiceMetadata } from './service-metadata.ts';

const TRANSPORT_PROFILE = 'peppol-transport-as4-v2_0';

export interface FoundEndpoint {
  url: string;
  certificate: TrustedCertificate;
}

/** How looking up a receiver ended, every way there is. Trouble on the way is never "not found". */
export type Discovery =
  | { kind: 'found'; endpoint: FoundEndpoint; smpUrl: string; documentTypeId: DocumentTypeId }
  | { kind: 'not-registered'; code: 'PARTICIPANT_NOT_FOUND'; detail: string }
  | {
      kind: 'unsupported';
      code: 'DOCUMENT_TYPE_NOT_SUPPORTED' | 'PROCESS_NOT_SUPPORTED';
      accepts: string[];
      detail: string;
    }
  | {
      kind: 'unusable';
      code:
        | 'ENDPOINT_EXPIRED'
        | 'SMP_RESPONSE_INVALID'
        | 'RECEIVER_CERTIFICATE_INVALID'
        | 'RECEIVER_CERTIFICATE_REVOKED';
      detail: string;
    }
  | {
      kind: 'unreachable';
      code: 'DNS_UNAVAILABLE' | 'SMP_UNAVAILABLE' | 'REVOCATION_UNKNOWN';
      detail: string;
    };

export interface Wanted {
  participant: ParticipantId;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
}

/** Finds the access point to send to: locate by DNS, fetch and verify metadata, choose the endpoint [SMP 1.4, SML 1.3]. */
export async function discover(context: SmpContext, wanted: Wanted): Promise<Discovery> {
  const location = await locate(context, wanted.participant);
  switch (location.kind) {
    case 'not-registered':
      return { kind: 'not-registered', code: 'PARTICIPANT_NOT_FOUND', detail: location.detail };
    case 'unreachable':
      return { kind: 'unreachable', code: 'DNS_UNAVAILABLE', detail: location.detail };
    case 'broken':
      return invalid(location.detail);
    case 'located':
      return atSmp(context, location.smpUrl, wanted);
  }
}

const invalid = (detail: string): Discovery => ({ kind: 'unusable', code: 'SMP_RESPONSE_INVALID', detail });
const smpDown = (detail: string): Discovery => ({ kind: 'unreachable', code: 'SMP_UNAVAILABLE', detail });

async function atSmp(context: SmpContext, smpUrl: string, wanted: Wanted): Promise<Discovery> {
  // Plain types are asked for directly; only wildcard types need the group first [PFUOI policy 20].
  const registered = wanted.documentTypeId.startsWith(WILDCARD_SCHEME)
    ? await registeredType(context, smpUrl, wanted)
    : wanted.documentTypeId;
  if (typeof registered !== 'string') return registered;
  const answer = await fetchServiceMetadata(context, smpUrl, wanted.participant, registered);
  switch (answer.kind) {
    case 'not-found':
      return unsupportedType(context, smpUrl, wanted);
    case 'invalid':
      return invalid(answer.detail);
    case 'unreachable':
      return answer;
    case 'verified':
      return choose(context, smpUrl, answer.metadata, wanted.processId);
  }
}

async function registeredType(
  context: SmpContext,
  smpUrl: string,
  wanted: Wanted,
): Promise<DocumentTypeId | Discovery> {
  const group = await fetchServiceGroup(context, smpUrl, wanted.participant);
  if (group.kind === 'unreachable') return smpDown(group.detail);
  if (group.kind === 'invalid') return invalid(group.detail);
  const types = group.kind === 'found' ? group.documentTypes : [];
  return matchDocumentType(wanted.documentTypeId, types) ?? unsupportedType(context, smpUrl, wanted);
}

async function unsupportedType(context: SmpContext, smpUrl: string, wanted: Wanted): Promise<Discovery> {
  const group = await fetchServiceGroup(context, smpUrl, wanted.participant);
  if (group.kind === 'unreachable') return smpDown(group.detail);
  if (group.kind === 'invalid') return invalid(group.detail);
  if (group.kind === 'not-found') {
    return {
      kind: 'not-registered',
      code: 'PARTICIPANT_NOT_FOUND',
      detail: 'its SMP does not know the participant',
    };
  }
  const accepts = group.documentTypes;
  const detail = `${wanted.participant} does not accept ${wanted.documentTypeId}`;
  return { kind: 'unsupported', code: 'DOCUMENT_TYPE_NOT_SUPPORTED', accepts, detail };
}

/** The first active endpoint of the wanted process with the Peppol transport profile [SMP 1.4 5.2.3]. */
async function choose(
  context: SmpContext,
  smpUrl: string,
  metadata: VerifiedServiceMetadata,
  processId: ProcessId,
): Promise<Discovery> {
  const process = metadata.processes.find((candidate) => candidate.processId === processId);
  if (!process) {
    const accepts = metadata.processes.map((candidate) => candidate.processId);
    return {
      kind: 'unsupported',
      code: 'PROCESS_NOT_SUPPORTED',
      accepts,
      detail: `${processId} is not served`,
    };
  }
  const endpoints = process.endpoints.filter((endpoint) => endpoint.transportProfile === TRANSPORT_PROFILE);
  if (endpoints.length === 0)
    return invalid(`there is no endpoint with the transport profile ${TRANSPORT_PROFILE}`);
  const active = endpoints.find((endpoint) => isActive(endpoint, context.clock()));
  if (!active) return { kind: 'unusable', code: 'ENDPOINT_EXPIRED', detail: 'no endpoint is active now' };
  return usable(context, smpUrl, metadata, active);
}

function isActive({ activation, expiration }: Endpoint, now: Date): boolean {
  return (!activation || activation <= now) && (!expiration || expiration >= now);
}

async function usable(
  context: SmpContext,
  smpUrl: string,
  metadata: VerifiedServiceMetadata,
  endpoint: Endpoint,
): Promise<Discovery> {
  const objection = endpoint.url.startsWith('https://')
    ? context.refuseUrl?.(endpoint.url)
    : 'it is not reached by https';
  if (objection) return invalid(`${endpoint.url}: ${objection}`);
  if (!endpoint.certificate) {
    return {
      kind: 'unusable',
      code: 'RECEIVER_CERTIFICATE_INVALID',
      detail: 'the endpoint certificate cannot be read',
    };
  }
  const verdict = await context.trust.check(endpoint.certificate, 'access-point');
  if (!verdict.trusted) return distrusted(verdict);
  const { documentTypeId } = metadata;
  return {
    kind: 'found',
    endpoint: { url: endpoint.url, certificate: verdict.certificate },
    smpUrl,
    documentTypeId,
  };
}

function distrusted({ reason, detail }: Extract<TrustVerdict, { trusted: false }>): Discovery {
  if (reason === 'REVOCATION_UNKNOWN') return { kind: 'unreachable', code: reason, detail };
  const code = reason === 'REVOKED' ? 'RECEIVER_CERTIFICATE_REVOKED' : 'RECEIVER_CERTIFICATE_INVALID';
  return { kind: 'unusable', code, detail };
}
