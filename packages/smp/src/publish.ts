import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { parseXml } from '@pappel/xml/parse';
import { elementsOf, textOf } from '@pappel/xml/tree';
import { type Dispatcher, request } from 'undici';
import { type BusinessCard, businessCardXml } from './business-card.ts';
import { serviceGroupXml } from './write.ts';

/** An SMP with the REST interface of phoss SMP, and an account there. */
export interface SmpWriter {
  /** Base URL, without slash at the end. */
  url: string;
  user: string;
  password: string;
  dispatcher: Dispatcher;
}

export type WriteFault =
  /** Wrong account, or the participant is somebody else's. */
  | 'unauthorized'
  | 'not-found'
  /** What was sent, or the present state, does not allow it. */
  | 'refused'
  | 'unreachable';
export interface WriteFailure {
  ok: false;
  fault: WriteFault;
  message: string;
}
export type WriteOutcome = { ok: true } | WriteFailure;

const TIMEOUT_MS = 30_000;
const MAX_ANSWER = 262_144;

/** Makes or changes a service group; the SMP registers a new one in the SML unless `inSml` is false. */
export function putServiceGroup(
  writer: SmpWriter,
  participant: ParticipantId,
  { inSml = true } = {},
): Promise<WriteOutcome> {
  const query = inSml ? '' : '?create-in-sml=false';
  return write(writer, 'PUT', groupPath(participant) + query, serviceGroupXml(writer.url, participant, []));
}

/** Removes a service group with all that is in it, from the SML too unless `inSml` is false. */
export function deleteServiceGroup(
  writer: SmpWriter,
  participant: ParticipantId,
  { inSml = true } = {},
): Promise<WriteOutcome> {
  return write(writer, 'DELETE', groupPath(participant) + (inSml ? '' : '?delete-in-sml=false'));
}

/** Makes or replaces the metadata of one document type: an smp:ServiceMetadata document, which the SMP signs. */
export function putServiceMetadata(
  writer: SmpWriter,
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
  serviceMetadata: string,
): Promise<WriteOutcome> {
  return write(writer, 'PUT', metadataPath(participant, documentTypeId), serviceMetadata);
}

export function deleteServiceMetadata(
  writer: SmpWriter,
  participant: ParticipantId,
  documentTypeId: DocumentTypeId,
): Promise<WriteOutcome> {
  return write(writer, 'DELETE', metadataPath(participant, documentTypeId));
}

/** Makes or replaces the business card. */
export function putBusinessCard(writer: SmpWriter, card: BusinessCard): Promise<WriteOutcome> {
  return write(writer, 'PUT', `businesscard/${groupPath(card.participant)}`, businessCardXml(card));
}

export function deleteBusinessCard(writer: SmpWriter, participant: ParticipantId): Promise<WriteOutcome> {
  return write(writer, 'DELETE', `businesscard/${groupPath(participant)}`);
}

/** Has the SMP ask the Directory to read the card again. */
export function pushToDirectory(writer: SmpWriter, participant: ParticipantId): Promise<WriteOutcome> {
  return write(writer, 'POST', `businesscard/${groupPath(participant)}/push`);
}

/** Lets the SMP prepare the participant's migration to another SMP; answers the key that it made for that. */
export async function startMigrationOut(
  writer: SmpWriter,
  participant: ParticipantId,
): Promise<{ ok: true; migrationKey: string } | WriteFailure> {
  const answer = await call(writer, 'PUT', `migration/outbound/start/${groupPath(participant)}`);
  if (!answer.ok) return answer;
  const migrationKey = keyIn(answer.text);
  return migrationKey
    ? { ok: true, migrationKey }
    : { ok: false, fault: 'refused', message: 'the SMP answers no migration key' };
}

function keyIn(text: string): string | undefined {
  try {
    const elements = [...elementsOf(parseXml(Buffer.from(text)))];
    const found = elements.find((one) => one.localName.toLowerCase() === 'migrationkey');
    return found && textOf(found).trim();
  } catch {
    return undefined;
  }
}

/** The participant stays after all. */
export function cancelMigrationOut(writer: SmpWriter, participant: ParticipantId): Promise<WriteOutcome> {
  return write(writer, 'PUT', `migration/outbound/cancel/${groupPath(participant)}`);
}

/** The participant has left: its service group goes, its record in the SML is the other SMP's. */
export function finishMigrationOut(writer: SmpWriter, participant: ParticipantId): Promise<WriteOutcome> {
  return write(writer, 'PUT', `migration/outbound/finalize/${groupPath(participant)}`);
}

/** Takes a participant over by the key of its former SMP. */
export function migrateIn(
  writer: SmpWriter,
  participant: ParticipantId,
  migrationKey: string,
): Promise<WriteOutcome> {
  const path = `migration/inbound/${groupPath(participant)}/${encodeURIComponent(migrationKey)}`;
  return write(writer, 'PUT', path);
}

const groupPath = (participant: ParticipantId): string => encodeURIComponent(canonicalId(participant));
const metadataPath = (participant: ParticipantId, documentTypeId: DocumentTypeId): string =>
  `${groupPath(participant)}/services/${encodeURIComponent(documentTypeId)}`;

type Method = 'PUT' | 'DELETE' | 'POST';

async function write(writer: SmpWriter, method: Method, path: string, body?: string): Promise<WriteOutcome> {
  const answer = await call(writer, method, path, body);
  return answer.ok ? { ok: true } : answer;
}

async function call(
  writer: SmpWriter,
  method: Method,
  path: string,
  body?: string,
): Promise<{ ok: true; text: string } | WriteFailure> {
  const credential = Buffer.from(`${writer.user}:${writer.password}`).toString('base64');
  try {
    const answer = await request(`${writer.url}/${path}`, {
      dispatcher: writer.dispatcher,
      method,
      headers: {
        authorization: `Basic ${credential}`,
        'user-agent': 'Pappel',
        ...(body ? { 'content-type': 'application/xml; charset=utf-8' } : {}),
      },
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await start(answer.body);
    if (answer.statusCode >= 200 && answer.statusCode < 300) return { ok: true, text };
    return { ok: false, fault: faultOf(answer.statusCode), message: said(answer.statusCode, text) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { ok: false, fault: 'unreachable', message: message || code || 'the connection failed' };
  }
}

/** The text of an answer, as far as it is of any use. */
async function start(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < MAX_ANSWER) chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** 412 is an interface that was switched off, 500 what passes: the SML or the disk failed the SMP. */
function faultOf(status: number): WriteFault {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not-found';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}

function said(status: number, text: string): string {
  const words = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `HTTP ${status}${words ? `: ${words.slice(0, 300)}` : ''}`;
}
