import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { canonicalId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type Dispatcher, request } from 'undici';
import { readBody } from './read-body.ts';

export interface DirectoryContext {
  /** Base URL, without slash at the end. */
  url: string;
  dispatcher: Dispatcher;
}

export interface DirectoryQuery {
  /** Words anywhere in the entry. */
  text?: string;
  participant?: ParticipantId;
  /** Part of a name, from three characters on. */
  name?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  identifierValue?: string;
}

export interface DirectoryMatch {
  participant: ParticipantId;
  documentTypes: DocumentTypeId[];
  name: string | undefined;
  countryCode: string | undefined;
  identifiers: { scheme: string; value: string }[];
}

/** Being listed proves nothing, and neither does not being listed: only DNS and SMP do. */
export type DirectoryAnswer =
  | { kind: 'answered'; total: number; matches: DirectoryMatch[] }
  /** More than the Directory puts up with; `retryAfter` in seconds. */
  | { kind: 'too-many'; retryAfter: number }
  | { kind: 'refused'; detail: string }
  | { kind: 'unreachable'; detail: string };

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 4 * 1024 * 1024;
/** The Directory shows no more than this many [PD-spec 4]. */
const WINDOW = 1_000;

/** Searches the Peppol Directory [PD-spec 4]; `page` counts from zero. */
export async function searchDirectory(
  context: DirectoryContext,
  query: DirectoryQuery,
  { page = 0, pageSize = 20 } = {},
): Promise<DirectoryAnswer> {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | undefined): void => {
    if (value) parameters.set(name, value);
  };
  add('q', query.text);
  add('participant', query.participant && canonicalId(query.participant));
  add('name', query.name);
  add('country', query.country);
  add('identifierValue', query.identifierValue);
  if (parameters.size === 0) return { kind: 'refused', detail: 'nothing is asked' };
  if ((page + 1) * pageSize > WINDOW)
    return { kind: 'refused', detail: `the Directory shows ${WINDOW} entries at most` };
  parameters.set('resultPageIndex', String(page));
  parameters.set('resultPageCount', String(pageSize));
  return ask(context, `${context.url}/search/1.0/json?${parameters}`);
}

async function ask(context: DirectoryContext, url: string): Promise<DirectoryAnswer> {
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: context.dispatcher,
      headers: { accept: 'application/json', 'user-agent': 'Pappel' },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (statusCode !== 200) {
      await body.dump({ limit: 65_536 });
      if (statusCode === 429) return { kind: 'too-many', retryAfter: Number(headers['retry-after']) || 1 };
      const detail = `the Directory answers ${statusCode}`;
      return statusCode === 400 ? { kind: 'refused', detail } : { kind: 'unreachable', detail };
    }
    const bytes = await readBody(body, MAX_ANSWER);
    return bytes
      ? read(JSON.parse(bytes.toString()))
      : { kind: 'unreachable', detail: `the Directory answers more than ${MAX_ANSWER} bytes` };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { kind: 'unreachable', detail: `the Directory: ${message || code}` };
  }
}

type Json = Record<string, unknown>;
const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : [];
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function read(answer: unknown): DirectoryAnswer {
  const { matches, 'total-result-count': total } = (answer ?? {}) as Json;
  if (!Array.isArray(matches)) return { kind: 'unreachable', detail: 'the Directory answers no matches' };
  const found = objects(matches.slice(0, WINDOW))
    .map(readMatch)
    .filter((match) => match !== undefined);
  return { kind: 'answered', total: typeof total === 'number' ? total : found.length, matches: found };
}

/** Everything but the participant is optional [PD-spec 4.3]. */
function readMatch(match: Json): DirectoryMatch | undefined {
  const { scheme, value } = (match['participantID'] ?? {}) as Json;
  const participant = parseParticipantId(`${String(scheme)}::${String(value)}`);
  if (!participant) return undefined;
  const [entity = {}] = objects(match['entities']);
  const names = Array.isArray(entity['name']) ? objects(entity['name'])[0]?.['name'] : entity['name'];
  return {
    participant,
    documentTypes: objects(match['docTypes'])
      .map((type) => parseDocumentTypeId(`${String(type['scheme'])}::${String(type['value'])}`))
      .filter((type) => type !== undefined),
    name: textOf(names),
    countryCode: textOf(entity['countryCode']),
    identifiers: objects(entity['identifiers']).map((one) => ({
      scheme: String(one['scheme']),
      value: String(one['value']),
    })),
  };
}
