import { setTimeout as sleep } from 'node:timers/promises';
import { cutText } from '@pappel/xml/cut-text';
import { child, childElements, elementsOf, textOf, type XmlElement } from '@pappel/xml/tree';
import { type Dispatcher, request } from 'undici';
import { readBody } from './read-body.ts';
import { readXml } from './read-xml.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const LRS = 'http://busdox.org/serviceMetadata/locator/1.0/';
/** What only the Peppol SML's own software adds to the standard. */
export const BDMSL = 'ec:services:wsdl:BDMSL:data:1.0';
/**
 * The services of the SML, each with what its SOAP actions begin with [SML 1.3 3]. The nine blanks are in the published
 * contract. The third is no part of the standard, but of the software that serves the Peppol SML.
 */
export const SML_SERVICES = {
  manageservicemetadata: 'http://busdox.org/serviceMetadata/ManageServiceMetadataService/1.0/:',
  manageparticipantidentifier: `http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/${' '.repeat(9)}:`,
  bdmslservice: 'ec:services:wsdl:BDMSL:1.0:',
} as const;
export type SmlService = keyof typeof SML_SERVICES;

export interface SmlContext {
  /** Base URL of the SML's management services, without slash at the end. */
  url: string;
  /** Presents the SMP's certificate as TLS client: the SML knows an SMP by nothing else. */
  dispatcher: Dispatcher;
  smpId: string;
  /** Milliseconds to wait before each further try after trouble; half a second and two when not given. */
  retryAfterMs?: readonly number[];
}

export type SmlFault = 'unauthorized' | 'bad-request' | 'not-found' | 'internal' | 'unreachable';

export interface SmlFailure {
  ok: false;
  fault: SmlFault;
  message: string;
  /**
   * An earlier try of this call got no answer and may have been carried out: "registered already", "not found" and
   * "unknown key" can be its trace then.
   */
  isRepeat: boolean;
}

export type SmlOutcome = { ok: true } | SmlFailure;
export type SmlAnswer = { ok: true; body: XmlElement | undefined } | SmlFailure;

/** Nothing that a new try would change. */
export const isPermanent = ({ fault }: SmlFailure): boolean =>
  fault !== 'unreachable' && fault !== 'internal';

const FAULTS: Record<string, SmlFault> = {
  UnauthorizedFault: 'unauthorized',
  BadRequestFault: 'bad-request',
  NotFoundFault: 'not-found',
  InternalErrorFault: 'internal',
};
const RETRY_AFTER_MS = [500, 2_000];
const TIMEOUT_MS = 20_000;
const MAX_ANSWER = 2 * 1024 * 1024;

/** One operation of the SML, tried again while the SML does not answer or says that it failed itself [ICD]. */
export async function callSml(
  context: SmlContext,
  service: SmlService,
  action: string,
  body: string,
): Promise<SmlAnswer> {
  let isRepeat = false;
  for (const delay of [...(context.retryAfterMs ?? RETRY_AFTER_MS), undefined]) {
    const answer = await callOnce(context, service, action, body);
    if (answer.ok) return answer;
    if (isPermanent(answer) || delay === undefined) return { ...answer, isRepeat };
    isRepeat ||= answer.isRepeat;
    await sleep(delay);
  }
  throw new Error('the last try has an outcome');
}

/** Drops what an operation without result answers. */
export async function withoutBody(answer: Promise<SmlAnswer>): Promise<SmlOutcome> {
  const outcome = await answer;
  return outcome.ok ? { ok: true } : outcome;
}

async function callOnce(
  context: SmlContext,
  service: SmlService,
  action: string,
  body: string,
): Promise<SmlAnswer> {
  try {
    const response = await request(`${context.url}/${service}`, {
      dispatcher: context.dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${SML_SERVICES[service]}${action}"`,
        'user-agent': 'Pappel',
      },
      body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${body}</soap:Body></soap:Envelope>`,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await readBody(response.body, MAX_ANSWER);
    return bytes
      ? read(response.statusCode, bytes)
      : failure('unreachable', `the SML answers more than ${MAX_ANSWER} bytes`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return failure('unreachable', message || code || 'the connection failed', !isBeforeSending(code));
  }
}

/** Without a connection the SML cannot have done anything. */
const isBeforeSending = (code: string | undefined): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code ?? '');

const failure = (fault: SmlFault, message: string, isRepeat = true): SmlFailure => ({
  ok: false,
  fault,
  message,
  isRepeat,
});

/** A fault is in the body, whatever the HTTP status: implementations differ in that [ICD]. */
function read(status: number, bytes: Buffer): SmlAnswer {
  const root = parsed(bytes);
  const isSuccess = status >= 200 && status < 300;
  const fault = root && faultIn(root);
  if (fault) return fault;
  if (isSuccess && (root || bytes.length === 0))
    return { ok: true, body: root && childElements(child(root, SOAP, 'Body') ?? root)[0] };
  if (isSuccess) return failure('unreachable', 'the answer is no SOAP message');
  return failure(status === 401 || status === 403 ? 'unauthorized' : 'unreachable', `HTTP ${status}`);
}

function parsed(bytes: Buffer): XmlElement | undefined {
  try {
    return bytes.length === 0 ? undefined : readXml(bytes);
  } catch {
    return undefined;
  }
}

function faultIn(root: XmlElement): SmlFailure | undefined {
  const elements = [...elementsOf(root)];
  const soapFault = elements.find((one) => one.namespace === SOAP && one.localName === 'Fault');
  if (!soapFault) return undefined;
  const detail = elements.find((one) => one.namespace === LRS && one.localName in FAULTS);
  const said = (name: string): string => {
    const found = elements.find((one) => one.localName === name);
    return found ? textOf(found).trim() : '';
  };
  const message = said('FaultMessage') || said('faultstring') || 'the SML says no more';
  return failure(FAULTS[detail?.localName ?? ''] ?? 'internal', cutText(message, 1_000));
}
