import { PARTICIPANT_SCHEME, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseXml } from '@pappel/xml/parse';
import { elementsOf, textOf } from '@pappel/xml/tree';
import { escapeText } from '@pappel/xml/write';
import { type Dispatcher, request } from 'undici';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const LRS = 'http://busdox.org/serviceMetadata/locator/1.0/';
const IDS = 'http://busdox.org/transport/identifiers/1.0/';
const SERVICE_METADATA = 'http://busdox.org/serviceMetadata/ManageServiceMetadataService/1.0/:';
/** The published contract has nine blanks in these actions. */
const BUSINESS_IDENTIFIER = `http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/${' '.repeat(9)}:`;

export interface SmlContext {
  /** Base URL of the SML's management services, without slash at the end. */
  url: string;
  /** Presents the SMP's certificate as TLS client: the SML knows an SMP by nothing else. */
  dispatcher: Dispatcher;
  smpId: string;
}

export type SmlFault = 'unauthorized' | 'bad-request' | 'not-found' | 'internal' | 'unreachable';
export type SmlOutcome = { ok: true } | { ok: false; fault: SmlFault; message: string };

const FAULTS: Record<string, SmlFault> = {
  UnauthorizedFault: 'unauthorized',
  BadRequestFault: 'bad-request',
  NotFoundFault: 'not-found',
  InternalErrorFault: 'internal',
};

/** Registers our SMP, or changes its address, which every participant's record then names [SML 1.3 3.1]. */
export function createSmp(context: SmlContext, address: { url: string; ip: string }): Promise<SmlOutcome> {
  return call(
    context,
    'manageservicemetadata',
    `${SERVICE_METADATA}createIn`,
    smpXml('Create', context, address),
  );
}

export function updateSmp(context: SmlContext, address: { url: string; ip: string }): Promise<SmlOutcome> {
  return call(
    context,
    'manageservicemetadata',
    `${SERVICE_METADATA}updateIn`,
    smpXml('Update', context, address),
  );
}

function smpXml(
  verb: 'Create' | 'Update',
  { smpId }: SmlContext,
  { url, ip }: { url: string; ip: string },
): string {
  const name = `${verb}ServiceMetadataPublisherService`;
  return (
    `<lrs:${name} xmlns:lrs="${LRS}"><lrs:PublisherEndpoint><lrs:LogicalAddress>${escapeText(url)}</lrs:LogicalAddress>` +
    `<lrs:PhysicalAddress>${escapeText(ip)}</lrs:PhysicalAddress></lrs:PublisherEndpoint>` +
    `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID></lrs:${name}>`
  );
}

/** Registers a participant at our SMP; from then on DNS names us. One record, however many document types. */
export function createParticipant(context: SmlContext, participant: ParticipantId): Promise<SmlOutcome> {
  const body = participantXml('CreateParticipantIdentifier', context, participant);
  return call(context, 'manageparticipantidentifier', `${BUSINESS_IDENTIFIER}createIn`, body);
}

export function deleteParticipant(context: SmlContext, participant: ParticipantId): Promise<SmlOutcome> {
  const body = participantXml('DeleteParticipantIdentifier', context, participant);
  return call(context, 'manageparticipantidentifier', `${BUSINESS_IDENTIFIER}deleteIn`, body);
}

function participantXml(name: string, { smpId }: SmlContext, participant: ParticipantId): string {
  return (
    `<lrs:${name} xmlns:lrs="${LRS}" xmlns:ids="${IDS}">` +
    `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID>` +
    `<ids:ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escapeText(participant)}</ids:ParticipantIdentifier></lrs:${name}>`
  );
}

const TIMEOUT_MS = 20_000;

async function call(context: SmlContext, service: string, action: string, body: string): Promise<SmlOutcome> {
  try {
    const response = await request(`${context.url}/${service}`, {
      dispatcher: context.dispatcher,
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
      body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${body}</soap:Body></soap:Envelope>`,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const answer = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode >= 200 && response.statusCode < 300) return { ok: true };
    return readFault(response.statusCode, answer);
  } catch (error) {
    return { ok: false, fault: 'unreachable', message: (error as Error).message };
  }
}

/** The fault's body says what happened, whatever the HTTP status: implementations differ in that [ICD]. */
function readFault(status: number, answer: Buffer): SmlOutcome {
  try {
    const elements = [...elementsOf(parseXml(answer))];
    const detail = elements.find((element) => element.namespace === LRS && element.localName in FAULTS);
    const message = elements.find(
      (element) => element.localName === 'FaultMessage' || element.localName === 'faultstring',
    );
    if (detail)
      return {
        ok: false,
        fault: FAULTS[detail.localName] ?? 'internal',
        message: message ? textOf(message) : '',
      };
  } catch {
    // Not XML: the status is all there is.
  }
  return {
    ok: false,
    fault: status === 401 || status === 403 ? 'unauthorized' : 'unreachable',
    message: `HTTP ${status}`,
  };
}
